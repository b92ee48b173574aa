"""What a page without a kernel does with widgets: follow links, show what is chosen."""

from typing import Any

from ipywidgets import Widget


class Page:
    """Holds the state of all widgets as a built page does, and nothing else of them."""

    def __init__(self) -> None:
        models = Widget.get_manager_state(drop_defaults=False)["state"]
        self.models = {name: model["state"] for name, model in models.items()}
        names = {name: model["model_name"] for name, model in models.items()}
        self.links = [
            (tuple(self.models[name]["source"]), tuple(self.models[name]["target"]))
            for name, kind in names.items()
            if kind == "LinkModel"
        ]

    def set(self, widget: Widget, index: int) -> None:
        """Choose an index, as a reader does by moving a handle."""
        self._assign(f"IPY_MODEL_{widget.model_id}", "index", index)

    def _assign(self, model: str, trait: str, value: Any) -> None:
        state = self.models[model.removeprefix("IPY_MODEL_")]
        if state[trait] == value:
            return
        state[trait] = value
        for one, other in self.links:
            if one == (model, trait):
                self._assign(*other, value)
            elif other == (model, trait):
                self._assign(*one, value)

    def shown(self, widget: Widget) -> list[str]:
        """Return the contents of the HTML widgets that a reader sees in `widget`."""
        return self._shown(f"IPY_MODEL_{widget.model_id}")

    def _shown(self, model: str) -> list[str]:
        state = self.models[model.removeprefix("IPY_MODEL_")]
        children = state.get("children", [])
        if state["_model_name"] == "StackModel":
            chosen = state["selected_index"]
            children = [] if chosen is None else [children[chosen]]
        if state["_model_name"] in ("HTMLModel", "HTMLMathModel"):
            return [state["value"]]
        return [text for child in children for text in self._shown(child)]


def inside(widget: Widget, *kinds: type) -> list[Any]:
    """Return the widgets of the given kinds in `widget`, in the order of the page."""
    found = [widget] if isinstance(widget, kinds) else []
    for child in getattr(widget, "children", ()):
        found += inside(child, *kinds)
    return found
