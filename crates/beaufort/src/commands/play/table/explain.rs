//! Help: pieces and commands.

use beaufort_draw::words;
use beaufort_rules::game::definition::Style;

use super::Table;
use crate::commands::play::command::PlayCommand;
use crate::commands::play::look;
use crate::commands::play::show::DIM;
use crate::failure::Failure;
use crate::output;

impl Table {
    pub(super) fn explain(&self, what: &str) -> Result<(), Failure> {
        self.say(&look::explain(self.session().position(), what, self.view())?)
    }

    pub(super) fn help(&self) -> Result<(), Failure> {
        let [one, other, third] = example(self.session().game().definition().style);
        let columns = output::terminal_width();
        let paragraph = |text: &str| words::wrap(text, columns).join("\n") + "\n";
        let mut text = paragraph(&format!(
            "Turns are typed in the notation of the game, with tolerance: {one}, {other} and {third} are one."
        ));
        let width = PlayCommand::help().map(|(usage, _)| usage.len()).max().unwrap_or(0);
        for (usage, help) in PlayCommand::help() {
            let mut usage = usage;
            for line in words::wrap(help, columns.saturating_sub(width + 4)) {
                text += &format!("  {usage:<width$}  {DIM}{line}{DIM:#}\n");
                usage.clear();
            }
        }
        text += &paragraph(
            "Tab completes turns and commands; Ctrl-C stops the engine's thought, and it plays at once.",
        );
        self.say(&text)
    }
}

/// Returns a turn in three spellings.
pub(super) fn example(style: Style) -> [&'static str; 3] {
    match style {
        Style::King => ["P-e4", "Pe4", "pe4"],
        Style::Algebraic { .. } => ["Nf3", "nf3", "Ng1-f3"],
    }
}
