"""Where the laboratory keeps games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import beaufort
import pytest
from beaufort import lab
from beaufort._rust import Work
from beaufort.lab import _run
from lab_cluster import SHORT, one_machine


@pytest.mark.parametrize("place", ["s3://bucket/x", Path("s3://bucket/x"), "gs://bucket", "file:///tmp/x"])
def test_the_address_of_another_place_is_no_folder(place: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    calls: list[Callable[..., object]] = [
        lambda **keywords: lab.study("orthochess", games=1, **keywords),
        lambda **keywords: lab.games("orthochess", games=1, **keywords),
        lambda **keywords: lab.match("orthochess", "random", "greedy", games=2, **keywords),
    ]
    for call in calls:
        for keyword in ("out", "data"):
            with pytest.raises(ValueError, match="is an address, not a path"):
                call(**{keyword: place})
    works = [Work.study("orthochess", **SHORT), Work.games("orthochess", **SHORT)]
    for work in works:
        with pytest.raises(ValueError, match="is an address, not a path"):
            work.store(place)
    assert list(tmp_path.iterdir()) == []


def test_other_games_are_not_mixed(tmp_path: Path) -> None:
    work = Work.study("orthochess", **SHORT)
    one_machine(work, tmp_path, 3)
    with closing(work.store(tmp_path)) as store:
        assert store.missing(5) == [3, 4]
        assert not store.add(work.play([1])[0]), "it is there already"
        with pytest.raises(ValueError, match="no game of this work"):
            store.add("{}")
        with pytest.raises(ValueError, match="another study is writing"):
            work.store(tmp_path)
        with pytest.raises(ValueError, match="only a match has a test"):
            store.sprt()
    with pytest.raises(ValueError, match="closed"):
        store.missing(5)
    with pytest.raises(ValueError, match="nodes 20 instead of 21.*name another place"):
        Work.study("orthochess", **{**SHORT, "nodes": 21}).store(tmp_path)


@pytest.mark.parametrize(
    "work",
    [
        Work.study("orthochess", **SHORT),
        Work.games("orthochess", **SHORT),
        Work.match("orthochess", (beaufort.Player.greedy(), "greedy"), (beaufort.Player.random(), "random"), max_plies=40),
    ],
    ids=["study", "games", "match"],
)
def test_games_of_another_engine_are_known_by_one_of_them(work: Work, tmp_path: Path) -> None:
    path = tmp_path / "games"
    with closing(work.store(path)) as store:
        assert store.sample() is None
        for line in work.play([1]):
            store.add(line)
    with closing(work.store(path)) as store:
        sample = store.sample()
    assert sample is not None and sample[0] == 1
    _run.check_sample(work, sample, path)
    with pytest.raises(ValueError, match="those of another engine"):
        _run.check_sample(work, (0, sample[1]), path)


def test_rows_have_the_names_of_the_table(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    settings: dict[str, Any] = {"nodes": 20, "max_plies": 40, "seed": 7}
    one_machine(Work.study("scirocco", **settings), tmp_path, 3)
    table = polars.read_parquet(tmp_path / "part-*.parquet").sort("number")
    rows = beaufort.study("scirocco", games=3, **settings)
    assert list(rows[0]) == table.columns
    assert rows == table.to_dicts()
