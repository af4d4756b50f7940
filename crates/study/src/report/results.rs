//! Who wins, and how.

use beaufort_rules::Side;

use super::table::Table;
use super::{Games, Page};
use crate::row::Ending;
use crate::share::Share;

/// The endings with what the report calls them.
const ENDINGS: [(Ending, &str); 5] = [
    (Ending::Royal, "the last royal piece is lost"),
    (Ending::Bare, "one piece is left"),
    (Ending::Stuck, "there is no turn"),
    (Ending::Repetition, "every turn would repeat a position"),
    (Ending::Stopped, "stopped: too long"),
];

pub(super) fn section(games: &Games<'_>, page: &mut Page) {
    page.heading("Who wins, and how");
    let names = Side::BOTH.map(|side| games.game.side_name(side));
    let first = Games::first_wins(&games.engine);
    page.paragraph(format!(
        "{} begins, and wins {} of the {} games that have a winner: {}.",
        names[0],
        first.percent(),
        first.whole,
        first.range()
    ));
    let mut table = Table::new(["the end", "games", "share", "95%", names[0], names[1], "random games"]);
    for (ending, label) in ENDINGS {
        let ended = || games.engine.iter().filter(|row| row.end == ending);
        let won = |side| ended().filter(|row| row.won == Some(side)).count().to_string();
        let share = Share { part: ended().count() as u32, whole: games.engine.len() as u32 };
        let random = games.random.iter().filter(|row| row.end == ending).count();
        let cells =
            [share.part.to_string(), share.percent(), share.range(), won(0), won(1), random.to_string()];
        let [games, percent, range, first, second, random] = cells;
        table.row([label.to_owned(), games, percent, range, first, second, random]);
    }
    page.table(table);
}
