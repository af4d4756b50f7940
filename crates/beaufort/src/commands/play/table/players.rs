//! Players: seats and resignation.

use beaufort_rules::Side;
use beaufort_rules::vocabulary::quoted;
use beaufort_session::command::Command;
use beaufort_session::view::side_index;
use beaufort_session::{HUMAN_NAME, Seat, Stage};

use super::Table;
use crate::failure::Failure;

impl Table {
    /// Returns the players of the sides.
    pub(super) fn players(&self) -> [String; 2] {
        let (session, strength) = (self.session(), self.strength.in_words());
        Side::BOTH.map(|side| match session.seat(side) {
            Seat::Human => match session.record().tags.get(session.game().side_name(side)) {
                None | Some(HUMAN_NAME) => "you".to_owned(),
                Some(name) => name.to_owned(),
            },
            Seat::Engine => format!("Beaufort, {strength}"),
        })
    }

    /// Returns a line with the players.
    pub(super) fn line_of_players(&self) -> String {
        let [first, second] = self.players();
        let [first_side, second_side] = Side::BOTH.map(|side| self.session().game().side_name(side));
        format!("{first_side}: {first}   {second_side}: {second}\n")
    }

    pub(super) fn resign(&mut self) -> Result<(), Failure> {
        let Stage::Turn(next) = self.session().stage() else {
            return Err(self.over());
        };
        // With one person at the board, that person resigns, whichever side is to move.
        let side = self.session().lone_human().unwrap_or(next);
        self.send(Command::Resign { side: side_index(side) })?;
        self.show()
    }

    /// Returns the seats when the engine plays a side that is named.
    pub(super) fn seats_with_engine(&self, word: &str) -> Result<[Seat; 2], Failure> {
        let game = self.session().game();
        let named = |side| game.side_name(side).eq_ignore_ascii_case(word);
        match word.to_ascii_lowercase().as_str() {
            "both" => Ok([Seat::Engine, Seat::Engine]),
            "none" | "neither" => Ok([Seat::Human, Seat::Human]),
            _ if named(Side::First) => Ok([Seat::Engine, Seat::Human]),
            _ if named(Side::Second) => Ok([Seat::Human, Seat::Engine]),
            _ => {
                let [first, second] = Side::BOTH.map(|side| game.side_name(side));
                Err(Failure::user(format_args!("there is no side `{}`", quoted(word)))
                    .hint(format_args!("`{first}`, `{second}`, `both` or `none`")))
            }
        }
    }

    /// Changes places; if it is the engine's turn now, it plays at once.
    pub(super) fn reseat(&mut self, seats: [Seat; 2]) -> Result<(), Failure> {
        self.seat(seats)?;
        self.is_flipped = false;
        self.tell(&self.line_of_players())?;
        match self.session().to_play() {
            Some(Seat::Engine) => self.send(Command::Go).map(drop),
            Some(Seat::Human) => self.show(),
            None => Ok(()),
        }
    }
}
