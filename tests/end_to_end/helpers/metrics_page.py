"""The page of metrics of a bot, read as Prometheus reads it."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from tests.helpers.clocks.waiting import PATIENCE_SECONDS, pauses

Values = dict[str, float]


class MetricsPage:
    """The page that a bot serves on a port."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/metrics"
        self._session = session

    async def text(self) -> str:
        async with self._session.get(self.address) as response:
            assert response.status == 200
            return await response.text()

    async def values(self) -> Values:
        return values_in(await self.text())

    async def shows(self, is_so: Callable[[Values], object]) -> Values:
        """Wait until the page shows something; its values then."""
        values: Values = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                for pause in pauses():
                    values = await self.values()
                    if is_so(values):
                        return values
                    await asyncio.sleep(pause)
        raise AssertionError(f"the page shows {values}")


def values_in(text: str) -> Values:
    return {
        _written(sample.name, sample.labels): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def _written(name: str, labels: Mapping[str, str]) -> str:
    inside = ",".join(f'{label}="{value}"' for label, value in labels.items())
    return f"{name}{{{inside}}}" if inside else name
