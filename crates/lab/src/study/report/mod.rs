//! The report about a study: a page of Markdown with plots.

mod drops;
mod firsts;
mod lengths;
mod losses;
mod openings;
mod pieces;
mod promotions;
mod quality;
mod results;
mod significance;
mod table;
mod turns;

use std::collections::BTreeMap;

use beaufort_engine::bench;
use beaufort_rules::Game;

use crate::row::{GameNumber, GameRow, PlayerKind};
use crate::study::play::Study;
use crate::study::scores::Scores;
use crate::study::share::Share;

/// A plot of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The name of its file without the folder: `lengths.svg`.
    pub name: &'static str,
    /// The document.
    pub svg: String,
}

/// The games of a report. Their turns, which take the most memory, are reduced to the statistics that the report needs.
#[derive(Clone, Debug, Default)]
pub struct StudiedGames(BTreeMap<GameNumber, StudiedGame>);

#[derive(Clone, Debug)]
struct StudiedGame {
    /// The game without its turns.
    row: GameRow,
    scores: Scores,
    /// The sum of the logarithms of its choices to the base 10: the digits of the number of possible games.
    digits: f64,
}

impl StudiedGames {
    /// Adds a game, in any order; a game with the same number is replaced.
    pub fn add(&mut self, row: GameRow) {
        let scores = Scores::new(&row.turns);
        let digits = row.turns.iter().map(|played| (played.choices.max(1) as f64).log10()).sum();
        self.0.insert(row.number, StudiedGame { row: GameRow { turns: Vec::new(), ..row }, scores, digits });
    }
}

impl FromIterator<GameRow> for StudiedGames {
    fn from_iter<I: IntoIterator<Item = GameRow>>(rows: I) -> StudiedGames {
        let mut games = StudiedGames::default();
        rows.into_iter().for_each(|row| games.add(row));
        games
    }
}

/// The report of a study: a page in Markdown with statistics of the results, lengths, promotions, set-ups and turns, and its plots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyReport {
    text: String,
    plots: Vec<Plot>,
}

impl StudyReport {
    /// Returns the report about games; `command` is the command that reproduces it. The page links its plots in a folder with the id of
    /// the game.
    pub fn new(study: &Study, games: StudiedGames, command: &str) -> StudyReport {
        let games = Games::new(study.game(), games);
        let mut page = Page { folder: study.plan().game.clone(), text: String::new(), plots: Vec::new() };
        introduction(study, &games, command, &mut page);
        lengths::section(&games, &mut page);
        results::section(&games, &mut page);
        openings::section(&games, &mut page);
        quality::section(&games, study.evaluation(), &mut page);
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

/// The games of a report, by player.
struct Games<'a> {
    game: &'a Game,
    /// The engine's games in their order, and the random ones.
    engine: Vec<GameRow>,
    random: Vec<GameRow>,
    /// For each of the engine's games the scores of the search, and the digits of the number of possible games.
    scores: Vec<Scores>,
    digits: Vec<f64>,
}

impl<'a> Games<'a> {
    fn new(game: &'a Game, StudiedGames(studied): StudiedGames) -> Games<'a> {
        let mut games =
            Games { game, engine: Vec::new(), random: Vec::new(), scores: Vec::new(), digits: Vec::new() };
        for StudiedGame { row, scores, digits } in studied.into_values() {
            match row.number.player {
                PlayerKind::Engine => {
                    games.engine.push(row);
                    games.scores.push(scores);
                    games.digits.push(digits);
                }
                PlayerKind::Random => games.random.push(row),
            }
        }
        games
    }

    /// Returns how many of the engine's games that were won were won by the first side.
    fn first_wins<'r>(rows: impl IntoIterator<Item = &'r GameRow>) -> Share {
        rows.into_iter().filter_map(|row| row.winner).map(|side| side == 0).collect()
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
    let setups = if definition.setup.phases.is_empty() { "" } else { "The set-up and the" };
    let setups = if setups.is_empty() { "The" } else { setups };
    page.paragraph(format!(
        "{setups} first {} plies of each game are random, as the engine would play the same game every time \
         otherwise. A game is stopped after {} plies; nobody has won it then. The engine looks a few turns ahead and no \
         farther: these are the games of a player who counts well and plans badly. Shares stand with the bounds that \
         hold the true ones with 95% probability (Wilson's).",
        plan.opening, plan.max_plies
    ));
    page.text += &format!(
        "This page and its plots are made by the engine whose `beaufort bench` says {}, with\n\n    {command}\n\n",
        bench::SIGNATURE
    );
}
