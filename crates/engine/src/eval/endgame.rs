//! Mop-up evaluation: mating a bare royal piece, in games in which it plays on and nothing is dropped.
//!
//! The royal piece is mated at the edge, and the way there is longer than a shallow search sees. The piece-square table and the
//! network only mislead there, and a game without progress is drawn (L49). So the score is the worth of the remaining pieces
//! and the progress in driving the royal piece to the edge.

use beaufort_rules::game::Game;
use beaufort_rules::game::definition::BareRoyal;
use beaufort_rules::vocabulary::Geometry;
use beaufort_rules::{PieceType, Position, Side, Square};

use super::by_code;
use crate::params::endgame::*;

/// The role of a piece in such an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Royal,
    /// A piece whose every move resets the count of quiet turns (zeroing), such as a pawn.
    Zeroing,
    /// A piece that cannot mate alone.
    Minor,
    Major,
}

/// The data about a game's endings.
pub(super) struct Endgame {
    size: Geometry,
    bare_royal: BareRoyal,
    /// Whether the game has drops, so that more pieces may come.
    knows_drops: bool,
    /// Roles by [`beaufort_rules::Piece::code`].
    roles: Vec<Role>,
}

impl Endgame {
    pub(super) fn new(game: &Game) -> Endgame {
        let ending = &game.definition().ending;
        let is_zeroing = |kind| ending.quiet.as_ref().is_some_and(|quiet| quiet.but.contains(&kind));
        let is_minor = |kind| ending.dead.as_ref().is_some_and(|dead| dead.one_of.contains(&kind));
        let role = |kind: PieceType| match kind {
            _ if game.is_royal(kind) => Role::Royal,
            _ if is_zeroing(kind) => Role::Zeroing,
            _ if is_minor(kind) => Role::Minor,
            _ => Role::Major,
        };
        let knows_drops = !game.definition().drops.items.is_empty();
        Endgame { size: game.size(), bare_royal: ending.bare_royal, knows_drops, roles: by_code(game, role) }
    }

    /// Returns whether a bare royal piece plays on, so that a game may be decided with hardly a piece left.
    #[inline]
    pub(super) fn plays_on(&self) -> bool {
        self.bare_royal == BareRoyal::PlaysOn
    }

    /// Returns whether a side has a piece that is neither royal nor a pawn.
    pub(super) fn has_officer(&self, position: &Position, side: Side) -> bool {
        let board = position.board();
        let role = |square| self.roles[board.at(square).code()];
        board.side(side).iter().any(|square| matches!(role(square), Role::Minor | Role::Major))
    }

    /// Returns the score of a side that only has to mate a bare royal piece and can do so without pawns; otherwise `None`.
    /// `worth` is the worth of the pieces by code.
    #[inline]
    pub(super) fn mop_up(&self, position: &Position, side: Side, worth: &[i32]) -> Option<i32> {
        let other = side.other();
        let is_bare = position.board().count(other) == 1 && self.plays_on() && !self.knows_drops;
        if is_bare { self.drive(position, side, worth) } else { None }
    }

    fn drive(&self, position: &Position, side: Side, worth: &[i32]) -> Option<i32> {
        let board = position.board();
        let bare = board.royals(side.other()).iter().next()?;
        let (mut material, mut minors, mut majors) = (0, 0, 0);
        for square in board.side(side).iter() {
            let code = board.at(square).code();
            match self.roles[code] {
                Role::Royal => continue,
                Role::Zeroing => return None,
                Role::Minor => minors += 1,
                Role::Major => majors += 1,
            }
            material += worth[code];
        }
        if majors == 0 && minors < 2 {
            return None;
        }
        let edge = from_middle(self.size.file(bare), self.size.files())
            + from_middle(self.size.rank(bare), self.size.ranks());
        let apart = |square: Square| {
            self.size.file(square).abs_diff(self.size.file(bare))
                + self.size.rank(square).abs_diff(self.size.rank(bare))
        };
        let near = self.size.files() + self.size.ranks()
            - board.royals(side).iter().map(apart).min().unwrap_or_default();
        let driven = mop_up_edge() * i32::from(edge) + mop_up_near() * i32::from(near);
        Some(material + material / 2 + driven)
    }
}

/// Returns the distance of a file or rank, in squares, from the middle one of `length`.
fn from_middle(place: u8, length: u8) -> u8 {
    (2 * place + 1).abs_diff(length) / 2
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use beaufort_rules::builtin;

    use crate::{Engine, Evaluation, Limits, Options, Signal};

    use super::*;

    fn position(id: &str, fen: &str) -> Position {
        let game = builtin::game(id).expect("it is built in");
        Position::parse(&game, fen).expect("it is one")
    }

    #[test]
    fn a_bare_royal_piece_is_worth_driving_to_the_edge() {
        let evaluation = Evaluation::new(position("orthochess", "8/8/8/4k3/8/8/8/R3K3 w - - 0 1").game());
        let score = |fen: &str| evaluation.evaluate(&position("orthochess", fen));
        let [middle, edge, corner, near] = [
            "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "7k/8/8/8/8/8/8/R3K3 w - - 0 1",
            "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        ]
        .map(score);
        assert!(middle < edge && edge < corner && corner < near, "{middle} {edge} {corner} {near}");
        assert_eq!(score("7k/8/6K1/8/8/8/8/R7 b - - 0 1"), -near);
    }

    #[test]
    fn only_what_can_mate_drives_a_bare_royal_piece() {
        let mops_up = |id: &str, fen: &str| {
            let position = position(id, fen);
            Evaluation::derived(position.game()).mops_up(&position)
        };
        for fen in ["7k/8/8/8/8/8/8/R3K3 b - - 0 1", "7k/8/8/8/8/8/8/2B1KN2 w - - 0 1"] {
            assert!(mops_up("orthochess", fen), "{fen}");
        }
        for fen in [
            "7k/8/8/8/8/8/8/N3K3 w - - 0 1",
            "7k/8/8/8/8/8/8/4K3 w - - 0 1",
            "7k/8/8/8/8/8/P7/R3K3 w - - 0 1",
            "7k/7p/8/8/8/8/8/R3K3 w - - 0 1",
        ] {
            assert!(!mops_up("orthochess", fen), "{fen}");
        }
    }

    #[test]
    fn pawns_are_no_officers() {
        for (fen, expected) in [
            ("4k3/pppppp2/8/8/8/8/PPPPPP2/4K3 w - - 0 1", [false, false]),
            ("4k3/pppppp2/8/8/8/8/N7/4K3 w - - 0 1", [true, false]),
            ("q3k3/8/8/8/8/8/P7/R3K3 w - - 0 1", [true, true]),
        ] {
            let position = position("orthochess", fen);
            let endgame = Endgame::new(position.game());
            assert_eq!(Side::BOTH.map(|side| endgame.has_officer(&position, side)), expected, "{fen}");
        }
    }

    /// In these games a bare royal piece loses at once (K113).
    #[test]
    fn nothing_is_driven_where_a_bare_royal_piece_loses() {
        let game = builtin::game("scirocco").expect("it is built in");
        let evaluation = Evaluation::derived(&game);
        let mut rng = fastrand::Rng::with_seed(6);
        let mut position = Position::initial(&game);
        while let Some(turn) = rng.choice(position.legal_turns()) {
            position.play_unchecked(turn);
            assert!(!evaluation.mops_up(&position), "{position}");
            if position.verdict().is_some() || position.ply() > 600 {
                break;
            }
        }
    }

    /// A small number of nodes is enough to mate; two minor pieces need somewhat more.
    #[test]
    fn a_bare_royal_piece_is_mated() {
        for (id, nodes, fen) in [
            ("orthochess", 400, "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"),
            ("orthochess", 400, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"),
            ("orthochess", 4_000, "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1"),
            ("capablanca", 400, "10/10/10/4k5/10/10/10/R4K4 w - - 0 1"),
            ("grand", 400, "10/10/10/10/4k5/10/10/10/10/R4K4 w - - 0 1"),
        ] {
            let mut position = position(id, fen);
            let mut engine = Engine::new(Arc::clone(position.game()), Options::with_hash(1));
            while position.verdict().is_none() {
                let result = engine.search(&position, Limits::nodes(nodes), &Signal::new(), |_| {});
                position.play_unchecked(result.turn.expect("there is one"));
            }
            let winner = position.verdict().and_then(|verdict| verdict.outcome.winner());
            assert_eq!(winner, Some(Side::First), "{id}: {position}");
        }
    }
}
