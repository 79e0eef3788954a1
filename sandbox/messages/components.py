"""Message components and modals: Discord's limits, and search by `custom_id`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sandbox.errors import bad_length, invalid_form, missing_field, wrong_choice
from sandbox.fields import check_length, objects, optional_text, text, whole_number
from sandbox.state.models import Json

ACTION_ROW = 1
BUTTON = 2
STRING_SELECT = 3
TEXT_INPUT = 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
TEXT_DISPLAY = 10
MEDIA_GALLERY = 12
FILE = 13
SEPARATOR = 14
CONTAINER = 17
LABEL = 18
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
MODAL_INPUTS = (*SELECTS, TEXT_INPUT, 19, 21, 22, 23)
TOP_LEVEL_V2 = (
    ACTION_ROW,
    TEXT_DISPLAY,
    MEDIA_GALLERY,
    FILE,
    SEPARATOR,
    CONTAINER,
)

LINK_STYLE = 5
PREMIUM_STYLE = 6
CUSTOM_ID_LENGTH = 100
ROWS = 5
ROW_WIDTH = 5
OPTIONS = 25
COMPONENTS_V2_TOTAL = 40
TEXT_V2_TOTAL = 4000


def check_components(components: list[Json], *, version_2: bool) -> None:
    """Check components against Discord's limits, and number them as it does."""
    if not version_2:
        check_length(components, "components", 0, ROWS)
    allowed = TOP_LEVEL_V2 if version_2 else (ACTION_ROW,)
    for index, component in enumerate(components):
        _check(component, f"components.{index}", allowed)
    everything = list(walk(components))
    if version_2:
        _check_totals(everything)
    _check_custom_ids(everything)
    _number(everything)


def check_modal(modal: Json) -> None:
    """Check a modal against Discord's limits."""
    text(modal, "custom_id", "data", 1, CUSTOM_ID_LENGTH)
    text(modal, "title", "data", 1, 45)
    components = objects(modal, "components", "data", ROWS, least=1)
    for index, component in enumerate(components):
        path = f"data.components.{index}"
        _check(component, path, (ACTION_ROW, LABEL, TEXT_DISPLAY), in_modal=True)
    everything = list(walk(components))
    _check_custom_ids(everything)
    _number(everything)


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Yield every component and those nested in it, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        if "component" in component:
            yield from walk((component["component"],))


def find(components: Iterable[Json], custom_id: object) -> Json | None:
    """Return the component with that `custom_id`."""
    named = (part for part in walk(components) if part.get("custom_id") == custom_id)
    return next(named, None)


def _check(component: Json, path: str, allowed: tuple[int, ...], *, in_modal: bool = False) -> None:
    kind = component.get("type")
    if not isinstance(kind, int) or kind not in allowed:
        raise wrong_choice(f"{path}.type")
    if kind == ACTION_ROW:
        _check_row(component, path, in_modal=in_modal)
    elif kind == TEXT_INPUT:
        _check_text_input(component, path)
    elif kind in CHECKS:
        CHECKS[kind](component, path)


def _check_row(row: Json, path: str, *, in_modal: bool) -> None:
    children = objects(row, "components", path, ROW_WIDTH, least=1)
    if in_modal or children[0].get("type") in SELECTS:
        check_length(children, f"{path}.components", 1, 1)
        allowed: tuple[int, ...] = (TEXT_INPUT, STRING_SELECT) if in_modal else SELECTS
    else:
        allowed = (BUTTON,)
    for index, child in enumerate(children):
        _check(child, f"{path}.components.{index}", allowed)
        if in_modal and child["type"] == TEXT_INPUT:
            text(child, "label", f"{path}.components.{index}", 1, 45)


def _check_button(button: Json, path: str) -> None:
    style = whole_number(button, "style", path, range(1, PREMIUM_STYLE + 1), 0)
    if style == 0:
        raise missing_field(f"{path}.style")
    optional_text(button, "label", path, 80)
    if style == LINK_STYLE:
        text(button, "url", path, 1, 512)
        if button.get("custom_id") is not None:
            raise invalid_form(f"{path}.custom_id", "BUTTON_LINK", "A link has no custom_id.")
        return
    text(button, "custom_id", path, 1, CUSTOM_ID_LENGTH)
    if not button.get("label") and not button.get("emoji"):
        raise missing_field(f"{path}.label")


def _check_select(select: Json, path: str) -> None:
    text(select, "custom_id", path, 1, CUSTOM_ID_LENGTH)
    optional_text(select, "placeholder", path, 150)
    limit = whole_number(select, "max_values", path, range(1, OPTIONS + 1), 1)
    whole_number(select, "min_values", path, range(OPTIONS + 1), 1)
    if select["type"] != STRING_SELECT:
        return
    options = objects(select, "options", path, OPTIONS, least=1)
    if limit > len(options):
        raise bad_length(f"{path}.options", limit, OPTIONS)
    for index, option in enumerate(options):
        place = f"{path}.options.{index}"
        text(option, "label", place, 1, 100)
        text(option, "value", place, 1, 100)
        optional_text(option, "description", place, 100)
    _check_distinct([option["value"] for option in options], f"{path}.options")


def _check_text_input(field: Json, path: str) -> None:
    text(field, "custom_id", path, 1, CUSTOM_ID_LENGTH)
    whole_number(field, "style", path, range(1, 3), 1)
    whole_number(field, "min_length", path, range(4001), 0)
    whole_number(field, "max_length", path, range(1, 4001), 4000)
    optional_text(field, "placeholder", path, 100)
    optional_text(field, "value", path, 4000)


def _check_label(label: Json, path: str) -> None:
    text(label, "label", path, 1, 45)
    optional_text(label, "description", path, 100)
    if not isinstance(label.get("component"), dict):
        raise missing_field(f"{path}.component")
    _check(label["component"], f"{path}.component", MODAL_INPUTS)


def _check_container(container: Json, path: str) -> None:
    children = objects(container, "components", path, COMPONENTS_V2_TOTAL, least=1)
    for index, child in enumerate(children):
        _check(child, f"{path}.components.{index}", TOP_LEVEL_V2[:-1])


def _check_gallery(gallery: Json, path: str) -> None:
    for index, item in enumerate(objects(gallery, "items", path, 10, least=1)):
        _check_media(item, f"{path}.items.{index}", "media")
        optional_text(item, "description", f"{path}.items.{index}", 1024)


def _check_media(component: Json, path: str, name: str) -> None:
    media: Any = component.get(name)
    if not isinstance(media, dict):
        raise missing_field(f"{path}.{name}")
    text(media, "url", f"{path}.{name}", 1, 2048)


CHECKS: Mapping[int, Callable[[Json, str], object]] = {
    BUTTON: _check_button,
    **dict.fromkeys(SELECTS, _check_select),
    LABEL: _check_label,
    CONTAINER: _check_container,
    MEDIA_GALLERY: _check_gallery,
    TEXT_DISPLAY: lambda component, path: text(component, "content", path, 1, 4000),
    FILE: lambda component, path: _check_media(component, path, "file"),
}


def _check_totals(everything: list[Json]) -> None:
    if len(everything) > COMPONENTS_V2_TOTAL:
        raise bad_length("components", 1, COMPONENTS_V2_TOTAL)
    displays = (component for component in everything if component["type"] == TEXT_DISPLAY)
    written = sum(len(display["content"]) for display in displays)
    if written > TEXT_V2_TOTAL:
        raise bad_length("components", 1, TEXT_V2_TOTAL)


def _check_custom_ids(everything: list[Json]) -> None:
    custom_ids = (component.get("custom_id") for component in everything)
    _check_distinct([name for name in custom_ids if name is not None], "components")


def _check_distinct(values: list[str], path: str) -> None:
    if len(set(values)) < len(values):
        raise invalid_form(path, "COMPONENT_DUPLICATE", "No two of these may be the same.")


def _number(everything: list[Json]) -> None:
    taken = {other_component["id"] for other_component in everything if other_component.get("id")}
    free = (number for number in range(1, len(everything) + len(taken) + 1) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)
