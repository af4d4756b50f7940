//! Explanations and hints for refusals.

use beaufort_rules::game::definition::Repetition;
use beaufort_session::Stage;
use beaufort_session::event::{Problem, ProblemCode};

use super::Table;
use crate::commands::play::command::PlayCommand;
use crate::failure::Failure;

impl Table {
    /// Returns the failure that the game is over.
    pub(super) fn over(&self) -> Failure {
        Failure::user("the game is over").hint("`back` takes a turn back, `new` begins another game")
    }

    /// Explains why something was refused.
    pub(super) fn mistake(&self, typed: &str, problem: &Problem) -> Failure {
        let failure = Failure::user(&problem.message);
        match problem.code {
            ProblemCode::NotNow if matches!(self.session().stage(), Stage::Over(_)) => self.over(),
            ProblemCode::Repetition => match self.session().game().definition().ending.repetition {
                Repetition::Allowed | Repetition::Draws(_) | Repetition::Judged(_) => failure,
                Repetition::Illegal(times) => failure.hint(format_args!(
                    "no turn may bring about a position that has occurred {} before",
                    match times {
                        0..=2 => "once".to_owned(),
                        3 => "twice".to_owned(),
                        _ => format!("{} times", times - 1),
                    }
                )),
            },
            ProblemCode::Notation => {
                let word = typed.split_whitespace().next().unwrap_or("");
                match PlayCommand::nearest(word).filter(|_| word.chars().all(char::is_alphabetic)) {
                    Some(name) => failure.hint(format_args!("did you mean the command `{name}`?")),
                    None => failure.hint("`moves` lists the turns, `help` everything else"),
                }
            }
            _ => failure,
        }
    }
}
