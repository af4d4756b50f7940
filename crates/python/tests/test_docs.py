"""Every example in the documentation runs, and everything public is documented."""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib.metadata
import inspect
import io
import json
import os
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_origin

import beaufort
import beaufort.lab
import pytest
from api_page import PAGE, api_page
from beaufort._rust import Work

#: The modules with environments whose packages are installed.
ENVIRONMENTS = [import_module(f"beaufort.{name}") for name in ("gymnasium", "openspiel", "pettingzoo") if name in dir(beaufort)]
DOCS = Path(__file__).parents[3] / "docs"


def documented() -> Iterator[tuple[str, Any]]:
    """Returns the modules, functions, classes and members with their names."""
    for module in (beaufort, beaufort.lab, *ENVIRONMENTS):
        yield module.__name__, module
        for name in module.__all__:
            thing = getattr(module, name)
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing) and thing.__module__.startswith("beaufort"):
                for member, value in vars(thing).items():
                    # The default of a field is documented with its class.
                    if not member.startswith("_") and not isinstance(value, float):
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
    tutorial = DOCS / "python" / "tutorial.md"
    text = "\n".join(line for line in tutorial.read_text().splitlines() if not line.startswith("```"))
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    examples = doctest.DocTestParser().get_doctest(text, {}, tutorial.name, None, 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(examples, out=report.append)
    assert not report, "".join(report)


#: It takes long and depends on the machine: see test_training.py.
TRAINING = DOCS / "python" / "alphazero.ipynb"
NOTEBOOKS = sorted({*DOCS.glob("python/*.ipynb")} - {TRAINING})


def outputs_of(source: str, number: int, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Runs a cell of a notebook and returns its outputs, as Jupyter keeps them."""
    statements = ast.parse(source).body
    last = statements.pop() if isinstance(statements[-1], ast.Expr) else None
    printed, shown = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), "cell", "exec", dont_inherit=True), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), "cell", "eval", dont_inherit=True), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if shown is not None:
        data = {"image/svg+xml": shown._repr_svg_().splitlines(keepends=True), "text/plain": [repr(shown)]}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.name for path in NOTEBOOKS])
def test_notebooks_show_what_their_cells_print(path: Path) -> None:
    """UPDATE=1 writes them anew."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "notebook"}
    stale = []
    for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), start=1):
        new = {"execution_count": number, "outputs": outputs_of("".join(cell["source"]), number, names)}
        if not cell.items() >= new.items():
            stale.append(number)
            cell.update(new)
    if "UPDATE" in os.environ:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        assert not stale, f"cells of {path.name} show what the package no longer gives: UPDATE=1 cargo xtask python"


def test_every_notebook_is_in_the_book() -> None:
    assert NOTEBOOKS
    book = (DOCS / "SUMMARY.md").read_text(encoding="utf-8")
    assert [path.name for path in [*NOTEBOOKS, TRAINING] if f"(python/{path.name})" not in book] == []


def test_the_page_of_the_api_is_fresh() -> None:
    """UPDATE=1 writes it anew."""
    page = api_page()
    if "UPDATE" in os.environ:
        PAGE.write_text(page, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page, "docs/python/api.md is out of date: UPDATE=1 cargo xtask python"


def test_the_page_about_the_package_runs() -> None:
    for page in (DOCS / "python" / "README.md", DOCS.parent / "crates" / "python" / "README.md"):
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        assert blocks
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile("\n".join(blocks), page.name, "exec"), {})


def test_the_questions_of_the_laboratory_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = DOCS / "lab.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) > 4
    work = Work.study("scirocco", nodes=20, max_plies=400)
    store = work.store(tmp_path / "reports" / "scirocco" / "games")
    for line in work.play(range(6)):
        store.add(line)
    store.close()
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile("\n".join(blocks), page.name, "exec"), names)
    assert names["advantage"]["len"][0] == 6 and 0 <= names["advantage"]["mean"][0] <= 1
    assert names["lengths"]["10%"][0] <= names["lengths"]["90%"][0] <= 200
    assert names["endings"]["len"].sum() == 6
    assert names["why"]["len"].sum() == 6
    assert names["worth_it"]["wins"].is_between(0, 1).all()
    assert names["changes"]["changes"][0] >= 0
    assert [row[:2] for row in names["table"]] == [("scirocco", 6)]


def test_the_endings_of_the_table_are_reasons() -> None:
    page = (DOCS / "lab.md").read_text()
    reasons: dict[str, str] = ast.literal_eval(re.findall(r"^reasons = (.*)$", page, re.MULTILINE)[0])
    seen = set()
    for name in ("scirocco", "orthochess"):
        game = beaufort.Game(name)
        for row in beaufort.study(game, games=200, nodes=20, max_plies=400):
            position = game.array(row["set_up"])
            for played in row["turns"]:
                position.push(position.parse_coordinates(played["turn"]))
            outcome = position.outcome()
            assert (outcome and outcome.reason) == (None if row["ending"] == "stopped" else reasons.get(row["ending"], row["ending"]))
            seen.add(row["ending"])
    assert {"royal", "bare", "checkmate"} <= seen
    assert all(f"`{reason}`" in doc(beaufort.Outcome.reason) for reason in reasons.values())


def test_the_wheel_has_the_licences_of_its_parts() -> None:
    files = importlib.metadata.files("beaufort") or []
    texts = {file.name: file.read_text() for file in files if ".dist-info" in str(file)}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-NOTICES.txt"} <= texts.keys()
    assert re.search(r"^  pyo3 \d", texts["THIRD-PARTY-NOTICES.txt"], re.MULTILINE)
    assert re.search(r"^  parquet \d", texts["THIRD-PARTY-NOTICES.txt"], re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 15


def test_everything_is_documented() -> None:
    inherited = {doc(int.real), "", *map(doc, (str, int, float))}
    # Methods that the environment overrides are documented by PettingZoo.
    bare = [
        name
        for name, thing in documented()
        # A list of texts cannot have documentation of its own.
        if get_origin(thing) is not Literal
        and doc(thing).strip() in inherited
        and not name.startswith("beaufort.pettingzoo.raw_env.")
        and name != "beaufort.__version__"
    ]
    assert bare == []
