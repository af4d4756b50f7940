//! Learned weights as text: a table of TOML that people can read.
//!
//! ```toml
//! game = "orthochess"
//! measure = 2
//! [piece]
//! N = [[290, 310], [10, 0], [15, 5]]
//! [shared]
//! tempo = [9, 12]
//! # ... and every other shared term
//! ```
//!
//! Every weight is a pair, for opening and ending. A type without a row has the worth derived from the rules, scaled to the
//! types that have one. `measure` is the unit in which the weights were learned (`worth::Measure`); without it, 1.

mod read;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use beaufort_rules::Game;

use super::weights::{PIECE_TERMS, SHARED_TERMS};
use super::worth::Measure;
use super::{Evaluation, Residual};
use read::WeightsReader;

/// An error in a file of learned weights, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunedError {
    file: String,
    line: usize,
    message: String,
}

impl TunedError {
    /// Returns the line of the error, from 1 on.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for TunedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for TunedError {}

impl Evaluation {
    /// Reads an evaluation with learned weights from a text. `file` is the name used in error messages.
    ///
    /// # Errors
    /// If the text is no file of weights, or belongs to another game; the error names the line.
    ///
    /// # Examples
    /// ```
    /// use beaufort_engine::Evaluation;
    /// use beaufort_rules::builtin;
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let text = Evaluation::derived(&game).text(&game, "nothing has been learned");
    /// assert!(Evaluation::tuned(&game, "mine.toml", &text).is_ok());
    ///
    /// let wrong = text.replace("\ntempo = ", "\ntemp = ");
    /// let error = Evaluation::tuned(&game, "mine.toml", &wrong).unwrap_err();
    /// assert!(error.to_string().ends_with(": there is no shared weight `temp`"));
    /// ```
    pub fn tuned(game: &Arc<Game>, file: &str, text: &str) -> Result<Evaluation, TunedError> {
        let (basis, weights) = WeightsReader { file, text }.weights(game)?;
        Ok(Evaluation::of(Arc::new(basis), weights, Residual::default()))
    }

    /// Returns the weights as text for [`Evaluation::tuned`], with `comment` at its head.
    pub fn text(&self, game: &Game, comment: &str) -> String {
        let mut text: String =
            comment.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
        text += &format!("\ngame = \"{}\"\n", game.definition().id);
        if self.basis.measure != Measure::Saturated {
            text += &format!("measure = {}\n", self.basis.measure.number());
        }
        text += "\n# What the types are worth, in the opening and in the ending; what this changes from the middle of the board\n\
                 # to the last rank; what it changes to the middle.\n[piece]\n";
        let keys: Vec<String> = game.types().map(|kind| key(&game.piece(kind).id)).collect();
        let widest = keys.iter().map(|key| key.chars().count()).max().unwrap_or(0);
        for (kind, key) in game.types().zip(keys) {
            let [worth, advance, centre] = self.weights.piece(kind).map(|pair| {
                // Adding 0 turns -0 into 0.
                let [opening, ending] = pair.map(|weight| weight.round() + 0.0);
                format!("[{opening:4}, {ending:4}]")
            });
            text += &format!("{key:widest$} = [{worth}, {advance}, {centre}]\n");
        }
        text += "\n# What counts beside, in the opening and in the ending.\n[shared]\n";
        let shared = &self.weights.written()[PIECE_TERMS.len() * game.types().count()..];
        for (term, weight) in SHARED_TERMS.iter().zip(shared) {
            let [opening, ending] = weight.map(number);
            text += &format!("# {}\n{} = [{opening}, {ending}]\n", term.meaning, term.name);
        }
        text
    }
}

/// Returns a piece's id as a TOML key.
fn key(id: &str) -> String {
    let is_bare = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if is_bare { id.to_owned() } else { format!("{id:?}") }
}

/// Formats a weight with four decimals.
fn number(weight: f64) -> String {
    let text = format!("{weight:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
