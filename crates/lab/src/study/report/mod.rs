//! The report about a study: a page of Markdown with plots.

mod drops;
mod firsts;
mod lengths;
mod losses;
mod openings;
mod pieces;
mod promotions;
mod results;
mod table;
mod turns;

use std::collections::BTreeMap;

use beaufort_rules::Game;

use crate::study::play::Study;
use crate::study::row::{GameNumber, GameRow, PlayerKind};
use crate::study::share::Share;

/// A plot of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The name of its file without the folder: `lengths.svg`.
    pub name: &'static str,
    /// The document.
    pub svg: String,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyReport {
    text: String,
    plots: Vec<Plot>,
}

impl StudyReport {
    /// Returns the report about games, in whatever order they come; `command` is what makes it again. The page looks
    /// for its plots in a folder with the id of the game.
    pub fn new(study: &Study, rows: impl IntoIterator<Item = GameRow>, command: &str) -> StudyReport {
        let games = Games::new(study.game(), rows);
        let mut page = Page { folder: study.plan().game.clone(), text: String::new(), plots: Vec::new() };
        introduction(study, &games, command, &mut page);
        lengths::section(&games, &mut page);
        results::section(&games, &mut page);
        openings::section(&games, &mut page);
        losses::section(&games, &mut page);
        firsts::section(&games, &mut page);
        drops::section(&games, &mut page);
        promotions::section(&games, study.evaluation(), &mut page);
        turns::section(&games, &mut page);
        pieces::section(study, &mut page);
        StudyReport { text: page.text, plots: page.plots }
    }

    /// Returns the page.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the plots that the page shows.
    pub fn plots(&self) -> &[Plot] {
        &self.plots
    }
}

/// What a report is about.
struct Games<'a> {
    game: &'a Game,
    /// The engine's games in their order, and the random ones.
    engine: Vec<GameRow>,
    random: Vec<GameRow>,
}

impl<'a> Games<'a> {
    fn new(game: &'a Game, rows: impl IntoIterator<Item = GameRow>) -> Games<'a> {
        let rows: BTreeMap<GameNumber, GameRow> = rows.into_iter().map(|row| (row.number, row)).collect();
        let (engine, random) = rows.into_values().partition(|row| row.number.player == PlayerKind::Engine);
        Games { game, engine, random }
    }

    /// Returns how many of the engine's games that were won were won by the first side.
    fn first_wins<'r>(rows: impl IntoIterator<Item = &'r GameRow>) -> Share {
        let mut share = Share::default();
        rows.into_iter().filter_map(|row| row.won).for_each(|side| share.add(side == 0));
        share
    }

    /// Returns whether the game has drops.
    fn has_drops(&self) -> bool {
        !self.game.definition().drops.items.is_empty()
    }

    /// Returns the name of a piece.
    fn name(&self, id: &str) -> &'a str {
        self.game.type_by_id(id).map_or("?", |kind| &self.game.piece(kind).name)
    }
}

/// A page being written.
struct Page {
    folder: String,
    text: String,
    plots: Vec<Plot>,
}

impl Page {
    fn heading(&mut self, title: &str) {
        self.text += &format!("## {title}\n\n");
    }

    fn paragraph(&mut self, text: impl AsRef<str>) {
        for line in textwrap::wrap(text.as_ref(), 120) {
            self.text += &line;
            self.text.push('\n');
        }
        self.text.push('\n');
    }

    fn table(&mut self, table: table::MarkdownTable) {
        self.text += &format!("{table}\n");
    }

    fn plot(&mut self, name: &'static str, what: &str, svg: String) {
        self.text += &format!("![{what}]({}/{name})\n\n", self.folder);
        self.plots.push(Plot { name, svg });
    }
}

fn introduction(study: &Study, games: &Games<'_>, command: &str, page: &mut Page) {
    let (definition, plan) = (study.game().definition(), study.plan());
    page.text += &format!("# {}, studied\n\n", definition.name);
    page.paragraph(format!(
        "What {} by {} is like when Beaufort plays it against itself: {} games, {} positions looked at for a turn.",
        definition.name,
        definition.author,
        games.engine.len(),
        plan.nodes
    ));
    let set_ups = if definition.setup.phases.is_empty() { "" } else { "The set-up and the" };
    let set_ups = if set_ups.is_empty() { "The" } else { set_ups };
    page.paragraph(format!(
        "{set_ups} first {} plies of each game are random, as the engine would play the same game every time \
         otherwise. A game is stopped after {} plies; nobody has won it then. The engine looks a few turns ahead and no \
         farther: these are the games of a player who counts well and plans badly. Shares stand with the bounds that \
         hold the true ones with 95% probability (Wilson's).",
        plan.opening, plan.max_plies
    ));
    page.text += &format!("This page and its plots are made by\n\n    {command}\n\n");
}
