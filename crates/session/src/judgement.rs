//! What a turn costs, as a review judges it, and why in a sentence from the position itself.

use beaufort_rules::turn::{Outcome, Reason};
use beaufort_rules::{Game, PieceType, Position, Side, Turn};

use crate::view::{Change, Fate, Judgement, Score, StepView, TurnView, Viewer, side_index};

/// The least loss of expected points, in thousandths, that is called something, and what: a blunder, a mistake, an inaccuracy.
const GLYPHS: [(u16, u8); 3] = [(150, 4), (100, 2), (50, 6)];
/// A turn that loses this much is half as accurate as the best one.
const HALVING_LOSS: f64 = 150.0;

/// A turn to be judged, with what is known about it.
pub(crate) struct Case<'a> {
    /// The position in which it is played, its score, and the best turn there.
    pub(crate) before: &'a Position,
    pub(crate) score: &'a Score,
    pub(crate) best: Option<Turn>,
    /// The turn, and the score of the position after it.
    pub(crate) turn: Turn,
    pub(crate) score_after: &'a Score,
    /// The opponent's best reply; `None` where the game is over.
    pub(crate) reply: Option<Turn>,
}

impl Case<'_> {
    /// Returns what the turn costs.
    pub(crate) fn judge(&self) -> Judgement {
        let points = |score: &Score| match self.before.side() {
            Side::First => score.points,
            Side::Second => 1000 - score.points,
        };
        let is_best = self.best.is_some_and(|best| is_same(self.before, best, self.turn));
        let loss = if is_best { 0 } else { points(self.score).saturating_sub(points(self.score_after)) };
        let accuracy = (100.0 * (-f64::from(loss) / HALVING_LOSS).exp2()).round() as u8;
        let nag = GLYPHS.iter().find(|&&(least, _)| loss >= least).map(|&(_, nag)| nag);
        let reason = nag.and_then(|_| self.reason()).unwrap_or_default();
        Judgement { loss, accuracy, nag, reason }
    }

    /// Returns why the turn is bad, if it can be said plainly: what the reply does, or what has been missed.
    fn reason(&self) -> Option<String> {
        let us = self.before.side();
        let them = us.other();
        let mut after = self.before.clone();
        after.play_unchecked(self.turn);
        let reply = self.reply.map(|turn| Deed::of(&after, turn));
        let best = self.best.map(|turn| Deed::of(self.before, turn));
        if let Some(danger) = reply.as_ref().and_then(Deed::taken_royal) {
            return Some(danger);
        }
        if let Some(deed) = best.as_ref().filter(|deed| deed.taken_royal().is_some()) {
            return Some(format!("It misses {}, which {}.", deed.text, deed.in_words("s")));
        }
        if self.wins(them, self.score_after) {
            return Some(format!("Now {}.", self.score_after.text));
        }
        if self.wins(us, self.score) {
            return Some(format!("It misses a forced win: {}.", self.score.text));
        }
        if let Some(deed) = reply.filter(Deed::is_plain) {
            return Some(format!("It lets {} {}.", deed.actor, deed.in_words("")));
        }
        let deed = best.filter(Deed::is_plain)?;
        Some(format!("It misses {}, which {}.", deed.text, deed.in_words("s")))
    }

    /// Returns whether a score says that a side wins by force.
    fn wins(&self, side: Side, score: &Score) -> bool {
        score.plies.is_some() && score.value != 0 && (score.value > 0) == (side == Side::First)
    }
}

/// Returns how the opponent wins at once after a turn by taking the last royal piece, in a sentence, if that is possible.
pub(crate) fn fatal_reply(before: &Position, turn: Turn) -> Option<String> {
    let them = before.side().other();
    let mut after = before.clone();
    after.play_unchecked(turn);
    if after.verdict().is_some() {
        return None;
    }
    let mut trial = after.clone();
    let is_fatal = |&reply: &Turn| {
        trial.play_unchecked(reply);
        let verdict = trial.verdict();
        trial.undo();
        verdict.is_some_and(|end| end.outcome == Outcome::Win(them) && end.reason == Reason::NoRoyal)
    };
    let reply = after.legal_turns().into_iter().find(is_fatal)?;
    Deed::of(&after, reply).taken_royal()
}

/// Returns whether two turns have the same result.
fn is_same(position: &Position, one: Turn, other: Turn) -> bool {
    one == other || position.turn_text(one) == position.turn_text(other)
}

/// What a turn does that can be said plainly.
struct Deed<'a> {
    game: &'a Game,
    text: String,
    /// The piece that does it, and where it stood: `the Camel on e7`.
    actor: String,
    /// The opposing pieces that it takes, and those it wins over, with their squares.
    takes: Vec<(PieceType, String)>,
    converts: Vec<(PieceType, String)>,
    promotion: Option<PieceType>,
}

impl<'a> Deed<'a> {
    fn of(position: &'a Position, turn: Turn) -> Deed<'a> {
        let game = position.game();
        let text = position.turn_text(turn).unwrap_or_default();
        let view = Viewer::new(position).view(turn, &text);
        let victims = |meant: &[Fate]| {
            let enemy = side_index(position.side().other());
            let hit = view.steps.iter().flat_map(|step| &step.changes).chain(&view.marks);
            hit.filter(|change| meant.contains(&change.fate) && change.before % 2 == u16::from(enemy))
                .filter_map(|change| Some((kind(change.before)?, square(game, change))))
                .collect()
        };
        Deed {
            game,
            actor: actor(game, &view),
            takes: victims(&[Fate::Captured, Fate::Perished]),
            converts: victims(&[Fate::Converted]),
            promotion: turn.steps().find_map(|step| step.promotion).filter(|_| !is_drop(&view)),
            text,
        }
    }

    /// Returns which royal piece it takes, in a sentence about the turn before, if it takes one.
    fn taken_royal(&self) -> Option<String> {
        let &(kind, _) = self.takes.iter().find(|&&(kind, _)| self.game.is_royal(kind))?;
        Some(format!("It leaves the {} where {} takes it.", self.game.piece(kind).name, self.actor))
    }

    /// Returns whether it does something that can be said.
    fn is_plain(&self) -> bool {
        !self.takes.is_empty() || !self.converts.is_empty() || self.promotion.is_some()
    }

    /// Returns what it does, in words, its verbs with this ending: `takes the Rook on e4 and becomes a Squirrel`.
    fn in_words(&self, ending: &str) -> String {
        let name = |kind: PieceType| &self.game.piece(kind).name;
        let list = |victims: &[(PieceType, String)]| {
            let each = victims.iter().map(|(kind, square)| format!("the {} on {square}", name(*kind)));
            each.collect::<Vec<_>>().join(" and ")
        };
        let parts = [
            (!self.takes.is_empty()).then(|| format!("take{ending} {}", list(&self.takes))),
            (!self.converts.is_empty()).then(|| format!("win{ending} over {}", list(&self.converts))),
            self.promotion.map(|kind| format!("become{ending} {}", with_article(name(kind)))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }
}

/// Returns the piece that makes a turn: `the Camel on e7`.
fn actor(game: &Game, view: &TurnView) -> String {
    let mover = |step: &StepView| {
        let change = step.changes.iter().find(|change| change.square == step.from)?;
        Some(format!("the {} on {}", game.piece(kind(change.before)?).name, square(game, change)))
    };
    view.steps.first().and_then(mover).unwrap_or_else(|| "the opponent".to_owned())
}

fn is_drop(view: &TurnView) -> bool {
    view.steps.iter().any(|step| step.kind == beaufort_rules::StepKind::Drop)
}

fn kind(code: u16) -> Option<PieceType> {
    (code / 2).checked_sub(1).map(|index| PieceType::new(index as u8))
}

fn square(game: &Game, change: &Change) -> String {
    game.size().name(beaufort_rules::Square::new(change.square)).to_string()
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    /// Judges a turn of Blue on a small board, with the values of the position before and after it.
    fn judge(board: &str, [turn, best, reply]: [&str; 3], values: [i32; 2]) -> Judgement {
        let game = builtin::game("scirocco").unwrap();
        let before = Position::parse(&game, board).unwrap();
        let [score, score_after] = values.map(|value| {
            let plies = (value.abs() > 10_000).then_some(1);
            let winner = if value > 0 { "Blue" } else { "Tan" };
            Score::new(value, plies, format!("{winner} wins with the next turn"))
        });
        let turn = before.read_turn(turn).unwrap();
        let mut after = before.clone();
        after.play_unchecked(turn);
        let reply = (!reply.is_empty()).then(|| after.read_turn(reply).unwrap());
        let best = Some(before.read_turn(best).unwrap());
        Case { before: &before, score: &score, best, turn, score_after: &score_after, reply }.judge()
    }

    const ROOKS: &str = "1(R)7(K)/10/10/10/10/4[C]5/3[R]6/10/10/[K]9 b";

    #[test]
    fn a_loss_has_a_name_and_halves_the_accuracy() {
        for (after, nag, accuracy) in
            [(0, None, 100), (-50, None, 87), (-100, Some(6), 75), (-200, Some(2), 57), (-300, Some(4), 44)]
        {
            let Judgement { nag: found, accuracy: share, .. } =
                judge(ROOKS, ["K-a2", "K-b2", ""], [0, after]);
            assert_eq!((found, share), (nag, accuracy), "{after}");
        }
        let best = judge(ROOKS, ["K-b2", "K-b2", ""], [0, -300]);
        assert_eq!((best.loss, best.nag, best.accuracy), (0, None, 100), "no turn is better than the best");
    }

    #[test]
    fn a_reply_that_takes_the_last_royal_piece_is_foreseen() {
        let game = builtin::game("scirocco").unwrap();
        let foresee = |board: &str, turn: &str| {
            let position = Position::parse(&game, board).unwrap();
            fatal_reply(&position, position.read_turn(turn).unwrap())
        };
        let danger = "It leaves the King where the Rook on b10 takes it.";
        assert_eq!(foresee(ROOKS, "K-b1").as_deref(), Some(danger));
        assert_eq!(foresee(ROOKS, "K-a2"), None);
        let pinned = "[K](R)7(K)/10/10/10/10/10/10/10/10/9[R] b";
        assert_eq!(foresee(pinned, "Rxj10"), None, "the game is over before");
        let left = foresee(pinned, "R-i1");
        assert_eq!(left.as_deref(), Some(danger), "whatever moves, the King stays where it is taken");
    }

    #[test]
    fn the_reason_is_what_the_reply_does_or_what_has_been_missed() {
        let won = [1_000_000, -1_000_000];
        for (board, turns, values, reason) in [
            (
                ROOKS,
                ["K-b1", "K-a2", "Rxb1"],
                [0, won[1]],
                "It leaves the King where the Rook on b10 takes it.",
            ),
            (
                "1(R)7(K)/10/10/10/10/4[C]5/10/10/9[R]/[K]9 b",
                ["K-a2", "Rxj10", ""],
                [won[0], 0],
                "It misses Rxj10, which takes the King on j10.",
            ),
            (
                "1(R)7(K)/10/10/10/10/10/1[C]1[R]6/10/10/[K]9 b",
                ["R-d5", "R-d1", "Rxb4"],
                [0, -300],
                "It lets the Rook on b10 take the Camel on b4.",
            ),
            (ROOKS, ["R-d5", "R-d1", "K-j9"], [0, won[1]], "Now Tan wins with the next turn."),
            (
                ROOKS,
                ["R-d5", "R-d1", "K-j9"],
                [won[0], 0],
                "It misses a forced win: Blue wins with the next turn.",
            ),
            (ROOKS, ["R-d5", "R-d1", "K-j9"], [0, -300], ""),
        ] {
            assert_eq!(judge(board, turns, values).reason, reason, "{turns:?} in {board}");
        }
    }
}
