"""The page docs/python/api.md: the signatures from the source and the stubs, the documentation from the objects."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union

import beaufort

PAGE = Path(__file__).parents[3] / "docs" / "python" / "api.md"
INTRODUCTION = """\
# The API

<!-- Made from the package; `UPDATE=1 cargo xtask python` writes it anew. -->

Every public object of the package `beaufort`. The [tutorial](tutorial.md) shows how they work together.
"""
SECTIONS = {
    "Games and positions": "games Game PieceType Piece Side Position Turn Step StepKind Change Fate Outcome Reason Opening Tiles",
    "Records": "Record Node ArrowColour ReviewedTurn TurnGrade read_records iter_records write_records",
    "The engine": "Engine Search Program Reply Analysis Line Info Score Mate levels Level LevelId",
    "Many games": "play_match Player Book MatchResult Elo SprtResult Verdict MatchGame study StudyRow StudyTurn StudyPromotion StudyDrop Ending Batch",
    "Puzzles": "puzzles find_puzzles Puzzle PuzzleTheme",
    "beaufort.pettingzoo": "pettingzoo.env pettingzoo.raw_env",
    "beaufort.gymnasium": "gymnasium.Env",
    "beaufort.openspiel": "openspiel.load",
    "beaufort.lab": "lab.study lab.games lab.match lab.MatchStanding lab.Sprt lab.sweep lab.SweepRow lab.cost lab.Cost",
    "Exceptions": "BeaufortError PositionError TurnError PlayerError SetupError RecordError GameFileError Mistake NetError",
}
Definition = Union[ast.FunctionDef, ast.ClassDef, ast.Assign]


def definitions() -> dict[str, tuple[list[ast.stmt], int]]:
    """Returns where each name is defined: the statements of a file, and the index among them."""
    package = Path(__file__).parents[1] / "python" / "beaufort"
    found: dict[str, tuple[list[ast.stmt], int]] = {}
    for file in sorted([*package.glob("*.py"), package / "_rust.pyi", *package.glob("lab/_*.py")]):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        module = file.parent.name if file.parent.name == "lab" else file.stem
        prefix = "" if module.startswith("_") else f"{module}."
        for index, statement in enumerate(body):
            for name in names(statement):
                found.setdefault(prefix + name, (body, index))
    return found


def names(statement: ast.stmt) -> list[str]:
    """Returns the public names that a statement defines."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        defined = [statement.name]
    elif isinstance(statement, ast.AnnAssign):
        defined = [ast.unparse(statement.target)]
    elif isinstance(statement, ast.Assign):
        defined = [ast.unparse(target) for target in statement.targets]
    else:
        defined = []
    return [name for name in defined if not name.startswith("_")]


def text_after(body: list[ast.stmt], index: int) -> str:
    """Returns the text that documents an assignment."""
    following = body[index + 1] if index + 1 < len(body) else None
    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant) and isinstance(following.value.value, str):
        return inspect.cleandoc(following.value.value)
    return ""


def markdown(text: str) -> str:
    """Returns a text of documentation with its examples as code."""
    text = inspect.cleandoc(text)
    return re.sub(
        r"^Examples:\n((?:    .*\n?|\n)+)",
        lambda found: "```pycon\n" + inspect.cleandoc(found[1]) + "\n```\n",
        text,
        flags=re.MULTILINE,
    ).strip()


def signature(function: ast.FunctionDef, name: str) -> str:
    """Returns a call with its types, without `self`."""
    arguments = ast.unparse(function.args)
    arguments = re.sub(r"^(self|cls)(, /)?(, )?", "", arguments)
    returned = f" -> {ast.unparse(function.returns)}" if function.returns and function.name not in ("__init__", "__new__") else ""
    return f"{name}({arguments}){returned}"


def entries(name: str, body: list[ast.stmt], index: int, thing: Any) -> Iterator[str]:
    """Returns the paragraphs about a name and its members."""
    statement, last = body[index], name.rsplit(".", 1)[-1]
    yield f"### {name}"
    if isinstance(statement, ast.FunctionDef):
        yield f"```python\n{signature(statement, last)}\n```"
        yield markdown(thing.__doc__)
    elif isinstance(statement, ast.ClassDef):
        makers = [each for each in statement.body if isinstance(each, ast.FunctionDef) and each.name in ("__init__", "__new__")]
        if makers:
            yield f"```python\n{signature(makers[0], last)}\n```"
        bases = [base for base in map(ast.unparse, statement.bases) if "Error" in base]
        if bases:
            yield f"A `{bases[0]}`."
        yield markdown(thing.__doc__)
        members = [member(statement.body, at, thing) for at in range(len(statement.body))]
        if any(members):
            yield "\n".join(filter(None, members))
    elif isinstance(statement, ast.Assign):
        yield text_after(body, index)
        values = ast.literal_eval(ast.unparse(statement.value).removeprefix("Literal"))
        yield "Values: " + ", ".join(f"`{value}`" for value in values)


def member(body: list[ast.stmt], index: int, thing: Any) -> str:
    """Returns the line about a member of a class; its further paragraphs are indented."""
    statement = body[index]
    if not names(statement):
        return ""
    name = names(statement)[0]
    documented = getattr(getattr(thing, name, None), "__doc__", None) or ""
    if isinstance(statement, ast.FunctionDef):
        is_property = any(ast.unparse(decorator) == "property" for decorator in statement.decorator_list)
        kind = f": {ast.unparse(statement.returns)}" if is_property and statement.returns else ""
        head = name + kind if is_property else signature(statement, name)
    else:
        kind = f": {ast.unparse(statement.annotation)}" if isinstance(statement, ast.AnnAssign) else ""
        head, documented = name + kind, text_after(body, index)
    text = markdown(documented).replace("\n", "\n  ")
    return f"- `{head}`" + (f"\n\n  {text}\n" if text else "")


def api_page() -> str:
    """Returns the page."""
    found = definitions()
    public = set(beaufort.__all__) - {"__version__"}
    listed = [name for line in SECTIONS.values() for name in line.split()]
    assert public == {name for name in listed if "." not in name}
    parts = [INTRODUCTION.rstrip()]
    for title, line in SECTIONS.items():
        parts.append(f"## {title}")
        if title.startswith("beaufort."):
            parts.append(markdown(getattr(beaufort, title.removeprefix("beaufort.")).__doc__))
        for name in line.split():
            thing: Any = beaufort
            for part in name.split("."):
                thing = getattr(thing, part)
            parts.extend(entries(name, *found[name], thing))
    page = "\n\n".join(part for part in parts if part)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" +$", "", page, flags=re.MULTILINE)) + "\n"
