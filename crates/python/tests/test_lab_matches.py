"""Matches of the laboratory, and their players."""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import beaufort
import pytest
from beaufort import lab
from beaufort._rust import Work
from beaufort.lab.__main__ import main
from beaufort.lab._match import player_words
from beaufort.lab._spec import MatchSpec
from lab_cluster import TwoNodes, one_machine


def test_a_batched_function_gets_batches_of_pairs() -> None:
    sizes = []

    def first_turns(positions: list[beaufort.Position]) -> list[beaufort.Turn]:
        sizes.append(len(positions))
        return [position.legal_turns[0] for position in positions]

    player = beaufort.Player.function(first_turns, batched=True)
    game = beaufort.Game("orthochess")
    work = MatchSpec(game, player_words(player), player_words("random"), 1, 2, 20).work()
    lines = work.play(list(range(24)))
    assert max(sizes) > 4, sizes
    assert [json.loads(line)["n"] for line in lines] == list(range(48))
    assert work.play([3]) == lines[6:8]


def test_a_level_is_a_player_of_the_laboratory() -> None:
    words = player_words("club")
    assert words == player_words("engine:level=club") and "level=club" in repr(words.player())
    with pytest.raises(ValueError, match="`clbu` is no player: expected random, greedy, a level"):
        player_words("clbu")


def test_a_test_ends_the_match(cluster: TwoNodes, tmp_path: Path) -> None:
    test = lab.Sprt(elo0=0, elo1=100)
    settings: dict[str, Any] = {"games": 10_000, "sprt": test, "out": tmp_path, "max_plies": 200, "address": cluster.address}
    standing = lab.match("orthochess", "engine:nodes=200", "random", **settings)
    assert standing.verdict == "accepted" and standing.ratio >= standing.bounds[1] > 0
    games = standing.wins + standing.draws + standing.losses
    assert games < 2_000 and standing.elo is not None and standing.elo[0] > 100
    # A decided match stays decided, and `play_match` gives the same result for the same games.
    assert lab.match("orthochess", "engine:nodes=200", "random", **settings) == standing
    rows = [json.loads(line) for line in (tmp_path / "orthochess.match.jsonl").read_text().splitlines()[1:]]
    played: list[beaufort.MatchGame] = []
    players = beaufort.Player.engine(nodes=200), beaufort.Player.random()
    beaufort.play_match("orthochess", *players, games=4, max_plies=200, on_game=played.append)
    points = {row["n"]: row["points"] / 2 for row in rows}
    assert {game.number: game.score for game in played}.items() <= points.items()
    with pytest.raises(ValueError, match="seed 1 instead of 2"):
        lab.match("orthochess", "engine:nodes=200", "random", **settings, seed=2)


def test_functions_play_on_the_cluster(cluster: TwoNodes, tmp_path: Path) -> None:
    weights = {"orthochess": -1}

    def choose(position: beaufort.Position) -> beaufort.Turn:
        return position.legal_turns[weights[position.game.id]]

    settings: dict[str, Any] = {"games": 4, "max_plies": 40, "address": cluster.address}
    standing = lab.match("orthochess", choose, beaufort.Player.random(), out=tmp_path, **settings)
    result = beaufort.play_match("orthochess", choose, "random", games=4, max_plies=40)
    assert (standing.wins, standing.draws, standing.losses) == (result.wins, result.draws, result.losses)

    def fails(_: beaufort.Position) -> str:
        raise LookupError("no weights")

    with pytest.raises(beaufort.PlayerError, match="the player `fails` raised LookupError: no weights; after 2 turns"):
        lab.match("orthochess", fails, "random", data=tmp_path / "other", **settings)


def test_players_are_told_in_words(tmp_path: Path) -> None:
    net = tmp_path / "derived.net"
    net.write_text("content")
    for player in ["random", "greedy", "engine:nodes=5,time=1.0,hash=4", f"engine:nodes=5,net={net},hash=4"]:
        words = player_words(player)
        again = player_words(words.player())
        assert again.player() == words.player() and dict(again.settings).items() >= dict(words.settings).items()
        assert sorted(again.words.split(",")[1:]) == sorted(words.words.split(",")[1:])


def test_a_match_that_another_engine_began_is_refused(cluster: TwoNodes, tmp_path: Path) -> None:
    file = tmp_path / "orthochess.match.jsonl"
    settings: dict[str, Any] = {"out": tmp_path, "max_plies": 40, "address": cluster.address}
    lab.match("orthochess", "greedy", "random", games=2, **settings)
    heading, *lines = file.read_text().splitlines()
    games = [json.loads(line) for line in lines]
    for game in games:
        game["turns"] = game["turns"].rpartition(" ")[0]
    file.write_text("".join(f"{line}\n" for line in [heading, *map(json.dumps, games)]))
    before = file.read_bytes()
    with pytest.raises(ValueError, match="those of another engine"):
        lab.match("orthochess", "greedy", "random", games=4, **settings)
    assert file.read_bytes() == before


def test_games_by_the_clock_are_not_played_again() -> None:
    timed, other = player_words("engine:nodes=5,time=1"), player_words("random")
    assert not MatchSpec("orthochess", other, timed, 1, 2, 40).is_reproducible
    assert not MatchSpec("orthochess", other, player_words("engine:clock=5,increment=1"), 1, 2, 40).is_reproducible
    assert MatchSpec("orthochess", other, player_words("engine:nodes=5"), 1, 2, 40).is_reproducible
    assert not MatchSpec("orthochess", other, player_words(lambda _: None), 1, 2, 40).is_reproducible


def test_a_standing_is_of_the_pairs_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "orthochess.match.jsonl"
    players = [(player_words(words).player(), words) for words in ["greedy", "random"]]
    work = Work.match("orthochess", *players, max_plies=60)
    one_machine(work, file, 5)
    with closing(work.store(file)) as store:
        games = [sum(store.sprt(pairs=pairs)[0]) for pairs in [0, 2, 5, 9]]
    assert games == [0, 4, 10, 10], "the place may hold more"


def test_a_match_of_changed_rules_is_another_one(tmp_path: Path) -> None:
    text = 'id = "my"\nname = "Mine"\nextends = "orthochess"\n'
    players = [(player_words(words).player(), words) for words in ["greedy", "random"]]
    file = tmp_path / "my.match.jsonl"
    one_machine(Work.match(beaufort.Game.from_text(text), *players, max_plies=60), file, 1)
    changed = Work.match(beaufort.Game.from_text(text + '[piece.Knight]\nability = "N + W"\n'), *players, max_plies=60)
    with pytest.raises(ValueError, match="evaluations"):
        changed.store(file)


def test_players_are_told_apart_by_what_is_in_their_files(tmp_path: Path) -> None:
    net = tmp_path / "my.net"
    net.write_bytes(b"a")
    words = player_words(f"engine:nodes=5,net={net}").words
    assert words == "engine:nodes=5,net=e8b7be43"
    assert player_words("engine:nodes=5,net=derived").words == "engine:nodes=5,net=derived"


def test_a_foreign_net_is_told_with_its_file_and_its_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # An invalid net is reported before a cluster is looked for.
    monkeypatch.setitem(sys.modules, "ray", None)
    net = tmp_path / "foreign.net"
    net.write_text('game = "orthochess"\n[piece]\n[shared]\n')
    foreign = "these are weights for `orthochess`, not for `scirocco`"
    player = f"engine:nodes=5,net={net}"
    assert main(["match", "scirocco", "random", player, "--data", os.devnull]) == 2
    assert capsys.readouterr().err == f"error: the player `{player}`: the net:1: {foreign}\n"
    for command in ["study", "games"]:
        assert main([command, "scirocco", "--games", "1", "--net", str(net), "--data", os.devnull]) == 2
        assert capsys.readouterr().err == f"error: {net}:1: {foreign}\n"
