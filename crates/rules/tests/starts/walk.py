"""Plays random games with pyffish 0.0.90, the rules of Fairy-Stockfish, and prints what the test of these games compares.

    python walk.py NAME [--ini FILE] [--variant NAME] [--fen FEN] [--960] [--games N] [--plies N] >> walks.txt

Each line `walk` is a game: every move with the number of legal moves in its place.
"""

import argparse
import random

import pyffish

parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("--ini")
parser.add_argument("--variant")
parser.add_argument("--fen")
parser.add_argument("--960", dest="chess960", action="store_true")
parser.add_argument("--games", type=int, default=6)
parser.add_argument("--plies", type=int, default=60)
parser.add_argument("--depth", type=int, default=3)
options = parser.parse_args()
if options.ini:
    with open(options.ini) as file:
        pyffish.load_variant_config(file.read())
variant = options.variant or options.name
start = options.fen or pyffish.start_fen(variant)


def legal(moves):
    return pyffish.legal_moves(variant, start, moves, options.chess960)


def perft(moves, depth):
    turns = legal(moves)
    return len(turns) if depth == 1 else sum(perft(moves + [turn], depth - 1) for turn in turns)


chance = random.Random(options.name)
print(f"\ngame {options.name}")
if options.fen:
    print(f"fen {options.fen}")
print("perft", *(perft([], depth) for depth in range(1, options.depth + 1)))
for _ in range(options.games):
    moves, line = [], []
    while len(moves) < options.plies and (turns := sorted(legal(moves))):
        turn = chance.choice(turns)
        line.append(f"{turn}:{len(turns)}")
        moves.append(turn)
    print("walk", *line)
