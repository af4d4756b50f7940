//! A rectangle of styled characters.

use std::fmt::Write as _;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The second column of a character that takes two.
const SECOND_COLUMN: char = '\0';

/// Returns the number of columns that a text takes in a terminal.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// A rectangle of characters, each with a style; initially blank.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    rows: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize) -> Canvas {
        Canvas { rows: vec![vec![(' ', Style::new()); width]; height] }
    }

    /// Puts a character at a place; outside the canvas it is ignored.
    pub(crate) fn put(&mut self, x: usize, y: usize, sign: char, style: Style) {
        if let Some(cell) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *cell = (sign, style);
        }
    }

    /// Returns the character at a place; a blank outside the canvas.
    pub(crate) fn at(&self, x: usize, y: usize) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).map_or(' ', |&(sign, _)| sign)
    }

    /// Writes a text from a place to the right.
    pub(crate) fn write(&mut self, mut x: usize, y: usize, text: &str, style: Style) {
        for sign in text.chars() {
            self.put(x, y, sign, style);
            let width = sign.width().unwrap_or(1).max(1);
            for second in 1..width {
                self.put(x + second, y, SECOND_COLUMN, style);
            }
            x += width;
        }
    }

    /// Returns the rows with ANSI codes for the styles, without trailing blanks.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.rows.iter().map(|row| line(row)).collect()
    }
}

fn line(row: &[(char, Style)]) -> String {
    let blank = |&(sign, style): &(char, Style)| sign == ' ' && style == Style::new();
    let end = row.iter().rposition(|cell| !blank(cell)).map_or(0, |last| last + 1);
    let mut text = String::new();
    for run in row[..end].chunk_by(|a, b| a.1 == b.1) {
        let style = run[0].1;
        let signs: String = run.iter().map(|&(sign, _)| sign).filter(|&sign| sign != SECOND_COLUMN).collect();
        write!(text, "{style}{signs}{style:#}").expect("writing to a string succeeds");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_style_are_one() {
        let mut canvas = Canvas::new(6, 1);
        canvas.write(0, 0, "ab", Style::new().bold());
        canvas.write(2, 0, "c", Style::new());
        canvas.put(9, 9, 'z', Style::new());
        assert_eq!(canvas.lines(), ["\u{1b}[1mab\u{1b}[0mc"]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let mut canvas = Canvas::new(8, 2);
        canvas.write(0, 0, "[金]|", Style::new());
        canvas.write(0, 1, "[Kn]|", Style::new());
        assert_eq!(canvas.lines(), ["[金]|", "[Kn]|"]);
        assert!((0..2).all(|row| canvas.at(4, row) == '|'));
        assert_eq!([columns("四天"), columns("Kn"), columns("♔")], [4, 2, 1]);
    }
}
