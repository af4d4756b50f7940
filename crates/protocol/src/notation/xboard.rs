//! The texts of positions and turns in CECP: XBoard's, or our own.

use std::sync::Arc;

use beaufort_rules::xboard::{Shape, legs};
use beaufort_rules::{Game, Position, Scope, Step, StepKind, Turn};

use super::{coordinates, position_text};

/// XBoard's text of a turn that changes nothing.
const NULL_MOVE: &str = "@@@@";

/// The notation of positions and turns of a game.
#[derive(Debug)]
pub(crate) enum Dialect {
    /// XBoard's notation. Some turns have the same text: it means the first of them in the order of [`StepKind`], in which the plain
    /// move comes first.
    XBoard(Shape),
    /// The notation of programs that know the game by themselves: positions as FEN, and turns in coordinates, or in XBoard's legs
    /// where coordinates would need our own words.
    Foreign,
    /// Our own notation, in which all turns differ: for chess, where XBoard's is the same, and for games that XBoard cannot show.
    Native,
}

impl Dialect {
    /// Returns the dialect for a game: XBoard's, if XBoard can show the game and does not know it.
    pub(crate) fn of(game: &Arc<Game>) -> Dialect {
        Shape::new(game).map_or(Dialect::Native, Dialect::XBoard)
    }

    /// Returns the dialect of another program that does not set up the game for XBoard. On boards with ten ranks XBoard's legs count
    /// ranks from 0 and coordinates from 1, so that their texts would be ambiguous: there are no legs there.
    pub(crate) fn foreign(game: &Game) -> Dialect {
        if game.size().ranks() == 10 { Dialect::Native } else { Dialect::Foreign }
    }

    /// Returns the description of the game for XBoard.
    pub(crate) fn shape(&self) -> Option<&Shape> {
        match self {
            Dialect::XBoard(shape) => Some(shape),
            Dialect::Foreign | Dialect::Native => None,
        }
    }

    /// Returns the text of a position, FEN where there is one; `None` if XBoard's notation lacks a part of it.
    pub(crate) fn position_text(&self, position: &Position) -> Option<String> {
        match self {
            Dialect::XBoard(shape) => {
                let text = shape.fen(position);
                (shape.position(&text).as_ref() == Ok(position)).then_some(text)
            }
            Dialect::Foreign => position.fen(),
            Dialect::Native => Some(position_text(position)),
        }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position of the game; the message says why.
    pub(crate) fn position(&self, game: &Arc<Game>, text: &str) -> Result<Position, String> {
        match self {
            Dialect::XBoard(shape) => shape.position(text),
            Dialect::Foreign | Dialect::Native => {
                Position::parse(game, text).map_err(|error| error.to_string())
            }
        }
    }

    /// Returns the text of a turn.
    pub(crate) fn text(&self, position: &Position, turn: Turn) -> String {
        match self {
            Dialect::XBoard(_) => legs(position.game().size(), turn),
            Dialect::Foreign => foreign_text(position, turn),
            Dialect::Native => position.coordinates(turn),
        }
    }

    /// Returns the texts of successive turns.
    pub(crate) fn texts(&self, position: &Position, turns: &[Turn]) -> Vec<String> {
        coordinates::texts(position, turns, |position, turn| self.text(position, turn))
    }

    /// Returns the turns that have texts, if some have none; otherwise an empty list, which a search takes for all turns.
    pub(crate) fn only_tellable(&self, position: &Position) -> Vec<Turn> {
        match self {
            Dialect::XBoard(_) => self.tellable(position).into_iter().map(|(_, turn)| turn).collect(),
            Dialect::Foreign | Dialect::Native => Vec::new(),
        }
    }

    /// Returns the turns that have texts of their own, with these.
    pub(crate) fn tellable(&self, position: &Position) -> Vec<(String, Turn)> {
        let mut told: Vec<_> =
            position.legal_turns().into_iter().map(|turn| (self.text(position, turn), turn)).collect();
        told.sort_by(|(a, x), (b, y)| {
            (a, x.first.kind, x.second.is_some()).cmp(&(b, y.first.kind, y.second.is_some()))
        });
        told.dedup_by(|(a, _), (b, _)| a == b);
        told
    }

    /// Reads a legal turn. An `=` at the end, which declines a promotion, may be left out.
    ///
    /// # Errors
    /// If there is no such turn; the message says why.
    pub(crate) fn read(&self, position: &Position, text: &str) -> Result<Turn, String> {
        if let Dialect::Native = self {
            return coordinates::read(position, text);
        }
        if let Dialect::Foreign = self
            && let Ok(turn) = position.read_coordinates(text)
        {
            return Ok(turn);
        }
        if text == NULL_MOVE
            && let Some(turn) =
                position.legal_turns().into_iter().find(|turn| turn.first.kind == StepKind::Pass)
        {
            return Ok(turn);
        }
        let plain = text.trim_end_matches('=');
        let size = position.game().size();
        let is_foreign = matches!(self, Dialect::Foreign);
        let means = |(told, turn): &(String, Turn)| told == plain || is_foreign && legs(size, *turn) == plain;
        match self.tellable(position).into_iter().find(means) {
            Some((_, turn)) => Ok(turn),
            None if position.verdict().is_some() => Err("the game is over".to_owned()),
            None => Err(self.objection(position, plain)),
        }
    }

    /// Returns the reason why a text is not a turn.
    fn objection(&self, position: &Position, text: &str) -> String {
        let repeats = |turn: &Turn| self.text(position, *turn) == text && position.is_repetition(*turn);
        if position.turns(Scope::Choices).iter().any(repeats) {
            return "it repeats a position once too often".to_owned();
        }
        "no such move".to_owned()
    }
}

/// Returns the text of a turn for a program that knows the game by itself: in legs where coordinates would need our own words, and
/// for a promotion that may be declined, as in Shogi.
fn foreign_text(position: &Position, turn: Turn) -> String {
    let text = position.coordinates(turn);
    let declined = Turn { first: Step { promotion: None, ..turn.first }, ..turn };
    let is_promotion = turn.first.kind == StepKind::Own && turn.first.promotion.is_some();
    if text.contains([',', ':']) || is_promotion && position.turns(Scope::Choices).contains(&declined) {
        return legs(position.game().size(), turn);
    }
    text
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn turns_are_told_in_legs() {
        let game = builtin::game("scirocco").unwrap();
        let dialect = Dialect::of(&game);
        for (position, turn, text) in [
            ("(K)(P)8/10/10/10/10/10/10/[P]9/10/[K]9 b", "a3a4", "a2a3"),
            ("(K)(P)8/10/[P]9/10/10/10/10/10/10/[K]9 b", "a8a9=Ta", "a7a8+"),
            ("(K)(P)8/10/[P]9/10/10/10/10/10/10/[K]9 b", "a8a9", "a7a8"),
            // A Genie captures without moving, a Zag by leaping over.
            ("(K)9/10/10/10/10/10/10/10/(P)(P)8/[Ge]3[K]5 b", "a1a1:igui@a2", "a0a1,a1a0"),
            ("(K)9/10/10/10/10/10/10/10/(P)9/[Za]3[K]5 b", "a1a3:strike@a2", "a0a1,a1a2"),
        ] {
            let position = Position::parse(&game, position).unwrap();
            let turn = position.read_coordinates(turn).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(dialect.text(&position, turn), text);
            assert_eq!(dialect.read(&position, text), Ok(turn));
        }
    }

    /// HaChu writes a Lion's pass so, whichever Lion it is.
    #[test]
    fn a_null_move_passes() {
        let game = builtin::game("chu").unwrap();
        let mut position = Position::initial(&game);
        let dialect = Dialect::foreign(&game);
        assert!(dialect.read(&position, "@@@@").is_err());
        for turn in ["f3e5", "a9a8"] {
            let turn = position.read_coordinates(turn).unwrap();
            position.play(turn).unwrap();
        }
        let pass = dialect.read(&position, "@@@@").unwrap();
        assert_eq!((pass.first.kind, dialect.text(&position, pass).as_str()), (StepKind::Pass, "e5e5"));
    }

    #[test]
    fn every_turn_of_scirocco_can_be_told() {
        let game = builtin::game("scirocco").unwrap();
        let dialect = Dialect::of(&game);
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..10 {
            let mut position = Position::initial(&game);
            for _ in 0..200 {
                let turns = position.legal_turns();
                let Some(turn) = rng.choice(&turns) else { break };
                let told = dialect.tellable(&position);
                assert_eq!(told.len(), turns.len(), "{position}");
                position.play_unchecked(*turn);
            }
        }
    }

    /// Another author's program does not know our own words: all turns are written as coordinates or legs, and read back.
    #[test]
    fn a_foreign_program_is_told_turns_without_our_words() {
        let game = builtin::game("typhoon").unwrap();
        let dialect = Dialect::foreign(&game);
        let mut rng = fastrand::Rng::with_seed(5);
        let mut legs = 0;
        for _ in 0..5 {
            let mut position = Position::initial(&game);
            for _ in 0..150 {
                let turns = position.legal_turns();
                let Some(&played) = rng.choice(&turns) else { break };
                for turn in turns {
                    let text = dialect.text(&position, turn);
                    assert!(!text.contains([':', '@']), "{text}");
                    let read =
                        dialect.read(&position, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(dialect.text(&position, read), text);
                    legs += usize::from(text.contains(','));
                }
                position.play_unchecked(played);
            }
        }
        assert!(legs > 0);
    }

    #[test]
    fn a_foreign_program_is_told_a_promotion_that_may_be_declined_as_in_shogi() {
        for (id, position, turn, text) in [
            ("orthochess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a7a8q"),
            ("typhoon", "11(K)/11(P)/12/[P]11/12/12/12/12/12/12/12/[K]11 b", "a9a10+", "a9a10+"),
        ] {
            let game = builtin::game(id).unwrap();
            let position = Position::parse(&game, position).unwrap_or_else(|error| panic!("{error}"));
            let promotes = |turn: &&Turn| turn.first.promotion.is_some();
            let turns = position.legal_turns();
            let found = position.read_coordinates(turn).ok().or(turns.iter().find(promotes).copied());
            let dialect = Dialect::foreign(&game);
            let found = found.expect("there is a promotion");
            assert_eq!(dialect.text(&position, found), text);
            assert_eq!(dialect.read(&position, text), Ok(found));
        }
        assert!(matches!(Dialect::foreign(&builtin::game("scirocco").unwrap()), Dialect::Native));
    }
}
