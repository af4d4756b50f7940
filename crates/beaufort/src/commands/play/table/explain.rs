//! What the pieces do, and what can be typed.

use beaufort_draw::{PieceList, PiecePage};
use beaufort_rules::game::definition::Style;

use super::Table;
use crate::commands::play::command::Command;
use crate::commands::play::show::{self, BOLD, DIM};
use crate::failure::Failure;
use crate::game_args::nearest;
use crate::output;

impl Table {
    pub(super) fn explain(&self, what: &str) -> Result<(), Failure> {
        let game = self.session.game();
        if what.is_empty() {
            return self.say(&PieceList::new(game).text());
        }
        if let Ok(square) = game.size().parse(what) {
            let width = output::terminal_width();
            return self.say(&show::piece_on(&self.session, square, self.view(), width));
        }
        match game.type_by_any_name(what) {
            Some(kind) => self.say(&PiecePage::new(game, kind).text()),
            None => Err(self.unknown_piece(what)),
        }
    }

    pub(super) fn help(&self) -> Result<(), Failure> {
        let [one, other, third] = example(self.session.game().definition().style);
        let mut text = format!(
            "{BOLD}Turns{BOLD:#} are typed in the notation of the game, with tolerance: {one}, {other} and {third} are one.\n"
        );
        let width = Command::help().map(|(usage, _)| usage.len()).max().unwrap_or(0);
        for (usage, help) in Command::help() {
            text += &format!("  {usage:<width$}  {DIM}{help}{DIM:#}\n");
        }
        text +=
            "Tab completes turns and commands; Ctrl-C stops the engine's thought, and it plays at once.\n";
        self.say(&text)
    }

    pub(super) fn unknown_piece(&self, word: &str) -> Failure {
        let game = self.session.game();
        let failure = Failure::user(format_args!(
            "`{}` is neither a piece of {} nor a square",
            word.escape_debug(),
            game.definition().name
        ));
        match nearest(word, game.types().map(|kind| game.piece(kind).name.as_str())) {
            Some(near) => failure.hint(format_args!("did you mean `{near}`?")),
            None => failure.hint("`?` lists the pieces"),
        }
    }
}

/// Returns a turn in three spellings.
pub(super) fn example(style: Style) -> [&'static str; 3] {
    match style {
        Style::King => ["P-e4", "Pe4", "pe4"],
        Style::Algebraic { .. } => ["Nf3", "nf3", "Ng1-f3"],
    }
}
