//! The record, and other games in place of this one.

use std::path::Path;
use std::sync::Arc;

use beaufort_rules::Side;
use beaufort_session::Session;

use super::{Arrangement, Table, seats_of_record};
use crate::commands::play::keeper::Keeper;
use crate::commands::play::load;
use crate::failure::Failure;
use crate::game_args::builtin_game;

impl Table {
    pub(super) fn comment(&mut self, text: String) -> Result<(), Failure> {
        if text.is_empty() {
            let comment = self.session.comment();
            return self.say(&if comment.is_empty() {
                "There is no comment here.\n".to_owned()
            } else {
                format!("{comment}\n")
            });
        }
        self.session.set_comment(text);
        self.changed()
    }

    pub(super) fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let (mut session, text) = load::load(path, Some(self.session.game()))?;
        let seats = seats_of_record(&session).unwrap_or(Side::BOTH.map(|side| self.session.seat(side)));
        for side in Side::BOTH {
            session.set_seat(side, seats[side.index()]);
        }
        self.keeper = Keeper::of_loaded(path, &text, session.game(), &self.interrupt)?;
        self.begin(session)
    }

    pub(super) fn new_game(&mut self, name: &str) -> Result<(), Failure> {
        let game = if name.is_empty() { Arc::clone(self.session.game()) } else { builtin_game(name)? };
        let is_same = Arc::ptr_eq(&game, self.session.game());
        let arrangement = if is_same { &self.arrangement } else { &Arrangement::Ask };
        let mut session = arrangement.begin(&game, &mut self.rng);
        for side in Side::BOTH {
            session.set_seat(side, self.session.seat(side));
        }
        self.keeper = Keeper::new(&game, None, &self.interrupt)?;
        self.begin(session)
    }

    pub(super) fn begin(&mut self, session: Session) -> Result<(), Failure> {
        self.session = session;
        self.thinker.new_game();
        self.welcome()
    }
}
