# Builds the bot into a virtual environment, then copies that alone into a small image.
FROM python:3.12-slim AS build
WORKDIR /src
COPY requirements-extras.txt ./
RUN python -m venv /opt/dealer \
 && /opt/dealer/bin/pip install --no-cache-dir --require-hashes -r requirements-extras.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY engine engine
COPY migrations migrations
COPY rendering rendering
COPY sandbox sandbox
RUN /opt/dealer/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.12-slim
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
