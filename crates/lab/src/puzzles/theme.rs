//! The themes of a puzzle, which say what its solution does.

use std::str::FromStr;

use beaufort_rules::changes::{Fate, StepChanges, Trial, TurnChanges};
use beaufort_rules::{Position, StepKind, Turn};
use serde::{Deserialize, Serialize};

use crate::quiet::is_quiet;

/// Something that a turn of the solver does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// The first turn takes, brings, converts and promotes nothing.
    Quiet,
    /// It attacks a royal piece.
    Check,
    /// It takes two pieces or more.
    Several,
    /// It takes a piece without moving to its square.
    Afar,
    /// It is made with the move of another piece (K82).
    Lent,
    /// Its piece makes two moves (K87).
    Double,
    /// Its piece becomes another.
    Promotion,
    /// It wins a piece over.
    Convert,
    /// Its piece changes places with another.
    Swap,
    /// It pulls or pushes a piece.
    Push,
    /// It immobilizes a piece.
    Hold,
    /// Poison or fire kills at its end.
    Poison,
    /// It brings a new piece, or one from the reserve.
    Drop,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 13] = [
        Theme::Quiet,
        Theme::Check,
        Theme::Several,
        Theme::Afar,
        Theme::Lent,
        Theme::Double,
        Theme::Promotion,
        Theme::Convert,
        Theme::Swap,
        Theme::Push,
        Theme::Hold,
        Theme::Poison,
        Theme::Drop,
    ];

    /// Returns the name of the theme, as files and commands have it.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Quiet => "quiet",
            Theme::Check => "check",
            Theme::Several => "several",
            Theme::Afar => "afar",
            Theme::Lent => "lent",
            Theme::Double => "double",
            Theme::Promotion => "promotion",
            Theme::Convert => "convert",
            Theme::Swap => "swap",
            Theme::Push => "push",
            Theme::Hold => "hold",
            Theme::Poison => "poison",
            Theme::Drop => "drop",
        }
    }

    /// Returns whether the first turn of a solution has one of some themes.
    pub(super) fn begins(position: &Position, turn: Turn, themes: &[Theme]) -> bool {
        let facts = Facts::of(position, turn, true);
        themes.iter().any(|&theme| facts.have(theme))
    }

    /// Returns the themes of a solution: turns of both sides from a position on, of which the solver's are the first, the third and
    /// so on; `None` if one of them is not legal.
    pub fn of_solution(start: &Position, solution: &[String]) -> Option<Vec<Theme>> {
        let mut position = start.clone();
        let mut seen = [false; Theme::ALL.len()];
        for (ply, text) in solution.iter().enumerate() {
            let turn = position.read_turn(text).ok()?;
            if ply % 2 == 0 {
                let facts = Facts::of(&position, turn, ply == 0);
                for (seen, theme) in seen.iter_mut().zip(Theme::ALL) {
                    *seen |= facts.have(theme);
                }
            }
            position.play_unchecked(turn);
        }
        Some(Theme::ALL.into_iter().zip(seen).filter(|&(_, seen)| seen).map(|(theme, _)| theme).collect())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(name: &str) -> Result<Theme, String> {
        let found = Theme::ALL.into_iter().find(|theme| theme.name() == name);
        found.ok_or_else(|| format!("the themes are {}", Theme::ALL.map(Theme::name).join(", ")))
    }
}

/// A turn with its changes.
struct Facts<'a> {
    before: &'a Position,
    after: Position,
    /// Whether it is the first turn of the solution and quiet.
    begins_quietly: bool,
    changes: TurnChanges,
}

impl<'a> Facts<'a> {
    fn of(before: &'a Position, turn: Turn, is_first: bool) -> Facts<'a> {
        let mut after = before.clone();
        after.play_unchecked(turn);
        let begins_quietly = is_first && is_quiet(before, turn);
        Facts { before, after, begins_quietly, changes: Trial::new(before).changes(turn) }
    }

    fn have(&self, theme: Theme) -> bool {
        let (us, them) = (self.before.side(), self.before.side().other());
        let steps = &self.changes.steps;
        let is = |meant: &[StepKind]| steps.iter().any(|made| meant.contains(&made.step.kind));
        let taken = |made: &StepChanges| {
            let gone = made.changes.iter().filter(|change| change.fate == Fate::Captured);
            gone.filter(|change| change.before.side() == them).map(|change| change.square).collect::<Vec<_>>()
        };
        match theme {
            Theme::Quiet => self.begins_quietly,
            Theme::Check => {
                self.after.verdict().is_none()
                    && self.after.board().royals(them).iter().any(|at| self.after.is_attacked_by(us, at))
            }
            Theme::Several => steps.iter().map(|made| taken(made).len()).sum::<usize>() > 1,
            Theme::Afar => steps.iter().any(|made| taken(made).iter().any(|&at| at != made.step.to)),
            Theme::Lent => steps.iter().any(|made| made.lender.is_some()),
            Theme::Double => steps.len() > 1,
            Theme::Promotion => {
                !is(&[StepKind::Drop, StepKind::Place])
                    && steps.iter().any(|made| made.step.promotion.is_some())
            }
            Theme::Convert => self.changes.all().any(|change| change.fate == Fate::Converted),
            Theme::Swap => is(&[StepKind::Swap, StepKind::SwapEnemy]),
            Theme::Push => is(&[StepKind::Pull, StepKind::Push, StepKind::Shove]),
            Theme::Hold => !(self.after.immobilized(them) & !self.before.immobilized(them)).is_empty(),
            Theme::Poison => self.changes.marks.iter().any(|change| change.fate == Fate::Perished),
            Theme::Drop => is(&[StepKind::Drop, StepKind::Place, StepKind::Birth]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_has_the_same_name_in_files_and_commands() {
        for theme in Theme::ALL {
            assert_eq!(theme.name().parse(), Ok(theme));
            assert_eq!(serde_json::to_string(&theme).expect("it is a name"), format!("{:?}", theme.name()));
        }
        let error = "magic".parse::<Theme>().expect_err("there is no such theme");
        assert!(error.starts_with("the themes are quiet, check, "), "{error}");
    }
}
