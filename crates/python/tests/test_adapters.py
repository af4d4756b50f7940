"""The environments of Gymnasium and OpenSpiel, and what environments show."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import beaufort
import beaufort.gymnasium
import beaufort.pettingzoo
import gymnasium
import numpy as np
import pytest
from beaufort import Side
from gymnasium.utils.env_checker import check_env

def first_legal(observation: dict[str, Any]) -> int:
    return int(np.flatnonzero(observation["action_mask"])[0])


@pytest.mark.parametrize("opponent", ["beginner", "random"])
def test_gymnasium_finds_nothing_wrong(opponent: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make("beaufort/Level-v0", game="scirocco", opponent=opponent, render_mode="svg")
        check_env(made.unwrapped)
    # The modes that it tries.
    assert "to move" in capsys.readouterr().out


def test_an_agent_plays_games_against_a_level() -> None:
    env = beaufort.gymnasium.Env("orthochess", "beginner", max_plies=60)
    sides, ends = set(), set()
    for number in range(8):
        observation, _ = env.reset(seed=7 if number == 0 else None)
        sides.add(env.side)
        assert env.position.side == env.side and env.position.ply() == env.side
        assert (observation["observation"] == env.position.planes(env.side)).all()
        terminated = truncated = False
        while not terminated and not truncated:
            observation, reward, terminated, truncated, _ = env.step(first_legal(observation))
            assert terminated or truncated or env.position.side == env.side
        outcome = env.position.outcome()
        assert terminated == (outcome is not None) and truncated == (env.position.ply() >= 60 and not terminated)
        winner = None if outcome is None else outcome.winner
        assert reward == (0 if winner is None else 1 if winner == env.side else -1)
        ends.add((terminated, reward))
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)
    assert sides == set(Side) and len(ends) > 1


def test_a_seed_makes_the_same_games() -> None:
    for opponent in ("beginner", "random"):
        env = beaufort.gymnasium.Env("orthochess", opponent, side=1)
        games = []
        for seed in (3, None, 3, None):
            observation, _ = env.reset(seed=seed)
            for _ in range(8):
                observation = env.step(first_legal(observation))[0]
            games.append(env.position.text)
        assert games[:2] == games[2:] and games[0] != games[1]


def test_an_illegal_action_loses() -> None:
    env = beaufort.gymnasium.Env("orthochess", side=0)
    observation, _ = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert (reward, terminated, truncated, info) == (-1, True, False, {"illegal": True})
    assert env.position.ply() == 0 and not observation["action_mask"].any()
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_a_function_may_be_the_opponent() -> None:
    env = beaufort.gymnasium.Env("orthochess", lambda position: max(position.legal_turns, key=str), side=Side.SECOND)
    env.reset(seed=1)
    assert env.position.ply() == 1 and env.position.peek().text == max(turn.text for turn in beaufort.Position("orthochess").legal_turns)


def test_an_environment_is_copied_in_mid_game() -> None:
    env = beaufort.gymnasium.Env("scirocco", "beginner", side=0)
    observation, _ = env.reset(seed=2)
    observation = env.step(first_legal(observation))[0]
    for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert again.position.turn_stack == env.position.turn_stack and again.side == env.side
        assert not again.step(first_legal(observation))[2] and again.position.ply() == 4
    assert env.position.ply() == 2, "a copy is a game of its own"


def test_wrong_settings_of_an_environment() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"opponent": "wizard"}, "there is no opponent 'wizard': expected a function or one of .*'beginner'"),
        ({"opponent": "full"}, "there is no opponent 'full'"),
        ({"max_plies": 0}, "max_plies is 0: expected at least 1"),
        ({"render_mode": "film"}, "there is no render mode 'film': expected one of .*'rgb_array'"),
    ]
    for settings, message in wrong:
        with pytest.raises(ValueError, match=message):
            beaufort.gymnasium.Env("orthochess", **settings)


def test_environments_show_themselves_as_arrays() -> None:
    env = beaufort.pettingzoo.env("orthochess", render_mode="rgb_array")
    env.reset()
    before = env.render()
    assert before.dtype == np.uint8 and before.shape == (500, 500, 3)
    assert before.flags.writeable and len(np.unique(before.reshape(-1, 3), axis=0)) > 20
    env.step(env.unwrapped.position.encode("e4"))
    after = env.render()
    # The Pawn's two squares change, and others do not.
    assert (before != after).any() and (before[:100] == after[:100]).all()
    one = beaufort.gymnasium.Env("orthochess", side=0, render_mode="rgb_array")
    one.reset(seed=1)
    assert (one.render() == before).all()


@pytest.mark.parametrize(
    ("module", "missing", "message"),
    [
        ("gymnasium", "gymnasium", "the environment needs NumPy and Gymnasium: pip install numpy gymnasium"),
        ("openspiel", "pyspiel", "the game needs NumPy and OpenSpiel: pip install numpy open_spiel"),
    ],
)
def test_missing_packages_are_named(module: str, missing: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if module in vars(beaufort):
        monkeypatch.delattr(beaufort, module)
    monkeypatch.delitem(sys.modules, f"beaufort.{module}", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=f"^{message}$"):
        getattr(beaufort, module)


@pytest.mark.parametrize("missing", ["PIL.Image", "resvg_py"])
def test_pictures_name_the_packages_that_are_missing(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match="^pictures as arrays need NumPy, Pillow and resvg: pip install numpy pillow resvg-py$"):
        beaufort.pettingzoo.env("orthochess", render_mode="rgb_array")


def test_the_package_needs_none_of_them() -> None:
    names = ("numpy", "gymnasium", "pyspiel", "pettingzoo", "PIL", "resvg_py", "ray", "jax", "fsspec")
    code = f"import sys; sys.modules.update(dict.fromkeys({names!r})); import beaufort; print(len(beaufort.games()))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.returncode == 0 and int(told.stdout) > 20, told.stderr


def test_openspiel_plays_the_game() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = beaufort.openspiel.load("scirocco", max_plies=40)
    # It checks legal actions, returns, clones and texts.
    pyspiel.random_sim_test(game, 2, True, False)
    assert game.num_distinct_actions() == 10_000 and game.max_game_length() == 40
    state = game.new_initial_state()
    for ply in range(40):
        assert state.current_player() == state.position.side == ply % 2 and not state.is_terminal()
        assert state.legal_actions() == state.position.legal_actions
        assert [state.action_to_string(action) for action in state.legal_actions()[:3]] == [
            state.position.decode(action).text for action in state.legal_actions()[:3]
        ]
        for player in (0, 1):
            seen = np.array(state.observation_tensor(player)).reshape(game.observation_tensor_shape())
            assert (seen == state.position.planes(player)).all()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0]


def test_openspiel_knows_who_has_won(tmp_path: Path) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    # Named in one text, with a file of one's own.
    path = tmp_path / "mine.toml"
    path.write_text('extends = "orthochess"\nid = "mine"\nname = "Mine"\nauthor = "I"\nyear = 2026\n')
    game = pyspiel.load_game("beaufort", {"game": str(path), "max_plies": 50})
    state = game.new_initial_state()
    for text in ("f3", "e5", "g4"):
        state.apply_action(state.position.encode(text))
    ahead = state.clone()
    ahead.apply_action(ahead.position.encode("Qh4#"))
    assert ahead.is_terminal() and ahead.returns() == [-1, 1] and ahead.legal_actions() == []
    assert not state.is_terminal() and state.returns() == [0, 0], "a clone is a game of its own"
    assert ahead.serialize() and game.deserialize_state(ahead.serialize()).position == ahead.position
    with pytest.raises(ValueError, match="max_plies is 0"):
        beaufort.openspiel.load("scirocco", max_plies=0)


OWN = 'extends = "orthochess"\nid = "mine"\nname = "Mine"\nauthor = "I"\nyear = 2026\n'


@pytest.mark.parametrize("rules", [beaufort.Game("orthochess"), beaufort.Game.from_text(OWN)], ids=["ours", "own"])
def test_openspiel_states_are_copied_and_pickled(rules: beaufort.Game) -> None:
    pytest.importorskip("pyspiel")
    game = beaufort.openspiel.load(rules, max_plies=30)
    state = game.new_initial_state()
    for text in ("e4", "e5", "Nf3"):
        state.apply_action(state.position.encode(text))
    for again in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert again.position == state.position and again.history() == state.history() and again.get_game().max_plies == 30
        again.apply_action(again.legal_actions()[0])
        assert len(state.history()) == 3, "a copy is a game of its own"
    for same in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert same.game == rules and same.max_game_length() == 30 and len(same.new_initial_state().legal_actions()) == 20


def test_openspiel_writes_a_playthrough() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import generate_playthrough

    assert beaufort.openspiel, "importing it registers the game"
    text = generate_playthrough.playthrough("beaufort(game=orthochess,max_plies=6)", [], seed=1)
    assert 'GameType.short_name = "beaufort"' in text and "NumDistinctActions() = " in text
    assert "IsTerminal() = True" in text and "Returns() = [0, 0]" in text and "# State 6" in text
    actions = [int(number) for number in re.findall(r"^action: (\d+)$", text, re.MULTILINE)]
    assert generate_playthrough.playthrough("beaufort(game=orthochess,max_plies=6)", actions, seed=1) == text, "it can be replayed"
