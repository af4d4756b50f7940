//! The page about a tuning: the worths of the pieces with their bounds.

use std::fmt::Write as _;

use beaufort_engine::{Evaluation, SHARED_TERMS};
use beaufort_rules::{Game, PieceType};

use crate::tune::tuning::Tuning;

/// Fewer games than this in which one side has more of a type say little about it.
const FEW: usize = 30;

impl Tuning {
    /// Returns the comment at the head of the learned weights: where they come from.
    pub fn comment(&self, game: &Game, command: &str) -> String {
        let ([learned, apart], [before, after]) = (self.games, self.progress.gain());
        format!(
            "What Beaufort has learned about the pieces of {} from playing against itself. Made by\n\n    {command}\n\n\
             from {learned} games, {} positions with those of {apart} games that were kept apart to judge by; there the \
             loss fell\nfrom {before:.5} to {after:.5}. A score of {:.0} gives the stronger side 73% of the points.",
            game.definition().name,
            self.positions,
            self.scale,
        )
    }

    /// Returns the page, in Markdown, with a link to the plot of the losses.
    pub fn page(&self, game: &Game, derived: &Evaluation, command: &str, plot: &str) -> String {
        let name = &game.definition().name;
        let ([learned, apart], [before, after]) = (self.games, self.progress.gain());
        let mut text = format!(
            "# {name}: what the pieces are worth\n\n    {command}\n\n\
             Learned from {learned} games of the engine against itself; {apart} more were kept apart to tell when to stop. \
             On those the\nloss, the cross-entropy of what came of {} quiet positions in all, fell from {before:.5} to \
             {after:.5}.\n\n\
             ![The loss while learning]({plot})\n\n\
             ## Worths\n\n\
             In hundredths of the commonest piece: what the rules alone say, and what was learned, with the bounds that \
             hold the truth with\n95% probability (learned anew {} times, from games drawn at random among the same ones). A \
             lead usually is worth half as much again\nin the ending; but for that, a worth is the mean of opening and \
             ending. *Games* is how many have positions in which one side\nhas more of a type; where they are few, the worth \
             stands in brackets: it is little more than what the rules say.\n\n\
             | piece | by the rules | learned | 95% between | opening | ending | games |\n|---|--:|--:|--:|--:|--:|--:|\n",
            self.positions, self.repeats,
        );
        let unit = self.unit(game, derived);
        let mut kinds: Vec<PieceType> = game.types().filter(|&kind| !game.is_royal(kind)).collect();
        kinds.sort_by(|&a, &b| self.weights.worth(b).total_cmp(&self.weights.worth(a)));
        for kind in kinds {
            let worth = unit * self.weights.worth(kind);
            let [low, high] = self.bounds[kind.index()].map(|bound| unit * bound);
            let [opening, ending] = self.weights.piece(kind)[0].map(|worth| unit * worth);
            let (piece, seen) = (&game.piece(kind).name, self.seen[kind.index()]);
            let learned = if seen < FEW { format!("({worth:.0})") } else { format!("{worth:.0}") };
            writeln!(
                text,
                "| {piece} | {} | {learned} | {low:.0} to {high:.0} | {opening:.0} | {ending:.0} | {seen} |",
                derived.worth(kind),
            )
            .expect("writing to a string succeeds");
        }
        text += "\n## What counts beside\n\nIn the opening and in the ending, before and after; scores as above.\n\n\
                 | | before | after |\n|---|--:|--:|\n";
        let before = derived.weights().shared();
        for ((term, [opening, ending]), [old_opening, old_ending]) in
            SHARED_TERMS.iter().zip(self.weights.shared()).zip(before)
        {
            writeln!(
                text,
                "| {} | {old_opening:.3}, {old_ending:.3} | {opening:.3}, {ending:.3} |",
                term.meaning
            )
            .expect("writing to a string succeeds");
        }
        text
    }

    /// Returns the factor that makes the commonest piece worth 100.
    fn unit(&self, game: &Game, derived: &Evaluation) -> f64 {
        let commonest = game.types().find(|&kind| derived.worth(kind) == 100);
        commonest.map_or(1.0, |kind| 100.0 / self.weights.worth(kind))
    }
}
