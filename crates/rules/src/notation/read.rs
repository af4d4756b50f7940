//! Reading turns: every turn of the position is asked whether the text is one of its spellings (K119).

use crate::turn::{Step, StepKind, Turn};

use super::{Notation, NotationError};

/// How exactly a text must be one of a turn's spellings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tolerance {
    /// Case and captures count.
    Strict,
    /// Case does not count.
    AnyCase,
    /// Nor does it matter whether `x`, `-` or nothing stands before the destination.
    AnyMark,
}

pub(super) fn read(notation: &Notation<'_>, text: &str) -> Result<Turn, NotationError> {
    let text = text.trim();
    if let Some((turn, _)) = notation.iter().find(|&(_, written)| written == text) {
        return Ok(turn);
    }
    for tolerance in [Tolerance::Strict, Tolerance::AnyCase, Tolerance::AnyMark] {
        let speller = Speller { notation, tolerance };
        let fitting: Vec<_> =
            notation.choices.iter().filter(|choice| speller.is_spelling(text, choice.turn)).collect();
        if let Some(first) = fitting.first() {
            if fitting.iter().all(|choice| choice.result == first.result) {
                return Ok(first.turn);
            }
            return Err(NotationError::ambiguous(text, fitting.iter().map(|choice| choice.text.as_str())));
        }
    }
    Err(NotationError::no_turn(notation, text))
}

struct Speller<'a> {
    notation: &'a Notation<'a>,
    tolerance: Tolerance,
}

impl Speller<'_> {
    /// Returns whether a text is a spelling of a turn.
    fn is_spelling(&self, text: &str, turn: Turn) -> bool {
        let position = self.notation.position;
        let size = position.game().size();
        let step = turn.first;
        let kind = position.board().at(step.from).kind().expect("a turn starts with a piece");
        let piece = position.game().piece(kind);
        let ids = std::iter::once(piece.id.as_str()).chain(piece.abbreviation.as_deref());
        let origin = size.name(step.from);
        ids.filter_map(|id| self.strip(text, id))
            .flat_map(|rest| [Some(rest), self.strip(rest, &origin)])
            .flatten()
            .flat_map(|rest| self.after_core(rest, step))
            .any(|rest| self.is_promotion(rest, step))
    }

    /// Returns what follows each spelling of the step's core that the text begins with.
    fn after_core<'t>(&self, text: &'t str, step: Step) -> Vec<&'t str> {
        let position = self.notation.position;
        let name = |square| position.game().size().name(square);
        let (to, via) = (name(step.to), name(step.via));
        let takes = !position.board().at(step.to).is_none();
        let spellings = match step.kind {
            StepKind::Igui => vec![format!("x!{via}")],
            StepKind::HopCapture => {
                vec![format!("x{via}-{to}"), format!("x{via}{to}"), format!("x{to}"), format!("-{to}"), to]
            }
            StepKind::Own | StepKind::Relayed => {
                let lenient = self.tolerance == Tolerance::AnyMark;
                let capture = (takes || lenient).then(|| format!("x{to}"));
                let quiet = (!takes || lenient).then(|| [format!("-{to}"), to]);
                capture.into_iter().chain(quiet.into_iter().flatten()).collect()
            }
        };
        spellings.iter().filter_map(|spelling| self.strip(text, spelling)).collect()
    }

    /// Returns whether a text says what becomes of the piece at the end of a step.
    fn is_promotion(&self, text: &str, step: Step) -> bool {
        let Some(kind) = step.promotion else {
            return text.is_empty() || (text == "=" && self.could_promote(step));
        };
        let piece = self.notation.position.game().piece(kind);
        let named = |id: &str| {
            let rest = text.strip_prefix('=').and_then(|rest| self.strip(rest, id));
            rest.is_some_and(str::is_empty)
        };
        text == "+" || named(&piece.id) || piece.abbreviation.as_deref().is_some_and(named)
    }

    fn could_promote(&self, step: Step) -> bool {
        self.notation.choices.iter().any(|other| super::write::is_promotion_of(step, other.turn.first))
    }

    fn strip<'t>(&self, text: &'t str, prefix: &str) -> Option<&'t str> {
        let (head, rest) = text.split_at_checked(prefix.len())?;
        let fits = match self.tolerance {
            Tolerance::Strict => head == prefix,
            Tolerance::AnyCase | Tolerance::AnyMark => head.eq_ignore_ascii_case(prefix),
        };
        fits.then_some(rest)
    }
}
