//! Turns: played, listed, taken back.

use beaufort_rules::Turn;
use beaufort_rules::game::definition::Repetition;
use beaufort_session::{PlayError, Seat, Stage};

use super::Table;
use crate::commands::play::command::Command;
use crate::commands::play::look;
use crate::commands::play::show::{self, BOLD, DIM};
use crate::failure::Failure;
use crate::output;

impl Table {
    /// Lets the engine go on if it waits; says why nothing happens if it does not.
    pub(super) fn go(&mut self) -> Result<(), Failure> {
        self.is_paused = false;
        match self.session.stage() {
            Stage::Turn(side) if self.session.seat(side) == Seat::Human => self.say(&format!(
                "It is {}'s turn: type one, or `engine plays {0}` to let Beaufort play it.\n",
                self.session.game().side_name(side)
            )),
            Stage::Over(verdict) => Err(self.mistake("", &PlayError::Over(verdict))),
            Stage::Turn(_) | Stage::SetUp { .. } => Ok(()),
        }
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), Failure> {
        if let Err(error) = self.session.play(text) {
            return Err(self.mistake(text, &error));
        }
        self.played()
    }

    pub(super) fn play_listed(&mut self, number: usize) -> Result<(), Failure> {
        let listed = number.checked_sub(1).and_then(|index| self.listed.get(index)).copied();
        let Some(turn) = listed else {
            let failure = Failure::user(format_args!("there is no turn {number} in a list shown here"));
            return Err(failure.hint("`moves` numbers the turns; after that, a number plays one"));
        };
        self.session.play_turn(turn).map_err(|error| self.mistake("", &error))?;
        self.say(&format!("You play {BOLD}{}{BOLD:#}.\n", self.last_text()))?;
        self.played()
    }

    /// Goes on after a person's turn.
    pub(super) fn played(&mut self) -> Result<(), Failure> {
        self.is_paused = false;
        self.changed()?;
        // The board is shown when somebody has to look at it.
        if self.session.to_play() != Some(Seat::Engine) { self.show() } else { Ok(()) }
    }

    /// Explains why a turn was not played.
    pub(super) fn mistake(&self, text: &str, error: &PlayError) -> Failure {
        let failure = Failure::user(error);
        match error {
            PlayError::Repetition(_) => {
                let times = match self.session.game().definition().ending.repetition {
                    Repetition::Illegal(times) => times,
                    Repetition::Allowed | Repetition::Draws(_) => return failure,
                };
                failure.hint(format_args!(
                    "no turn may bring about a position that has occurred {} before",
                    match times {
                        0..=2 => "once".to_owned(),
                        3 => "twice".to_owned(),
                        _ => format!("{} times", times - 1),
                    }
                ))
            }
            PlayError::Over(_) => failure.hint("`back` takes a turn back, `new` begins another game"),
            PlayError::Notation(_) => {
                let word = text.split_whitespace().next().unwrap_or("");
                match Command::nearest(word).filter(|_| word.chars().all(char::is_alphabetic)) {
                    Some(name) => failure.hint(format_args!("did you mean the command `{name}`?")),
                    None => failure.hint("`moves` lists the turns, `help` everything else"),
                }
            }
            PlayError::SettingUp | PlayError::NoTurn => failure,
        }
    }

    pub(super) fn list(&mut self, filter: &str) -> Result<(), Failure> {
        if let Stage::Over(verdict) = self.session.stage() {
            return Err(self.mistake("", &PlayError::Over(verdict)));
        }
        let game = self.session.game();
        let square = game.size().parse(filter).ok();
        let kind = game.type_by_any_name(filter);
        if !filter.is_empty() && square.is_none() && kind.is_none() {
            return Err(look::unknown_piece(game, filter));
        }
        let board = self.session.position().board();
        let is_wanted = |turn: &Turn| {
            filter.is_empty()
                || kind.is_some() && board.at(turn.first.from).kind() == kind
                || square.is_some_and(|square| {
                    turn.steps().any(|step| [step.from, step.to, step.via].contains(&square))
                })
        };
        let turns: Vec<(Turn, String)> =
            show::turns(&self.session).into_iter().filter(|(turn, _)| is_wanted(turn)).collect();
        if turns.is_empty() {
            return self.say("No turn fits.\n");
        }
        let texts: Vec<&str> = turns.iter().map(|(_, text)| text.as_str()).collect();
        self.say(&show::numbered(&texts, output::terminal_width()))?;
        self.listed = turns.into_iter().map(|(turn, _)| turn).collect();
        Ok(())
    }

    pub(super) fn back(&mut self, turns: Option<usize>) -> Result<(), Failure> {
        if turns.is_none() && self.session.reopen() {
            return self.jumped();
        }
        let back = match turns {
            Some(turns) => (0..turns).take_while(|_| self.session.take_back()).count(),
            None => self.session.take_back_to_human(),
        };
        if back == 0 {
            return Err(Failure::user("there is no turn of yours to take back"));
        }
        self.jumped()
    }

    pub(super) fn redo(&mut self, turns: Option<usize>) -> Result<(), Failure> {
        let again = match turns {
            Some(turns) => (0..turns).take_while(|_| self.session.redo()).count(),
            None => self.session.redo_to_human(),
        };
        if again == 0 {
            return Err(Failure::user("there is no turn to play again"));
        }
        self.jumped()
    }

    pub(super) fn goto(&mut self, turns: usize) -> Result<(), Failure> {
        let here = show::turns_played(&self.session);
        let last = here + show::turns_ahead(&self.session);
        if turns > last {
            return Err(Failure::user(format_args!("the game has only {last} turns")));
        }
        for _ in turns..here {
            self.session.take_back();
        }
        for _ in here..turns {
            self.session.redo();
        }
        self.jumped()
    }

    /// Shows another place of the game; the engine waits there.
    pub(super) fn jumped(&mut self) -> Result<(), Failure> {
        self.is_paused = true;
        self.changed()?;
        self.show()?;
        let ahead = show::turns_ahead(&self.session);
        if ahead > 0 {
            let turns = if ahead == 1 { "turn follows" } else { "turns follow" };
            self.say(&format!("{DIM}{ahead} {turns} in the record: `redo`{DIM:#}\n"))?;
        }
        Ok(())
    }
}
