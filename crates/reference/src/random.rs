//! Random positions to compare generators on: the same seed gives the same positions.

use crate::board::{Board, Piece};
use crate::geometry::{KING, Side, Square, Vector};
use crate::pieces::{Kind, Power};
use crate::rulesets::{self, Ruleset};
use crate::text::{self, Position};
use crate::turn;

/// Returns random positions of a ruleset. By turns they come from random games, begun from a random
/// set-up, and from random arrangements: armies of all sizes and of all types, crowded around royal,
/// relay and other special pieces or near a promotion zone, with several royal pieces or none.
///
/// # Errors
/// If there is no such ruleset.
pub fn random_positions(ruleset: &str, seed: u64, count: usize) -> Result<Vec<String>, String> {
    let rules = rulesets::find(ruleset)?;
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let game = play(rules, &mut random)?;
        for position in game {
            positions.push(position);
            positions.push(arrange(rules, &mut random));
        }
    }
    positions.truncate(count);
    Ok(positions)
}

/// A random number generator (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below the bound, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn side(&mut self) -> Side {
        if self.one_in(2) { Side::Blue } else { Side::Tan }
    }

    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        if choices.is_empty() { None } else { choices.get(self.below(choices.len())) }
    }
}

/// Plays a random game and returns some of its positions.
fn play(rules: &'static Ruleset, random: &mut Random) -> Result<Vec<String>, String> {
    const TURNS: usize = 160;
    const EVERY: usize = 4;
    let mut position = set_up(rules, random)?;
    let mut positions = Vec::new();
    for turn in 0..TURNS {
        if turn % EVERY == 0 {
            positions.push(position.clone());
        }
        let results: Vec<_> =
            turn::results(rules, &text::parse(rules, &position)?, None).into_iter().collect();
        // Of two random turns the one that leaves fewer pieces: otherwise the armies hardly meet.
        let two = [random.pick(&results), random.pick(&results)];
        match two.into_iter().flatten().min_by_key(|result| pieces(result)) {
            Some(result) => position = result.clone(),
            None => break,
        }
    }
    Ok(positions)
}

/// Returns the number of pieces in a position string.
fn pieces(position: &str) -> usize {
    position.matches(['[', '(']).count()
}

/// Returns an array with some of Blue's pairs exchanged and either symmetry (K18 to K21), whatever choices
/// the ruleset leaves to the players.
fn set_up(rules: &'static Ruleset, random: &mut Random) -> Result<String, String> {
    let array = text::parse(rules, rules.initial)?.board;
    let size = rules.size;
    let mirror = random.one_in(2);
    let mut board = array.clone();
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
    Ok(text::write(&board, Side::Blue))
}

/// Returns a random arrangement of pieces.
fn arrange(rules: &'static Ruleset, random: &mut Random) -> String {
    let full = pieces(rules.initial) / 2;
    let types = types(rules, random);
    let royal: Vec<&Kind> = rules.kinds.iter().filter(|kind| kind.powers.contains(&Power::Royal)).collect();
    let mut position = Position { board: Board::empty(rules.size), side: random.side() };
    for side in [Side::Blue, Side::Tan] {
        let royals = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3];
        for _ in 0..royals[random.below(royals.len())] {
            put(rules, random, &mut position.board, side, &royal);
        }
    }
    let largest = random.below(full) + 1; // small armies are frequent, full ones occur
    for side in [Side::Blue, Side::Tan] {
        for _ in 0..=random.below(largest) {
            put(rules, random, &mut position.board, side, &types);
        }
    }
    text::write(&position.board, position.side)
}

/// Returns the types of an arrangement: all of the ruleset, or a few that meet again and again.
fn types(rules: &'static Ruleset, random: &mut Random) -> Vec<&'static Kind> {
    let all: Vec<&Kind> = rules.kinds.iter().collect();
    if random.one_in(3) {
        return all;
    }
    let special: Vec<&Kind> = all.iter().copied().filter(|kind| !kind.powers.is_empty()).collect();
    let mut few = Vec::new();
    for _ in 0..3 + random.below(5) {
        let choices = if random.one_in(2) { &special } else { &all };
        few.extend(random.pick(choices));
    }
    few
}

/// Puts a piece of one of these types on the board, unless the square chosen for it is occupied.
fn put(rules: &'static Ruleset, random: &mut Random, board: &mut Board, side: Side, types: &[&'static Kind]) {
    let Some(&kind) = random.pick(types) else { return };
    let square = match random.below(4) {
        0 => Square(random.below(rules.size as usize) as i8, random.below(rules.size as usize) as i8),
        1 => near_zone(rules, random),
        _ => near_piece(board, random).unwrap_or(Square(rules.size / 2, rules.size / 2)),
    };
    if board.is_empty(square) {
        *board = board.with(square, Some(Piece { side, kind, tag: None }));
    }
}

/// A square in the last two ranks before a zone or the first two in it, or on an edge rank.
fn near_zone(rules: &Ruleset, random: &mut Random) -> Square {
    let file = random.below(rules.size as usize) as i8;
    let rank = if random.one_in(4) { 0 } else { rules.zone - 2 + random.below(4) as i8 };
    Square(file, if random.one_in(2) { rank } else { rules.size - 1 - rank })
}

/// A square up to two files and ranks from a piece, or up to four steps away on a line; special pieces are
/// preferred.
fn near_piece(board: &Board, random: &mut Random) -> Option<Square> {
    let all: Vec<_> = board.pieces().collect();
    let special: Vec<_> = all.iter().copied().filter(|(_, piece)| !piece.kind.powers.is_empty()).collect();
    let prefer = !special.is_empty() && !random.one_in(4);
    let &(square, _) = random.pick(if prefer { &special } else { &all })?;
    Some(if random.one_in(2) {
        square + Vector(random.below(5) as i8 - 2, random.below(5) as i8 - 2)
    } else {
        square + KING[random.below(KING.len())] * (1 + random.below(4) as i8)
    })
}
