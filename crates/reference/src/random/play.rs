//! Random games, begun from a random setup, from partly promoted armies, or from an arrangement.

use crate::board::Piece;
use crate::geometry::{Side, Square};
use crate::rulesets::Ruleset;
use crate::text::{self, Position};
use crate::turn;

use super::generator::Random;

/// The greatest length of a game, in turns.
const TURNS: usize = 240;
/// The interval between the positions that are kept, in turns.
const EVERY: usize = 6;

/// Plays a random game and returns some of its positions.
pub(super) fn play(
    rules: &'static Ruleset,
    random: &mut Random,
    mut position: Position,
) -> Result<Vec<String>, String> {
    let mut positions = Vec::new();
    for turn in 0..TURNS {
        if turn % EVERY == 0 {
            positions.push(text::write(&position.board, position.side));
        }
        // Of two random turns the one that leaves fewer pieces, as the armies would hardly meet with purely random ones.
        let two = [random_turn(rules, random, &position), random_turn(rules, random, &position)];
        match two.into_iter().flatten().min_by_key(|result| result.matches(['[', '(']).count()) {
            Some(result) => position = text::parse(rules, &result)?,
            None => break,
        }
    }
    Ok(positions)
}

/// Returns the result of a random turn of the first piece, in random order, that has one.
fn random_turn(rules: &'static Ruleset, random: &mut Random, position: &Position) -> Option<String> {
    let mut army: Vec<Square> = position.board.army(position.side).collect();
    while !army.is_empty() {
        let from = army.swap_remove(random.below(army.len()));
        let results: Vec<String> = turn::results(rules, position, Some(from)).into_iter().collect();
        if let Some(result) = random.pick(&results) {
            return Some(result.clone());
        }
    }
    None
}

/// Returns an array with some of Blue's pairs exchanged and either symmetry (K18 to K21), regardless of the choices that the
/// ruleset offers to the players. Half of the time some pieces of either side have promoted.
pub(super) fn set_up(rules: &'static Ruleset, random: &mut Random) -> Result<Position, String> {
    let mut board = text::parse(rules, rules.initial)?.board;
    let size = rules.size;
    let mirror = random.one_in(2);
    for rank in 0..size / 2 {
        for file in 0..size / 2 {
            if random.one_in(2) {
                board = board.exchanged(Square(file, rank), Square(size - 1 - file, rank));
            }
        }
        for file in 0..size {
            let twin = Square(if mirror { file } else { size - 1 - file }, size - 1 - rank);
            let twin_piece = board.at(Square(file, rank)).map(|piece| Piece { side: Side::Tan, ..piece });
            board = board.with(twin, twin_piece);
        }
    }
    if random.one_in(2) {
        for (square, piece) in board.clone().pieces() {
            let target = random.pick(&piece.kind.promotes_to).and_then(|id| rules.kind(id));
            if let Some(kind) = target.filter(|_| random.one_in(2)) {
                board = board.with(square, Some(Piece { kind, ..piece }));
            }
        }
    }
    Ok(Position { board, side: Side::Blue })
}
