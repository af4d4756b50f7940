//! Patterns of pieces that end the game.

use std::collections::BTreeSet;

use super::Translator;
use crate::game::list;

/// The keys that only concern patterns, without those that make one.
const WHERE: &[&str] =
    &["connectPieceTypes", "connectHorizontal", "connectVertical", "connectDiagonal", "connectValue"];

/// The numbers that make a pattern, and their words.
const SIZES: &[(&str, &str)] =
    &[("connectN", "in-a-row"), ("collinearN", "on-a-line"), ("connectNxN", "in-a-block")];

/// The lines of a table.
type Lines = Vec<(String, String)>;

fn line(key: &str, value: impl ToString) -> (String, String) {
    (key.to_owned(), value.to_string())
}

impl Translator<'_> {
    /// Says which patterns end the game.
    pub(super) fn patterns(&mut self) {
        let variant = self.variant;
        let mut found: Vec<(Lines, bool)> = Vec::new();
        for (key, word) in SIZES {
            let number = variant.number(key);
            self.said(key);
            match number {
                0 => {}
                // A single piece is always there.
                1 => self.unsaid(key, "a pattern has at least two pieces"),
                _ => found.push((vec![line(word, number)], *word != "in-a-block")),
            }
        }
        let ends =
            ["connectRegion1", "connectRegion2"].map(|key| [0, 1].map(|side| variant.squares(key, side)));
        if ends.iter().flatten().any(|squares| !squares.is_empty()) {
            ["connectRegion1", "connectRegion2"].iter().for_each(|key| self.said(key));
            let names: Vec<String> = ends.into_iter().map(|end| self.file.region("end", end)).collect();
            found.push((vec![line("connects", list(names))], true));
        }
        if found.is_empty() {
            WHERE.iter().for_each(|key| self.no_effect(key, "no pattern ends the game"));
            return;
        }
        WHERE.iter().for_each(|key| self.said(key));
        let lines =
            [("connectHorizontal", "ranks"), ("connectVertical", "files"), ("connectDiagonal", "diagonals")];
        let counts: Vec<String> =
            lines.iter().filter(|(key, _)| variant.is(key)).map(|(_, word)| (*word).to_owned()).collect();
        let kinds: BTreeSet<usize> = variant.pieces("connectPieceTypes", 0).into_iter().collect();
        if kinds.is_empty() {
            return;
        }
        let header = match variant.text("connectValue").as_str() {
            "loss" => "[[ending.loses]]",
            "draw" => "[[ending.draws]]",
            _ => "[[ending.wins]]",
        };
        for (mut lines, has_directions) in found {
            if has_directions && counts.is_empty() {
                // Nothing is ever in a row.
                continue;
            }
            if has_directions && counts.len() < 3 {
                lines.push(line("directions", list(&counts)));
            }
            if !variant.is_all("connectPieceTypes", 0) {
                lines.push(line("piece", list(self.names(kinds.iter().copied()))));
            }
            self.file.endings.push((header.to_owned(), lines));
        }
    }
}
