"""Measures the speed of random games beside other packages, as a table in Markdown.

    python peers.py [--seconds 2] [--repeat 3]

Each row plays random legal turns on one core, for so many seconds, as often as `--repeat` says, round after round so that all rows see
the same load; the best time counts. Games end by the rules, or after 200 turns. Rows of packages that are not installed are left out:
pip install chess pettingzoo pygame open_spiel pgx
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator

import beaufort
import numpy as np

#: A game that goes on for ever: each item is a number of turns that have been played.
Games = Iterator[int]
MAX_PLIES = 200
BATCH = 64
rng = random.Random(1)


def positions(game: str) -> Games:
    start = beaufort.Game(game).array()
    while True:
        position = start.copy()
        while position.ply() < MAX_PLIES and not position.is_game_over():
            position.push(rng.choice(position.legal_turns))
            yield 1


def batches(game: str) -> Games:
    batch = beaufort.Batch(game, BATCH, seed=1, threads=1, max_plies=MAX_PLIES, auto_reset=True)
    while True:
        batch.step(batch.sample())
        yield BATCH


def playouts(game: str) -> Games:
    while True:
        batch = beaufort.Batch(game, BATCH, seed=rng.randrange(1 << 32), threads=1)
        batch.playout(max_plies=MAX_PLIES)
        yield int(batch.plies.sum())


def observed(game: str) -> Games:
    """As a learner plays them, with planes and masks."""
    batch = beaufort.Batch(game, BATCH, seed=1, threads=1, max_plies=MAX_PLIES, auto_reset=True)
    while True:
        batch.planes()
        batch.action_masks()
        batch.step(batch.sample())
        yield BATCH


def environment(name: str) -> Games:
    if name == "chess_v6":
        from pettingzoo.classic import chess_v6

        env = chess_v6.env()
    else:
        import beaufort.pettingzoo

        env = beaufort.pettingzoo.env(name)
    while True:
        env.reset()
        for _ in range(MAX_PLIES):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            yield 1


def python_chess(name: str) -> Games:
    import chess

    while True:
        board = chess.Board()
        while board.ply() < MAX_PLIES and not board.is_game_over(claim_draw=name == "claimed"):
            board.push(rng.choice(list(board.legal_moves)))
            yield 1


def open_spiel(name: str) -> Games:
    import pyspiel

    if name != "chess":
        import beaufort.openspiel

        game = beaufort.openspiel.load(name)
    else:
        game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        for _ in range(MAX_PLIES):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
            yield 1


def pgx(name: str) -> Games:
    import jax
    import jax.numpy as jnp
    from pgx import make

    env = make(name)
    start, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=1))
    key = jax.random.key(1)
    while True:
        state = start(jax.random.split(key, BATCH))
        for _ in range(MAX_PLIES):
            key, now = jax.random.split(key)
            state = step(state, choose(now, state.legal_action_mask))
            if bool(state.terminated.all()):
                break
            yield int((~state.terminated).sum())


#: A row: its name, and what plays.
ROWS: list[tuple[str, Callable[[], Games]]] = [
    ("`Position`, orthodox chess", lambda: positions("orthochess")),
    ("python-chess", lambda: python_chess("automatic")),
    ("python-chess, threefold repetition claimed", lambda: python_chess("claimed")),
    ("OpenSpiel, its own chess (C++)", lambda: open_spiel("chess")),
    ("OpenSpiel, `beaufort.openspiel`", lambda: open_spiel("orthochess")),
    ("PettingZoo, `chess_v6`", lambda: environment("chess_v6")),
    ("PettingZoo, `beaufort.pettingzoo`", lambda: environment("orthochess")),
    (f"pgx, {BATCH} games, with observations", lambda: pgx("chess")),
    (f"`Batch`, {BATCH} games, with planes and masks", lambda: observed("orthochess")),
    (f"`Batch`, {BATCH} games, `sample` and `step`", lambda: batches("orthochess")),
    (f"`Batch`, {BATCH} games, `playout`", lambda: playouts("orthochess")),
    ("`Position`, Scirocco", lambda: positions("scirocco")),
    (f"`Batch`, {BATCH} games, with planes and masks, Scirocco", lambda: observed("scirocco")),
]


def measure(games: Games, seconds: float) -> float:
    """Returns the turns per second."""
    turns, begin = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begin) < seconds:
        turns += next(games)
    return turns / elapsed


def table(seconds: float, repeat: int) -> str:
    """Returns the table of all rows whose packages are installed."""
    known = []
    for name, start in ROWS:
        games = start()
        try:
            # The time of imports and compilation does not count.
            next(games)
        except ImportError:
            continue
        known.append((name, games))
    rates = {name: 0.0 for name, _ in known}
    for _ in range(repeat):
        for name, games in known:
            rates[name] = max(rates[name], measure(games, seconds))
    first = next(iter(rates.values()))
    lines = ["| random games | turns a second | ratio |", "|---|---|---|"]
    lines += [f"| {name} | {rate:,.0f} | {rate / first:.2g} |" for name, rate in rates.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a row plays each time")
    parser.add_argument("--repeat", type=int, default=3, help="how often; the best time counts")
    settings = parser.parse_args()
    # One core: libraries would else differ in how many they use.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(table(settings.seconds, settings.repeat))
