# Builds the bot into a virtual environment, then copies that alone into a small image.
# A digest is always the same image, whatever the tag becomes; this one has Python 3.12.15. It gets no
# fixes by itself: `docker buildx imagetools inspect python:3.12-slim` says what the newest is.
FROM python:3.12-slim@sha256:dddfd7e07f9d15aeeca61529320492139d21cac7f0070c00609243e51e4e0016 AS base

FROM base AS build
WORKDIR /src
COPY requirements-extras.txt ./
RUN python -m venv /opt/dealer \
 && /opt/dealer/bin/pip install --no-cache-dir --require-hashes -r requirements-extras.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY engine engine
COPY migrations migrations
COPY rendering rendering
RUN /opt/dealer/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM base
RUN useradd --system --uid 10001 --home-dir /data --create-home dealer
COPY --from=build /opt/dealer /opt/dealer
ENV PATH=/opt/dealer/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/dealer.sqlite
USER dealer
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["dealer", "health"]
CMD ["dealer", "run"]
