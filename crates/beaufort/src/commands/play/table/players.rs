//! Who plays which side, what the record calls the players, and who has had enough.

use beaufort_rules::Side;
use beaufort_session::{Seat, Session, Stage};

use super::Table;
use crate::failure::Failure;

/// The engine's name in records.
const ENGINE: &str = concat!("Beaufort ", env!("CARGO_PKG_VERSION"));
/// A person's name in records.
const HUMAN: &str = "Human";

/// Returns who played a recorded game, if it was played here: against the engine or by two people without names.
pub(in crate::commands::play) fn seats_of_record(session: &Session) -> Option<[Seat; 2]> {
    let names = Side::BOTH.map(|side| name_of(session, side));
    let is_engine = |name: Option<&str>| name.is_some_and(|name| name.starts_with("Beaufort"));
    let is_ours = names == [Some(HUMAN); 2] || names.into_iter().any(is_engine);
    is_ours.then(|| names.map(|name| if is_engine(name) { Seat::Engine } else { Seat::Human }))
}

fn name_of(session: &Session, side: Side) -> Option<&str> {
    session.record().tags.get(session.game().side_name(side))
}

impl Table {
    /// Returns who plays the sides.
    pub(super) fn players(&self) -> [String; 2] {
        Side::BOTH.map(|side| match self.session.seat(side) {
            Seat::Human => {
                let name = name_of(&self.session, side).unwrap_or(HUMAN);
                if name == HUMAN { "you".to_owned() } else { name.to_owned() }
            }
            Seat::Engine => format!("Beaufort, {}", self.thinker.limits_in_words()),
        })
    }

    /// Writes the players into the record; a person's name that is there stays.
    pub(super) fn name_players(&mut self) {
        for side in Side::BOTH {
            let level = self.thinker.level();
            let name = match self.session.seat(side) {
                Seat::Engine if level.skill.is_some() => format!("{ENGINE}, level {}", level.id),
                Seat::Engine => ENGINE.to_owned(),
                Seat::Human => match name_of(&self.session, side) {
                    Some(name) if !name.starts_with("Beaufort") => continue,
                    _ => HUMAN.to_owned(),
                },
            };
            let tag = self.session.game().side_name(side).to_owned();
            self.session.set_tag(&tag, &name);
        }
    }

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
