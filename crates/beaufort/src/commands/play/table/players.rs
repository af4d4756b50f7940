//! Who plays which side, and who has had enough.

use beaufort_rules::Side;
use beaufort_session::{Seat, Stage};

use super::Table;
use crate::failure::Failure;

impl Table {
    pub(super) fn resign(&mut self) -> Result<(), Failure> {
        let Stage::Turn(next) = self.session.stage() else {
            return Err(Failure::user("the game is over"));
        };
        // A person who is alone resigns for himself, whoever is to play.
        self.session.resign(self.session.lone_human().unwrap_or(next));
        self.changed()?;
        self.show()
    }

    /// Returns the seats when the engine plays a side that is named.
    pub(super) fn seats_with_engine(&self, word: &str) -> Result<[Seat; 2], Failure> {
        let game = self.session.game();
        let named = |side| game.side_name(side).eq_ignore_ascii_case(word);
        match word.to_ascii_lowercase().as_str() {
            "both" => Ok([Seat::Engine, Seat::Engine]),
            "none" | "neither" => Ok([Seat::Human, Seat::Human]),
            _ if named(Side::First) => Ok([Seat::Engine, Seat::Human]),
            _ if named(Side::Second) => Ok([Seat::Human, Seat::Engine]),
            _ => {
                let [first, second] = Side::BOTH.map(|side| game.side_name(side));
                Err(Failure::user(format_args!("there is no side `{}`", word.escape_debug()))
                    .hint(format_args!("`{first}`, `{second}`, `both` or `none`")))
            }
        }
    }

    /// Changes places; if it is the engine's turn now, it plays at once.
    pub(super) fn reseat(&mut self, seats: [Seat; 2]) -> Result<(), Failure> {
        for side in Side::BOTH {
            self.session.set_seat(side, seats[side.index()]);
        }
        self.name_players();
        self.is_paused = false;
        self.is_flipped = false;
        let [first, second] = self.players();
        let [first_side, second_side] = Side::BOTH.map(|side| self.session.game().side_name(side));
        self.say(&format!("{first_side}: {first}   {second_side}: {second}\n"))?;
        if self.session.to_play() == Some(Seat::Human) { self.show() } else { Ok(()) }
    }
}
