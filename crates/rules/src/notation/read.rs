//! Reading turns: a text is compared with every spelling of every choice of the position (K119).

use crate::language::ast::Power;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::PlayStep;

use super::core::{core, loose_cores};
use super::write::needs_separator;
use super::{Choice, Notation, NotationError};

/// The tolerance with which a text is compared with spellings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tolerance {
    /// Case and capture marks are significant.
    Strict,
    /// Case is ignored.
    AnyCase,
    /// In addition, `x` before the destination and captures elsewhere are ignored.
    AnyMark,
}

pub(super) fn read<'n>(notation: &'n Notation<'_>, text: &str) -> Result<&'n Choice, NotationError> {
    let text = text.trim();
    let written = |choice: &&Choice| choice.text == text;
    if let Some(choice) = notation.choices.iter().find(written) {
        return Ok(choice);
    }
    let bare = without_dashes(text);
    let own = |choice: &Choice| choice.own_text == text || without_dashes(&choice.own_text) == bare;
    if let Some(found) = unique(notation, text, own) {
        return found;
    }
    for tolerance in [Tolerance::Strict, Tolerance::AnyCase, Tolerance::AnyMark] {
        let speller = Speller { position: notation.position, tolerance };
        if let Some(found) = unique(notation, text, |choice| speller.is_spelling(&bare, choice)) {
            return found;
        }
    }
    Err(NotationError::no_turn(notation, text))
}

/// Returns the choice that fits; an error if choices with different results fit, `None` if none does.
pub(super) fn unique<'n>(
    notation: &'n Notation<'_>,
    text: &str,
    fits: impl Fn(&Choice) -> bool,
) -> Option<Result<&'n Choice, NotationError>> {
    let fitting: Vec<&Choice> = notation.choices.iter().filter(|choice| fits(choice)).collect();
    let first = fitting.first()?;
    if fitting.iter().all(|choice| choice.result == first.result) {
        return Some(Ok(first));
    }
    Some(Err(NotationError::ambiguous(text, fitting.iter().map(|choice| choice.text.as_str()))))
}

/// Removes dashes, which are redundant in every turn.
fn without_dashes(text: &str) -> String {
    text.replace('-', "")
}

/// Returns whether a step takes by hopping over a piece. Such a step always ends right behind that piece, so it may also be
/// written as a capture on its square (K119).
fn is_hop_capture(position: &Position, step: Step) -> bool {
    let kind = position.board().at(step.from).kind().expect("a step starts with a piece");
    let powers = &position.game().piece(kind).ability.powers;
    step.kind == StepKind::Strike && powers.iter().any(|power| matches!(power, Power::HopCapture(_)))
}

struct Speller<'a> {
    position: &'a Position,
    tolerance: Tolerance,
}

impl Speller<'_> {
    /// Returns whether a text without dashes is a spelling of a choice.
    fn is_spelling(&self, text: &str, choice: &Choice) -> bool {
        let turn = choice.turn;
        let mut rests = self.after_step(self.position, turn.first, choice.could_promote[0], vec![text]);
        if let Some(second) = turn.second.filter(|_| !rests.is_empty()) {
            let mut after = self.position.without_history();
            after.begin_turn();
            after.play_step(turn.first, &mut ());
            let separated = self.after_any(&rests, &[";"]);
            let in_full = self.after_step(&after, second, choice.could_promote[1], separated.clone());
            if !needs_separator(turn) {
                rests.extend(separated);
                rests = self.after_core(&after, second, choice.could_promote[1], rests);
                rests.extend(in_full);
            } else {
                rests = in_full;
            }
        }
        rests.iter().any(|rest| matches!(*rest, "" | "*"))
    }

    /// Returns the rests of the text after each spelling of a step with its piece.
    fn after_step<'t>(
        &self,
        position: &Position,
        step: Step,
        could_promote: bool,
        mut rests: Vec<&'t str>,
    ) -> Vec<&'t str> {
        let kind = position.board().at(step.from).kind().expect("a step starts with a piece");
        let piece = position.game().piece(kind);
        let named = self.after_any(&rests, &[&piece.id, piece.abbreviation.as_deref().unwrap_or(&piece.id)]);
        match step.kind {
            // Births and conversions may be written without the piece (K119).
            StepKind::Birth | StepKind::Convert => rests.extend(named),
            _ => rests = named,
        }
        if step.kind != StepKind::Suicide {
            rests.extend(self.after_any(&rests, &[&position.game().size().name(step.from)]));
        }
        self.after_core(position, step, could_promote, rests)
    }

    /// Returns the rests of the text after each spelling of a step without its piece.
    fn after_core<'t>(
        &self,
        position: &Position,
        step: Step,
        could_promote: bool,
        rests: Vec<&'t str>,
    ) -> Vec<&'t str> {
        let mut cores = vec![without_dashes(&core(position, step))];
        if step.kind == StepKind::Convert {
            cores.push(cores[0].trim_start_matches(':').to_owned());
        }
        if is_hop_capture(position, step) {
            cores.push(format!("x{}", position.game().size().name(step.via)));
        }
        if self.tolerance == Tolerance::AnyMark {
            cores.extend(loose_cores(position, step));
        }
        let cores: Vec<&str> = cores.iter().map(String::as_str).collect();
        let mut rests = self.after_any(&rests, &cores);
        match step.promotion {
            Some(kind) => {
                let piece = position.game().piece(kind);
                let ids = [&piece.id, piece.abbreviation.as_ref().unwrap_or(&piece.id)];
                let spellings = ids.map(|id| format!("={id}"));
                rests = self.after_any(&rests, &[&spellings[0], &spellings[1], "+"]);
            }
            None if could_promote => rests.extend(self.after_any(&rests, &["="])),
            None => {}
        }
        rests
    }

    /// Returns the rests of the texts after each of the prefixes.
    fn after_any<'t>(&self, texts: &[&'t str], prefixes: &[&str]) -> Vec<&'t str> {
        let mut rests = Vec::new();
        for text in texts {
            for (i, prefix) in prefixes.iter().enumerate() {
                if !prefixes[..i].contains(prefix) {
                    rests.extend(self.strip(text, prefix));
                }
            }
        }
        rests
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
