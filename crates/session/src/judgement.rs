//! The judgement of a turn: its cost, whether it decides the game, and the reason in a sentence from the position itself. The
//! warning before a turn, the review after it and the hint all use it.
//!
//! Most of it follows from the expected points that a turn loses. Near the end of a game that is not enough: a player who is far
//! behind has hardly any points to lose, and one who is far ahead keeps nearly all of them without the win. A turn that loses the
//! game where the best turn does not is therefore a blunder whatever the score, and a turn that misses a forced win is classified
//! by the thresholds of lichess.

use beaufort_rules::turn::{Reason, Verdict};
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, PieceType, Position, Scope, Side, Turn, phrase};

use crate::view::{Change, Fate, Judgement, Score, StepView, TurnView, Viewer, side_index};

const INACCURACY: u8 = 6;
const MISTAKE: u8 = 2;
const BLUNDER: u8 = 4;

/// The least loss of expected points, in thousandths, that is called something, and what.
const GLYPHS: [(u16, u8); 3] = [(150, BLUNDER), (100, MISTAKE), (50, INACCURACY)];
/// The same where a forced win has been missed: an inaccuracy if the score stays above what 10 Pawns are for lichess, a mistake
/// above 7 Pawns.
const MISSED_WIN_GLYPHS: [(u16, u8); 3] = [(71, BLUNDER), (25, MISTAKE), (0, INACCURACY)];
/// A turn that loses this much is half as accurate as the best one.
const HALVING_LOSS: f64 = 150.0;
/// The replies that are tried before a turn is warned of: those to the turn itself and, to find one that loses nothing at once, to others.
const MAX_TRIAL_REPLIES: usize = 20_000;
/// The work of listing turns that costs as much as trying one, as [`Position::generate_while`] counts it.
const GENERATION_PER_TRIAL: usize = 8;

/// How the game ends for the side to move if both sides play their best, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outlook {
    /// The opponent takes the last royal piece with the next turn.
    LosesRoyal,
    /// The opponent wins by force.
    Loses,
    /// No end is in sight, or a draw.
    Open,
    /// The side wins by force.
    Wins,
}

/// How a turn decides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    LosesGame,
    MissesWin,
}

impl Outlook {
    /// Returns what a score says for a side.
    fn of(score: &Score, side: Side) -> Outlook {
        match score.plies {
            Some(_) if score.value != 0 && (score.value > 0) == (side == Side::First) => Outlook::Wins,
            Some(_) if score.value != 0 => Outlook::Loses,
            _ => Outlook::Open,
        }
    }
}

impl Decision {
    /// Returns how a turn decides the game by its outlook and that of the best turn. Where every turn loses, none is a mistake; but to
    /// leave the royal piece where it is taken at once is one if it could be put off.
    fn of(best: Outlook, turn: Outlook) -> Option<Decision> {
        match turn {
            Outlook::LosesRoyal | Outlook::Loses => (best > turn).then_some(Decision::LosesGame),
            Outlook::Open => (best == Outlook::Wins).then_some(Decision::MissesWin),
            Outlook::Wins => None,
        }
    }
}

/// A turn to be judged, with what is known about it.
pub(crate) struct Case<'a> {
    /// The position in which it is played, its score, the best turn there, and the opponent's best reply to that.
    pub(crate) before: &'a Position,
    pub(crate) score: &'a Score,
    pub(crate) best: Option<Turn>,
    pub(crate) best_reply: Option<Turn>,
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
        let decision = if is_best { None } else { self.decision() };
        let glyph =
            |glyphs: &[(u16, u8)]| glyphs.iter().find(|&&(least, _)| loss >= least).map(|&(_, nag)| nag);
        let nag = match decision {
            Some(Decision::LosesGame) => Some(BLUNDER),
            Some(Decision::MissesWin) => glyph(&MISSED_WIN_GLYPHS),
            None => glyph(&GLYPHS),
        };
        // A turn is no more accurate than any other that is called the same.
        let least = GLYPHS.iter().find(|&&(_, other)| Some(other) == nag).map_or(0, |&(least, _)| least);
        let accuracy = (100.0 * (-f64::from(loss.max(least)) / HALVING_LOSS).exp2()).round() as u8;
        let reason = nag.and_then(|_| self.reason(decision));
        Judgement { loss, accuracy, nag, reason }
    }

    fn decision(&self) -> Option<Decision> {
        let us = self.before.side();
        let takes_royal =
            |after: &Position| self.reply_deed(after).is_some_and(|deed| deed.taken_royal().is_some());
        let best = match Outlook::of(self.score, us) {
            Outlook::Loses if self.score.plies <= Some(2) => Outlook::LosesRoyal,
            other => other,
        };
        let turn = match Outlook::of(self.score_after, us) {
            Outlook::Loses if self.score_after.plies <= Some(1) && takes_royal(&self.after()) => {
                Outlook::LosesRoyal
            }
            other => other,
        };
        Decision::of(best, turn)
    }

    /// Returns the position after the turn.
    fn after(&self) -> Position {
        after(self.before, self.turn)
    }

    fn reply_deed<'b>(&self, after: &'b Position) -> Option<Deed<'b>> {
        self.reply.map(|reply| Deed::of(after, reply))
    }

    /// Returns why the turn is bad, if it can be said plainly: what the reply does, or what has been missed. What follows the best
    /// turn, too, is no reason, nor is what the turn has not missed.
    fn reason(&self, decision: Option<Decision>) -> Option<Phrase> {
        let (us, after) = (self.before.side(), self.after());
        let after_best = self.best.map(|best| self::after(self.before, best));
        let allowed = after_best.as_ref().zip(self.best_reply).map(|(after, reply)| Deed::of(after, reply));
        let is_new = |deed: &Deed<'_>, known: &Option<Deed<'_>>| {
            !known.as_ref().is_some_and(|known| known.includes(deed))
        };
        let reply = self.reply_deed(&after).filter(|deed| is_new(deed, &allowed));
        let own = Some(Deed::of(self.before, self.turn));
        let best = self.best.map(|turn| Deed::of(self.before, turn)).filter(|deed| is_new(deed, &own));
        if let Some(danger) = reply.as_ref().and_then(Deed::taken_royal) {
            return Some(danger);
        }
        if let Some(deed) = best.as_ref().filter(|deed| deed.taken_royal().is_some()) {
            return Some(deed.missed());
        }
        match decision {
            Some(Decision::LosesGame) if Outlook::of(self.score, us) > Outlook::Loses => {
                return Some(phrase!("Now {score}.", score = self.score_after.text.clone()));
            }
            Some(Decision::MissesWin) => {
                return Some(phrase!("It misses a forced win: {score}.", score = self.score.text.clone()));
            }
            _ => {}
        }
        if let Some(deed) = reply.filter(Deed::is_plain) {
            return Some(phrase!(
                "It lets {actor} {deed}.",
                actor = deed.actor(),
                deed = deed.in_words(Form::Infinitive)
            ));
        }
        let deed = best.filter(Deed::is_plain)?;
        Some(deed.missed())
    }
}

/// The result of the check of a turn before it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Warning {
    /// How it would lose the game at once, in a sentence.
    pub(crate) danger: Option<Phrase>,
    /// Whether there are more replies than are tried, and none of those that were loses the game.
    pub(crate) is_incomplete: bool,
}

/// Returns how a turn would lose the game at once: the opponent could take the last royal piece, and another turn would not let it.
pub(crate) fn warning(before: &Position, turn: Turn) -> Warning {
    warning_within(before, turn, MAX_TRIAL_REPLIES)
}

fn warning_within(before: &Position, turn: Turn, most: usize) -> Warning {
    let mut trials = Trials { left: most };
    let danger = match trials.fatal_reply(before, turn) {
        Ok(danger) => danger.and_then(|(after, reply)| Deed::of(&after, reply).taken_royal()),
        Err(TooMany) => return Warning { danger: None, is_incomplete: true },
    };
    let danger = danger.filter(|_| {
        let always = trials.leaves_royal_always(before);
        let best = if always { Outlook::LosesRoyal } else { Outlook::Open };
        Decision::of(best, Outlook::LosesRoyal).is_some()
    });
    Warning { danger, is_incomplete: false }
}

/// Returns what the best turn does, in a sentence, if it can be said plainly.
pub(crate) fn merit(before: &Position, best: Turn) -> Option<Phrase> {
    let deed = Deed::of(before, best);
    let actor = deed.actor.clone().filter(|_| deed.is_plain())?;
    Some(phrase!("With it {actor} {deed}.", actor = actor, deed = deed.in_words(Form::ThirdPerson)))
}

/// The replies that may still be tried.
struct Trials {
    left: usize,
}

/// There are more replies than may be tried.
struct TooMany;

impl Trials {
    /// Returns whether every turn leaves the last royal piece where it is taken. Where that would take too long to find out, some turn is
    /// taken not to.
    fn leaves_royal_always(&mut self, before: &Position) -> bool {
        let Ok(turns) = self.turns(before) else { return false };
        turns
            .into_iter()
            .all(|turn| before.is_repetition(turn) || matches!(self.fatal_reply(before, turn), Ok(Some(_))))
    }

    /// Returns the position after a turn with the reply by which the opponent wins at once, taking the last royal piece, if there is one.
    fn fatal_reply(&mut self, before: &Position, turn: Turn) -> Result<Option<(Position, Turn)>, TooMany> {
        let them = before.side().other();
        let after = after(before, turn);
        if after.royal_verdict().or_else(|| after.draw_verdict()).is_some() {
            return Ok(None);
        }
        let (replies, is_all) = match self.turns(&after) {
            Ok(replies) => (replies, true),
            Err(Incomplete(replies)) => (replies, false),
        };
        let win = Some(Verdict::win(them, Reason::NoRoyal));
        let mut trial = after.clone();
        for reply in replies {
            self.left = self.left.checked_sub(1).ok_or(TooMany)?;
            // The pieces on the board tell: what turns there are after it does not matter.
            trial.play_unchecked(reply);
            let is_fatal = trial.royal_verdict() == win;
            trial.undo();
            if is_fatal && !after.is_repetition(reply) {
                return Ok(Some((after, reply)));
            }
        }
        if is_all { Ok(None) } else { Err(TooMany) }
    }

    /// Returns the turns of a position, or those that were found until that was too much work.
    fn turns(&mut self, position: &Position) -> Result<Vec<Turn>, Incomplete> {
        let mut turns = Vec::new();
        let (most, mut work) = (GENERATION_PER_TRIAL * self.left, 0);
        position.generate_while(Scope::Distinct, &mut turns, &mut |done| {
            work += done;
            work <= most
        });
        self.left = self.left.saturating_sub(work / GENERATION_PER_TRIAL);
        if work <= most { Ok(turns) } else { Err(Incomplete(turns)) }
    }
}

/// Turns, of which there are more.
struct Incomplete(Vec<Turn>);

fn after(before: &Position, turn: Turn) -> Position {
    let mut after = before.clone();
    after.play_unchecked(turn);
    after
}

/// Returns whether two turns have the same result.
fn is_same(position: &Position, one: Turn, other: Turn) -> bool {
    one == other || position.turn_text(one) == position.turn_text(other)
}

/// The effects of a turn that can be said plainly.
struct Deed<'a> {
    game: &'a Game,
    text: String,
    /// The piece that does it, and where it stood: `the Camel on e7`; `None` where no single piece does it.
    actor: Option<Phrase>,
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
    fn taken_royal(&self) -> Option<Phrase> {
        let &(kind, _) = self.takes.iter().find(|&&(kind, _)| self.game.is_royal(kind))?;
        Some(phrase!(
            "It leaves the {piece} where {actor} takes it.",
            piece = &self.game.piece(kind).name,
            actor = self.actor()
        ))
    }

    /// Returns whether it does all that another turn does.
    fn includes(&self, other: &Deed<'_>) -> bool {
        let all = |own: &[_], others: &[_]| others.iter().all(|victim| own.contains(victim));
        other.is_plain()
            && all(&self.takes, &other.takes)
            && all(&self.converts, &other.converts)
            && (other.promotion.is_none() || other.promotion == self.promotion)
    }

    /// Returns whether it does something that can be said.
    fn is_plain(&self) -> bool {
        !self.takes.is_empty() || !self.converts.is_empty() || self.promotion.is_some()
    }

    /// Returns who does it: `the Camel on e7`.
    fn actor(&self) -> Phrase {
        self.actor.clone().unwrap_or(phrase!("the opponent"))
    }

    /// Returns that this has been missed, in a sentence.
    fn missed(&self) -> Phrase {
        phrase!("It misses {turn}, which {deed}.", turn = &self.text, deed = self.in_words(Form::ThirdPerson))
    }

    /// Returns what it does, in words: `takes the Rook on e4 and becomes a Squirrel`.
    fn in_words(&self, form: Form) -> Phrase {
        let victims = |victims: &[(PieceType, String)]| {
            joined(victims.iter().map(|(kind, square)| standing(self.game, *kind, square)))
        };
        let takes = victims(&self.takes).map(|victims| match form {
            Form::Infinitive => phrase!("take {victims}", victims = victims),
            Form::ThirdPerson => phrase!("takes {victims}", victims = victims),
        });
        let converts = victims(&self.converts).map(|victims| match form {
            Form::Infinitive => phrase!("win over {victims}", victims = victims),
            Form::ThirdPerson => phrase!("wins over {victims}", victims = victims),
        });
        let promotes = self.promotion.map(|kind| {
            let piece = &self.game.piece(kind).name;
            match (form, piece.starts_with(['A', 'E', 'I', 'O', 'U'])) {
                (Form::Infinitive, true) => phrase!("become an {piece}", piece = piece),
                (Form::Infinitive, false) => phrase!("become a {piece}", piece = piece),
                (Form::ThirdPerson, true) => phrase!("becomes an {piece}", piece = piece),
                (Form::ThirdPerson, false) => phrase!("becomes a {piece}", piece = piece),
            }
        });
        let parts = [takes, converts, promotes];
        joined(parts.into_iter().flatten()).unwrap_or(Phrase::verbatim(""))
    }
}

/// The form of a verb.
#[derive(Clone, Copy)]
enum Form {
    Infinitive,
    ThirdPerson,
}

/// Joins phrases by `and`.
fn joined(parts: impl DoubleEndedIterator<Item = Phrase>) -> Option<Phrase> {
    parts.rev().reduce(|rest, part| phrase!("{part} and {deed}", part = part, deed = rest))
}

/// Returns a piece with its square: `the Camel on e7`.
fn standing(game: &Game, kind: PieceType, square: &str) -> Phrase {
    phrase!("the {piece} on {square}", piece = &game.piece(kind).name, square = square)
}

/// Returns the piece that makes a turn: `the Camel on e7`.
fn actor(game: &Game, view: &TurnView) -> Option<Phrase> {
    let mover = |step: &StepView| {
        let change = step.changes.iter().find(|change| change.square == step.from)?;
        Some(standing(game, kind(change.before)?, &square(game, change)))
    };
    view.steps.first().and_then(mover)
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

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    /// Judges a turn of Blue on a small board, with the values of the position before and after it.
    fn judge(board: &str, [turn, best, reply]: [&str; 3], values: [i32; 2]) -> Judgement {
        judge_line(board, [turn, best, reply, ""], values)
    }

    /// Does the same where the opponent's reply to the best turn is known, too. Beyond 10,000 a value is a forced end, in as many plies
    /// as it is short of a million.
    fn judge_line(board: &str, [turn, best, reply, best_reply]: [&str; 4], values: [i32; 2]) -> Judgement {
        let game = builtin::game("scirocco").unwrap();
        let before = Position::parse(&game, board).unwrap();
        let [score, score_after] = values.map(|value| {
            let plies = (value.abs() > 10_000).then(|| (1_000_000 - value.abs()).max(1) as u32);
            let winner = if value > 0 { "Blue" } else { "Tan" };
            Score::new(value, plies, phrase!("{side} wins with the next turn", side = winner))
        });
        let read =
            |position: &Position, text: &str| (!text.is_empty()).then(|| position.read_turn(text).unwrap());
        let turn = before.read_turn(turn).unwrap();
        let best = before.read_turn(best).unwrap();
        let reply = read(&after(&before, turn), reply);
        let best_reply = read(&after(&before, best), best_reply);
        let (score, score_after) = (&score, &score_after);
        Case { before: &before, score, best: Some(best), best_reply, turn, score_after, reply }.judge()
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
            let warning = warning(&position, position.read_turn(turn).unwrap());
            assert!(!warning.is_incomplete);
            warning.danger
        };
        let danger = "It leaves the King where the Rook on b10 takes it.";
        assert_eq!(foresee(ROOKS, "K-b1").unwrap(), danger);
        assert_eq!(foresee(ROOKS, "K-a2"), None);
        let pinned = "[K](R)7(K)/10/10/10/10/10/10/10/10/9[R] b";
        assert_eq!(foresee(pinned, "Rxj10"), None, "the game is over before");
        let left = foresee(pinned, "R-i1");
        assert_eq!(left.unwrap(), danger, "whatever else moves, the King stays where it is taken");
        let lost = "1(R)7(K)/10/10/10/10/(R)9/10/10/10/[K]8[P] b";
        assert_eq!(foresee(lost, "K-a2"), None, "every turn leaves the King where it is taken");
    }

    #[test]
    fn more_replies_than_can_be_tried_are_told() {
        let game = builtin::game("scirocco").unwrap();
        let position = Position::parse(&game, ROOKS).unwrap();
        let warned = |turn: &str, most| warning_within(&position, position.read_turn(turn).unwrap(), most);
        let incomplete = Warning { danger: None, is_incomplete: true };
        assert_eq!(warned("K-a2", 5), incomplete);
        assert_eq!(warned("K-a2", MAX_TRIAL_REPLIES), Warning::default());
        let mut trials = Trials { left: 5 };
        assert!(matches!(trials.fatal_reply(&position, position.read_turn("K-a2").unwrap()), Err(TooMany)));
        assert_eq!(trials.left, 0, "no more is tried");
        // A danger that is found in time is reported.
        let most = (0..).find(|&most| !warned("K-b1", most).is_incomplete).unwrap();
        assert!(most > 1 && warned("K-b1", most).danger.is_some());
    }

    /// The end of the game counts, not the points that are left to lose.
    #[test]
    fn a_turn_that_decides_the_game_has_a_name_whatever_the_score() {
        let (king, rook) = (["K-b1", "K-a2", "Rxb1"], ["R-d5", "R-d1", "K-j9"]);
        for (turns, values, nag, accuracy) in [
            (king, [0, -999_999], Some(4), 10),
            (king, [-4_000, -999_999], Some(4), 50),
            (king, [-999_994, -999_999], Some(4), 50),
            (king, [-999_998, -999_999], None, 100),
            (rook, [-4_000, -999_995], Some(4), 50),
            (rook, [-999_994, -999_995], None, 100),
            (rook, [-999_998, -999_997], None, 100),
            (rook, [999_995, 999_990], None, 100),
            (rook, [999_995, 4_000], Some(6), 79),
            (rook, [999_995, 1_200], Some(2), 63),
            (rook, [999_995, 1_000], Some(4), 50),
            (rook, [999_995, 0], Some(4), 10),
        ] {
            let Judgement { nag: found, accuracy: share, .. } = judge(ROOKS, turns, values);
            assert_eq!((found, share), (nag, accuracy), "{turns:?} {values:?}");
        }
        let best = judge(ROOKS, ["K-b1", "K-b1", "Rxb1"], [-4_000, -999_999]);
        assert_eq!((best.nag, best.accuracy), (None, 100), "the best turn loses, so all do");
    }

    #[test]
    fn a_reason_is_no_deed_that_follows_the_best_turn_too() {
        let board = "1(R)7(K)/10/10/10/10/10/1[C]1[R]6/10/10/[K]9 b";
        let loses = [0, -300];
        let told = |line| judge_line(board, line, loses).reason;
        assert_eq!(
            told(["R-d5", "R-d1", "Rxb4", "K-j9"]).unwrap(),
            "It lets the Rook on b10 take the Camel on b4.",
            "after the best turn the Camel stays"
        );
        assert_eq!(told(["R-d5", "R-d1", "Rxb4", "Rxb4"]), None, "it is lost anyway");
        let royal = "1(R)7(K)/10/10/10/10/10/10/3[R]6/10/1[K]8 b";
        let both = judge_line(royal, ["R-d5", "R-d2", "Rxb1", "Rxb1"], [-999_998, -999_999]);
        assert_eq!((both.nag, both.reason), (None, None), "the King is taken anyway");
    }

    #[test]
    fn a_deed_that_is_done_is_not_missed() {
        let board = "[K]8(K)/10/10/10/[R]2(C)2[R]3/10/10/10/10/10 b";
        let told = |turn| judge(board, [turn, "Ra6xd6", ""], [300, 0]).reason;
        assert_eq!(told("K-a9").unwrap(), "It misses Ra6xd6, which takes the Camel on d6.");
        assert_eq!(told("Rg6xd6"), None, "another piece has taken it");
    }

    #[test]
    fn a_hint_says_what_the_turn_does() {
        let game = builtin::game("scirocco").unwrap();
        let position = Position::parse(&game, "[K]8(K)/10/10/10/[R]2(C)6/10/10/10/10/10 b").unwrap();
        let told = |turn| merit(&position, position.read_turn(turn).unwrap());
        assert_eq!(told("Rxd6").unwrap(), "With it the Rook on a6 takes the Camel on d6.");
        assert_eq!(told("K-a9"), None);
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
            let found = judge(board, turns, values).reason.map(|reason| reason.to_string());
            assert_eq!(found.unwrap_or_default(), reason, "{turns:?} in {board}");
        }
    }
}
