"""Plays the variants named on standard input by Fairy-Stockfish's rules, for measure.rs.

Arguments: the greatest number of positions that a count of leaves may visit, the number of random positions of a variant, and
perhaps the path of a variants.ini.
A name may end in `=no-drop-mates`: then a drop with which the player checkmates and has lost by that is no turn, as Fairy-Stockfish
lists what some rules call illegal.
For each variant it writes the lines `game NAME`, `fen FEN`, `perft LEAVES...` and `position TURNS;LEGAL TURNS;RESULT`; the result is
that for the side to move, `-` if the game goes on.
"""

import random
import sys

import pyffish

PLIES = 120


def is_lost_by_mating(name, fen, turns):
    return (
        pyffish.gives_check(name, fen, turns)
        and not pyffish.legal_moves(name, fen, turns)
        and pyffish.game_result(name, fen, turns) > 0
    )


def legal_turns(name, fen, turns):
    name, _, rule = name.partition("=")
    legal = pyffish.legal_moves(name, fen, turns)
    if rule:
        legal = [turn for turn in legal if "@" not in turn or not is_lost_by_mating(name, fen, turns + [turn])]
    return legal


def perft(name, fen, turns, depth):
    legal = legal_turns(name, fen, turns)
    if depth == 1:
        return len(legal)
    return sum(perft(name, fen, turns + [turn], depth - 1) for turn in legal)


def word(value):
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def result(name, fen, turns, legal):
    name = name.partition("=")[0]
    if not legal:
        return word(pyffish.game_result(name, fen, turns))
    ended, value = pyffish.is_optional_game_end(name, fen, turns)
    return word(value) if ended else "-"


def positions(name, fen, number):
    chance = random.Random(name.partition("=")[0])
    while number > 0:
        turns = []
        wanted = set(chance.sample(range(PLIES), 12))
        for ply in range(PLIES):
            legal = legal_turns(name, fen, turns)
            ending = result(name, fen, turns, legal)
            if ply in wanted or ending != "-":
                yield f"position {' '.join(turns)};{' '.join(sorted(legal))};{ending}"
                number -= 1
            if ending != "-" or number == 0:
                break
            turns = turns + [chance.choice(legal)]


def main():
    visits, number = int(sys.argv[1]), int(sys.argv[2])
    if len(sys.argv) > 3:
        with open(sys.argv[3]) as file:
            pyffish.load_variant_config(file.read())
    for name in sys.stdin.read().split():
        plain = name.partition("=")[0]
        fen = pyffish.start_fen(plain)
        print(f"game {plain}\nfen {fen}")
        leaves = []
        while len(leaves) < 3 and (leaves or [1])[-1] <= visits:
            leaves.append(perft(name, fen, [], len(leaves) + 1))
        print("perft", *leaves)
        for line in positions(name, fen, number):
            print(line)
    print("end")


main()
