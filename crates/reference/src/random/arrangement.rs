//! Random arrangements: armies of all sizes and of all types, crowded around royal, relay and other special pieces or
//! near a promotion zone, with several royal pieces or none.

use crate::board::{Board, Piece};
use crate::geometry::{KING, Side, Square, Vector};
use crate::pieces::{Kind, Power};
use crate::rulesets::Ruleset;
use crate::text::Position;

use super::generator::Random;

/// Returns a random arrangement of pieces.
pub(super) fn arrange(rules: &'static Ruleset, random: &mut Random) -> Position {
    let full = rules.initial.matches('[').count();
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
    if random.one_in(20) {
        rivals(rules, random, &mut position);
    }
    position
}

/// Puts a King in its zone next to an opposing Emperor, which may be the only one on the board (K109).
fn rivals(rules: &'static Ruleset, random: &mut Random, position: &mut Position) {
    let (Some(king), Some(emperor)) = (rules.kind("K"), rules.kind("Em")) else { return };
    let side = position.side;
    let (file, rank) = (random.below(rules.size as usize) as i8, random.below(rules.zone as usize) as i8);
    let square = Square(file, if side == Side::Tan { rank } else { rules.size - 1 - rank });
    let beside = square + KING[random.below(KING.len())];
    for (square, side, kind) in [(square, side, king), (beside, side.other(), emperor)] {
        if position.board.contains(square) {
            position.board = position.board.with(square, Some(Piece { side, kind, tag: None }));
        }
    }
}

/// Types that would hardly meet by chance in the larger rulesets.
const MEETINGS: [&[&str]; 9] = [
    &["Ty", "P"],
    &["K", "EE", "AEm", "Sul"],
    &["Cu", "Mi", "P", "K"],
    &["Dbl", "Ty", "Lo", "Trb"],
    &["Dbl", "Cu", "Hu", "Un"],
    &["Dbl", "CmH", "GoA", "P"],
    &["Dbl", "Cu", "Im", "RlF", "RlW"],
    &["Cu", "Mi", "DNi", "Psn", "FiD"],
    &["HO", "HFl", "DO", "SEg"],
];

/// Returns the types of an arrangement: all of the ruleset, or a few, so that they meet often.
fn types(rules: &'static Ruleset, random: &mut Random) -> Vec<&'static Kind> {
    let all: Vec<&Kind> = rules.kinds.iter().collect();
    if random.one_in(3) {
        return all;
    }
    if random.one_in(4) {
        let meeting = MEETINGS[random.below(MEETINGS.len())];
        let mut types: Vec<&Kind> = meeting.iter().filter_map(|id| rules.kind(id)).collect();
        types.extend(random.pick(&all));
        return types;
    }
    let special: Vec<&Kind> = all.iter().copied().filter(|kind| !kind.powers.is_empty()).collect();
    let latent: Vec<&Kind> = all.iter().copied().filter(|kind| acts_from_afar(kind)).collect();
    let mut few = Vec::new();
    for _ in 0..3 + random.below(5) {
        let choices = match random.below(4) {
            0 | 1 => &all,
            2 => &special,
            _ => &latent,
        };
        few.extend(random.pick(choices));
    }
    few
}

/// Returns whether a type changes the possibilities or the fate of other pieces: it lends or has a latent power.
fn acts_from_afar(kind: &Kind) -> bool {
    kind.powers.iter().any(|power| {
        matches!(
            power,
            Power::Double
                | Power::Immobilize
                | Power::Poison
                | Power::Poisonous
                | Power::Fire
                | Power::LendAround
                | Power::LendOver
                | Power::LendKnightSeen
                | Power::LendKnight
                | Power::LendStep(_)
                | Power::LendQueen
                | Power::LendTeleport
        )
    })
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
