"""Message components and modals: Discord's limits, and search by `custom_id`."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from sandbox.errors import bad_length, invalid_form, missing_field, wrong_choice
from sandbox.fields import Form, Shape, check_length
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
TOP_LEVEL_V2 = (ACTION_ROW, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER)

LINK_STYLE = 5
PREMIUM_STYLE = 6
ROWS = 5
ROW_WIDTH = 5
OPTIONS = 25
COMPONENTS_V2_TOTAL = 40
TEXT_V2_TOTAL = 4000

CUSTOM_ID = (1, 100)
TITLE = (1, 45)
MODAL: Shape = {"custom_id": CUSTOM_ID, "title": TITLE}
OPTION: Shape = {"label": (1, 100), "value": (1, 100), "description": 100}
SELECT: Shape = {
    "custom_id": CUSTOM_ID,
    "placeholder": 150,
    "max_values": range(1, OPTIONS + 1),
    "min_values": range(OPTIONS + 1),
}
SHAPES: Mapping[int, Shape] = {
    **dict.fromkeys(SELECTS, SELECT),
    TEXT_INPUT: {
        "custom_id": CUSTOM_ID,
        "style": range(1, 3),
        "min_length": range(4001),
        "max_length": range(1, 4001),
        "placeholder": 100,
        "value": 4000,
    },
    TEXT_DISPLAY: {"content": (1, 4000)},
    LABEL: {"label": TITLE, "description": 100},
}


def check_components(components: list[Json], *, version_2: bool) -> None:
    """Check components against Discord's limits, and number them as it does."""
    limit, allowed = (COMPONENTS_V2_TOTAL, TOP_LEVEL_V2) if version_2 else (ROWS, (ACTION_ROW,))
    for component in Form({"components": components}).forms("components", limit):
        _check(component, allowed)
    everything = list(walk(components))
    if version_2:
        _check_totals(everything)
    _finish(everything)


def check_modal(modal: Form) -> None:
    """Check a modal against Discord's limits."""
    modal.check(MODAL)
    for component in modal.forms("components", ROWS, least=1):
        _check(component, (ACTION_ROW, LABEL, TEXT_DISPLAY), in_modal=True)
    _finish(list(walk(modal.body["components"])))


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


def _check(component: Form, allowed: tuple[int, ...], *, in_modal: bool = False) -> None:
    kind = component.body.get("type")
    if not isinstance(kind, int) or kind not in allowed:
        raise wrong_choice(component.at("type"))
    component.check(SHAPES.get(kind, {}))
    if kind == ACTION_ROW:
        _check_row(component, in_modal=in_modal)
    elif kind in CHECKS:
        CHECKS[kind](component)


def _check_row(row: Form, *, in_modal: bool) -> None:
    children = row.forms("components", ROW_WIDTH, least=1)
    allowed: tuple[int, ...] = (BUTTON,)
    if in_modal or children[0].body.get("type") in SELECTS:
        check_length(children, row.at("components"), 1, 1)
        allowed = (TEXT_INPUT, STRING_SELECT) if in_modal else SELECTS
    for child in children:
        _check(child, allowed)
        if in_modal and child.body["type"] == TEXT_INPUT:
            child.check({"label": TITLE})


def _check_button(button: Form) -> None:
    style = button.number("style", range(1, PREMIUM_STYLE + 1), 0)
    if style == 0:
        raise missing_field(button.at("style"))
    button.check({"label": 80})
    if style == LINK_STYLE:
        button.check({"url": (1, 512)})
        if button.body.get("custom_id") is not None:
            raise invalid_form(button.at("custom_id"), "BUTTON_LINK", "A link has no custom_id.")
        return
    button.check({"custom_id": CUSTOM_ID})
    if not button.body.get("label") and not button.body.get("emoji"):
        raise missing_field(button.at("label"))


def _check_options(select: Form) -> None:
    options = select.forms("options", OPTIONS, least=1)
    limit = select.number("max_values", range(OPTIONS + 1), 1)
    if limit > len(options):
        raise bad_length(select.at("options"), limit, OPTIONS)
    for option in options:
        option.check(OPTION)
    _check_distinct([option.body["value"] for option in options], select.at("options"))


def _check_label(label: Form) -> None:
    if not isinstance(label.body.get("component"), dict):
        raise missing_field(label.at("component"))
    _check(label.part("component"), MODAL_INPUTS)


def _check_container(container: Form) -> None:
    for child in container.forms("components", COMPONENTS_V2_TOTAL, least=1):
        _check(child, TOP_LEVEL_V2[:-1])


def _check_gallery(gallery: Form) -> None:
    for item in gallery.forms("items", 10, least=1):
        _check_media(item, "media")
        item.check({"description": 1024})


def _check_media(component: Form, name: str) -> None:
    if not isinstance(component.body.get(name), dict):
        raise missing_field(component.at(name))
    component.part(name).check({"url": (1, 2048)})


CHECKS: Mapping[int, Callable[[Form], None]] = {
    BUTTON: _check_button,
    STRING_SELECT: _check_options,
    LABEL: _check_label,
    CONTAINER: _check_container,
    MEDIA_GALLERY: _check_gallery,
    FILE: lambda component: _check_media(component, "file"),
}


def _check_totals(everything: list[Json]) -> None:
    if len(everything) > COMPONENTS_V2_TOTAL:
        raise bad_length("components", 1, COMPONENTS_V2_TOTAL)
    displays = (component for component in everything if component["type"] == TEXT_DISPLAY)
    written = sum(len(display["content"]) for display in displays)
    if written > TEXT_V2_TOTAL:
        raise bad_length("components", 1, TEXT_V2_TOTAL)


def _finish(everything: list[Json]) -> None:
    """Check that no custom_id comes twice, and number the components that have no id."""
    custom_ids = (component.get("custom_id") for component in everything)
    _check_distinct([name for name in custom_ids if name is not None], "components")
    taken = {component["id"] for component in everything if component.get("id")}
    free = (number for number in range(1, len(everything) + len(taken) + 1) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)


def _check_distinct(values: list[str], path: str) -> None:
    if len(set(values)) < len(values):
        raise invalid_form(path, "COMPONENT_DUPLICATE", "No two of these may be the same.")
