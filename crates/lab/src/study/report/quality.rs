//! How the games go: measures that Browne, *Automatic generation and evaluation of recombination games* (2008), chapter 5, and
//! others use to tell one game from another.

use beaufort_engine::Evaluation;

use super::table::MarkdownTable;
use super::turns::branching_factor;
use super::{Games, Page, pieces};
use crate::row::GameRow;
use crate::study::numbers::{Numbers, tenths, whole};
use crate::study::scores::{self, Scores};
use crate::study::share::Share;

/// A side that expects this many points, or more, has the lead.
const LEAD: f64 = 0.6;
/// A side that once expected no more points than this, and wins, has come back.
const ALMOST_LOST: f64 = 0.25;
/// A side that expects no fewer points than this from some turn on has decided the game.
const DECIDED: f64 = 0.9;

pub(super) fn section(games: &Games<'_>, evaluation: &Evaluation, page: &mut Page) {
    page.heading("How the games go");
    let rated = games.engine.iter().zip(&games.scores);
    let Some(scale) = scores::scale(rated.clone()) else {
        page.paragraph("Too few games have a winner whom the search saw ahead.");
        return;
    };
    page.paragraph(format!(
        "What the search thinks of a position is told in the points that its games bring: who is {} Pawns ahead (a Pawn being \
         the commonest piece) wins three games of four. Who can expect {:.0}% of the points or more has the lead. *Drama* is \
         Browne's: at the turns at which the later winner could expect less than the loser, the root of the difference, on \
         average. A game is decided when the winner can expect {:.0}% from there to the end.",
        tenths(Some(scale * 3f64.ln() / f64::from(pieces::commonest_worth(evaluation)))),
        100.0 * LEAD,
        100.0 * DECIDED
    ));
    let courses: Vec<Course> = rated.filter_map(|(row, scores)| Course::new(row, scores, scale)).collect();
    let of_courses = |measure: fn(&Course) -> f64| courses.iter().map(measure).collect::<Numbers>();
    let won = games.engine.iter().map(|row| row.winner.is_some()).collect::<Share>();
    let came_back = courses.iter().map(|course| course.least <= ALMOST_LOST).collect::<Share>();
    let tree = games.digits.iter().copied().collect::<Numbers>().mean();
    let tree = tree.map_or("-".to_owned(), |digits| format!("10^{digits:.0}"));
    let hundredths = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    let decided = of_courses(|course| 100.0 * course.decided).quantile(0.5);

    let mut table = MarkdownTable::new(["measure", "value", "95%"]);
    let mut row = |measure: &str, value, range| table.row([measure.to_owned(), value, range]);
    row("games with a winner (completion)", won.percent(), won.range());
    row("turns to choose from (branching factor)", tenths(branching_factor(&games.engine)), String::new());
    row("different games of this length (game-tree complexity)", tree, String::new());
    row(
        "changes of the lead in a game",
        tenths(of_courses(|course| course.lead_changes).mean()),
        String::new(),
    );
    let comeback = format!("won by who could once expect {:.0}% or less", 100.0 * ALMOST_LOST);
    row(&comeback, came_back.percent(), came_back.range());
    row("drama", hundredths(of_courses(|course| course.drama).mean()), String::new());
    row("decided after so much of the game (median)", format!("{}%", whole(decided)), String::new());
    page.table(table);
}

/// How a game with a winner went.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Course {
    lead_changes: f64,
    /// The least that the winner could expect.
    least: f64,
    drama: f64,
    /// The part of the game after which it was decided, 0 to 1.
    decided: f64,
}

impl Course {
    fn new(row: &GameRow, scores: &Scores, scale: f64) -> Option<Course> {
        let expectations: Vec<f64> = scores.expectations(row.winner?, scale).collect();
        let least = expectations.iter().copied().reduce(f64::min)?;
        let leads: Vec<bool> = expectations
            .iter()
            .filter(|&&points| points >= LEAD || points <= 1.0 - LEAD)
            .map(|&points| points > 0.5)
            .collect();
        let behind: Vec<f64> = expectations.iter().copied().filter(|&points| points < 0.5).collect();
        let depth: f64 = behind.iter().map(|points| (1.0 - 2.0 * points).sqrt()).sum();
        let open = expectations.iter().rposition(|&points| points < DECIDED).map_or(0, |last| last + 1);
        let before = row.plies as usize - expectations.len();
        Some(Course {
            lead_changes: leads.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64,
            least,
            drama: if behind.is_empty() { 0.0 } else { depth / behind.len() as f64 },
            decided: (before + open) as f64 / f64::from(row.plies),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::scores::tests::row;

    #[test]
    fn a_game_that_turned_round() {
        // Ahead, level, behind, ahead; the other side's turns tell the same with the other sign.
        let scores = [None, None, Some(100), Some(0), Some(-300), Some(300), Some(400), Some(-500)];
        let game = row(Some(0), &scores);
        let course = Course::new(&game, &Scores::new(&game.turns), 100.0).unwrap();
        assert_eq!(course.lead_changes, 2.0);
        assert!((course.least - 0.047).abs() < 0.001, "{course:?}");
        assert!((course.drama - (1.0 - 2.0 * course.least).sqrt()).abs() < 1e-9, "{course:?}");
        assert_eq!(course.decided, 6.0 / 8.0);
        // The loser of this game was never behind before.
        let lost = row(Some(1), &scores[..4]);
        let course = Course::new(&lost, &Scores::new(&lost.turns), 100.0).unwrap();
        assert_eq!((course.lead_changes, course.decided), (0.0, 1.0));
    }

    #[test]
    fn a_game_without_a_winner_or_a_search_has_no_course() {
        let nobody = row(None, &[Some(10)]);
        assert_eq!(Course::new(&nobody, &Scores::new(&nobody.turns), 100.0), None);
        let random = row(Some(0), &[None, None]);
        assert_eq!(Course::new(&random, &Scores::new(&random.turns), 100.0), None);
    }
}
