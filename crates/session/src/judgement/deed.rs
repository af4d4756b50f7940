//! The effects of a turn in words.

use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, PieceType, Position, Turn, phrase};

use crate::view::{Change, Fate, StepView, TurnView, Viewer, side_index};

/// The effects of a turn that can be said plainly.
pub(super) struct Deed<'a> {
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
    pub(super) fn of(position: &'a Position, turn: Turn) -> Deed<'a> {
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
    pub(super) fn taken_royal(&self) -> Option<Phrase> {
        let &(kind, _) = self.takes.iter().find(|&&(kind, _)| self.game.is_royal(kind))?;
        Some(phrase!(
            "It leaves the {piece} where {actor} takes it.",
            piece = &self.game.piece(kind).name,
            actor = self.actor()
        ))
    }

    /// Returns whether it does all that another turn does.
    pub(super) fn includes(&self, other: &Deed<'_>) -> bool {
        let all = |own: &[_], others: &[_]| others.iter().all(|victim| own.contains(victim));
        other.is_plain()
            && all(&self.takes, &other.takes)
            && all(&self.converts, &other.converts)
            && (other.promotion.is_none() || other.promotion == self.promotion)
    }

    /// Returns whether it does something that can be said.
    pub(super) fn is_plain(&self) -> bool {
        !self.takes.is_empty() || !self.converts.is_empty() || self.promotion.is_some()
    }

    /// Returns who does it: `the Camel on e7`.
    pub(super) fn actor(&self) -> Phrase {
        self.actor.clone().unwrap_or(phrase!("the opponent"))
    }

    /// Returns that this has been missed, in a sentence.
    pub(super) fn missed(&self) -> Phrase {
        phrase!("It misses {turn}, which {deed}.", turn = &self.text, deed = self.in_words(Form::ThirdPerson))
    }

    /// Returns what it does, in words: `takes the Rook on e4 and becomes a Squirrel`.
    pub(super) fn in_words(&self, form: Form) -> Phrase {
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
            match form {
                Form::Infinitive if takes_an(piece) => phrase!("become an {piece}", piece = piece),
                Form::Infinitive => phrase!("become a {piece}", piece = piece),
                Form::ThirdPerson => becomes(piece),
            }
        });
        let parts = [takes, converts, promotes];
        joined(parts.into_iter().flatten()).unwrap_or(Phrase::verbatim(""))
    }
}

/// The form of a verb.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Infinitive,
    ThirdPerson,
}

/// Returns that a piece becomes another, in the third person.
pub(super) fn becomes(piece: &str) -> Phrase {
    if takes_an(piece) {
        phrase!("becomes an {piece}", piece = piece)
    } else {
        phrase!("becomes a {piece}", piece = piece)
    }
}

fn takes_an(piece: &str) -> bool {
    piece.starts_with(['A', 'E', 'I', 'O', 'U'])
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

pub(super) fn is_drop(view: &TurnView) -> bool {
    view.steps.iter().any(|step| step.kind == beaufort_rules::StepKind::Drop)
}

pub(super) fn kind(code: u16) -> Option<PieceType> {
    (code / 2).checked_sub(1).map(|index| PieceType::new(index as u8))
}

fn square(game: &Game, change: &Change) -> String {
    game.size().name(beaufort_rules::Square::new(change.square)).to_string()
}

/// Returns the position after a turn.
pub(super) fn after(before: &Position, turn: Turn) -> Position {
    let mut after = before.clone();
    after.play_unchecked(turn);
    after
}
