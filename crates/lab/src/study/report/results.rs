//! The winners, and how the games end.

use beaufort_rules::game::definition::{BareRoyal, Repetition, Value};
use beaufort_rules::{Game, Side};

use super::table::MarkdownTable;
use super::{Games, Page};
use crate::row::EndKind;
use crate::study::share::Share;

/// Returns the endings that the rules of a game have, with their names in the report.
fn endings(game: &Game) -> Vec<(EndKind, &'static str)> {
    let rules = &game.definition().ending;
    let repeated = match rules.repetition {
        Repetition::Draws(_) => "a position repeated: a draw",
        Repetition::Judged(_) => "a position repeated",
        Repetition::Allowed | Repetition::Illegal(_) => "every turn would repeat a position",
    };
    let known = [
        (!rules.check_binds, EndKind::Royal, "the last royal piece is lost"),
        (rules.bare_royal != BareRoyal::PlaysOn, EndKind::Bare, "one piece is left"),
        (rules.check_binds, EndKind::Checkmate, "checkmate"),
        (rules.no_move.otherwise == Value::Draws, EndKind::Stalemate, "stalemate: a draw"),
        (rules.no_move.otherwise != Value::Draws, EndKind::Stuck, "there is no turn"),
        (rules.repetition != Repetition::Allowed, EndKind::Repetition, repeated),
        (rules.quiet.is_some(), EndKind::Quiet, "nothing happened for long: a draw"),
        (rules.dead.is_some(), EndKind::Dead, "nobody can win: a draw"),
        (!rules.objectives.is_empty(), EndKind::Objective, "an objective of the game"),
        (true, EndKind::Stopped, "stopped: too long"),
    ];
    known.into_iter().filter(|(known, ..)| *known).map(|(_, ending, label)| (ending, label)).collect()
}

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
    let mut table =
        MarkdownTable::new(["the end", "games", "share", "95%", names[0], names[1], "random games"]);
    for (ending, label) in endings(games.game) {
        let ended = || games.engine.iter().filter(|row| row.ending == ending);
        let won = |side| ended().filter(|row| row.winner == Some(side)).count().to_string();
        let share = Share { part: ended().count() as u32, whole: games.engine.len() as u32 };
        let random = games.random.iter().filter(|row| row.ending == ending).count();
        let cells =
            [share.part.to_string(), share.percent(), share.range(), won(0), won(1), random.to_string()];
        let [games, percent, range, first, second, random] = cells;
        table.row([label.to_owned(), games, percent, range, first, second, random]);
    }
    page.table(table);
}
