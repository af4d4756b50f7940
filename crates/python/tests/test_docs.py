"""Every example in the documentation runs, and everything public is documented."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import beaufort
import beaufort.pettingzoo
import pytest


def documented() -> Iterator[tuple[str, Any]]:
    """Returns the modules, functions, classes and members with their names."""
    for module in (beaufort, beaufort.pettingzoo):
        yield module.__name__, module
        for name in module.__all__:
            thing = getattr(module, name)
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing) and thing.__module__.startswith("beaufort"):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", value


def doc(thing: Any) -> str:
    return getattr(thing, "__doc__", None) or ""


EXAMPLES = [(name, doc(thing)) for name, thing in documented() if ">>>" in doc(thing)]


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_run(name: str, text: str) -> None:
    examples = doctest.DocTestParser().get_doctest(text, {"beaufort": beaufort}, name, None, 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=report.append)
    assert not report, "".join(report)


def test_the_tutorial_runs() -> None:
    tutorial = Path(__file__).parent.parent / "docs" / "index.md"
    text = "\n".join(line for line in tutorial.read_text().splitlines() if not line.startswith("```"))
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    examples = doctest.DocTestParser().get_doctest(text, {}, tutorial.name, None, 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(examples, out=report.append)
    assert not report, "".join(report)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 15


def test_everything_is_documented() -> None:
    inherited = {doc(int.real), "", *map(doc, (str, int, float))}
    # What the environment overrides is documented by its library.
    bare = [
        name
        for name, thing in documented()
        if doc(thing).strip() in inherited and not name.startswith("beaufort.pettingzoo.raw_env.") and name != "beaufort.__version__"
    ]
    assert bare == []
