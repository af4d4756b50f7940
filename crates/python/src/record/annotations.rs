//! Whole lines of a record, and what programs write into its comments.

use beaufort_engine::MATE;
use beaufort_rules::Side;
use beaufort_rules::vocabulary::quoted;
use pyo3::prelude::*;

use super::node::PyNode;
use crate::convert::{PySide, Text, items, optional_seconds, wrong_type};
use crate::engine::{score_of, seconds};
use crate::errors::{turn_error, value_error};
use crate::position::{ARROWS, ArrowArgument, PyPosition, TurnArgument};

#[pymethods]
impl PyNode {
    /// Adds several moves after this one, with a `comment` after the last, and returns the last node: see `add`. Without turns it
    /// returns this node.
    ///
    /// Raises what `add` raises; the record is unchanged then.
    ///
    /// Examples:
    ///     >>> record = beaufort.Record("orthochess")
    ///     >>> record.root.add_line(["e4", "e5", "Nf3"], comment="open").text
    ///     'Nf3'
    #[pyo3(signature = (turns, *, comment=None))]
    fn add_line(
        slf: &Bound<'_, Self>,
        turns: &Bound<'_, PyAny>,
        comment: Option<Text>,
    ) -> PyResult<Py<PyNode>> {
        let py = slf.py();
        let turns: Vec<TurnArgument<'_>> = items(turns, "turns", "a list of turns")?;
        let position = slf.get().position(py)?;
        for turn in &turns {
            let played = turn.of(py, &position)?;
            let problem = position.lock().position.play(played);
            problem.map_err(|problem| turn_error(py, problem))?;
        }
        let mut last = slf.clone().unbind();
        for turn in turns {
            last = Py::new(py, last.get().add(py, turn)?)?;
        }
        if let Some(comment) = comment {
            last.get().set_comment(py, comment)?;
        }
        Ok(last)
    }

    /// The score after the move, as programs write it into comments, `[%eval 0.35]` or `[%eval #-3]`: a `Score` for the first
    /// player; None without one. A score of either side may be assigned; it is stored as the first player's. None removes it.
    ///
    /// Examples:
    ///     >>> node = beaufort.Record("orthochess").root.add("e4")
    ///     >>> node.eval = beaufort.Engine("orthochess", hash=1).evaluate(node.position())
    ///     >>> node.eval.side, node.comment[:7]
    ///     (<Side.FIRST: 0>, '[%eval ')
    #[getter]
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let comment = self.comment(py)?;
        let score = command(&comment, "eval").and_then(|(start, end)| read_score(&comment[start..end]));
        score.map(|score| score_of(py, score, Side::First)).transpose()
    }

    #[setter]
    fn set_eval(&self, py: Python<'_>, score: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = match score.is_none() {
            true => None,
            false => {
                let seen = score.call_method1("pov", (PySide(Side::First),));
                let seen = seen.map_err(|_| wrong_type(score.as_borrowed(), "a Score or None"))?;
                let value: i32 = seen.extract()?;
                let mate: Option<i32> = seen.getattr("mate")?.extract()?;
                Some(match mate {
                    Some(turns) if value < 0 => format!("#-{}", turns.abs()),
                    Some(turns) => format!("#{turns}"),
                    None => format!("{:.2}", f64::from(value) / 100.0),
                })
            }
        };
        self.write(py, "eval", text)
    }

    /// The time that the player had left after the move, in seconds, as programs write it into comments: `[%clk 0:05:30]`. None
    /// without one; None removes it.
    #[getter]
    fn clock(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        let comment = self.comment(py)?;
        Ok(command(&comment, "clk").and_then(|(start, end)| read_time(&comment[start..end])))
    }

    #[setter]
    fn set_clock(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
    ) -> PyResult<()> {
        let text = time.map(|time| {
            let tenths = (seconds("clock", time)?.as_secs_f64() * 10.0).round() as u64;
            let (whole, tenth) = (tenths / 10, tenths % 10);
            let rest = if tenth == 0 { String::new() } else { format!(".{tenth}") };
            Ok::<_, PyErr>(format!("{}:{:02}:{:02}{rest}", whole / 3600, whole / 60 % 60, whole % 60))
        });
        self.write(py, "clk", text.transpose()?)
    }

    /// The arrows and coloured squares of the move, as PGN has them in comments, `[%cal Ge2e4,Rd1d8]` and `[%csl Ye4]`: tuples of two
    /// squares and a colour, `green`, `red`, `yellow` or `blue`, as `Position.svg` draws them; a coloured square is an arrow to
    /// itself. What cannot be read is left out. Turns and pairs of squares, which are green, may be assigned, too; an empty list
    /// removes them.
    ///
    /// Raises ValueError for another colour or a square that is not on the board, and RecordError if the game is not known.
    ///
    /// Examples:
    ///     >>> node = beaufort.Record("orthochess").root.add("e4")
    ///     >>> node.arrows = [("g1", "f3"), ("e4", "e4", "red")]
    ///     >>> node.comment, node.arrows
    ///     ('[%csl Re4] [%cal Gg1f3]', [('e4', 'e4', 'red'), ('g1', 'f3', 'green')])
    #[getter]
    fn arrows(&self, py: Python<'_>) -> PyResult<Vec<(String, String, &'static str)>> {
        let comment = self.comment(py)?;
        let game = self.record.get().game();
        let is_square = |name: &str| game.as_ref().is_none_or(|game| game.game.size().parse(name).is_ok());
        let mut arrows = Vec::new();
        for name in ["csl", "cal"] {
            let mut rest = comment.as_str();
            while let Some((start, end)) = command(rest, name) {
                let found = rest[start..end].split(',').filter_map(|word| read_arrow(word.trim()));
                arrows.extend(found.filter(|(from, to, _)| is_square(from) && is_square(to)));
                rest = &rest[end..];
            }
        }
        Ok(arrows)
    }

    #[setter]
    fn set_arrows(&self, py: Python<'_>, arrows: &Bound<'_, PyAny>) -> PyResult<()> {
        let arrows: Vec<ArrowArgument> = items(arrows, "arrows", ARROWS)?;
        let game = self.record.get().known_game(py)?;
        let (mut squares, mut lines) = (Vec::new(), Vec::new());
        for arrow in arrows {
            let [from, to] = arrow.ends_on(&game.game)?;
            let colour = arrow.colour.as_deref().unwrap_or(COLOURS[0].1);
            let known = COLOURS.iter().find(|(_, name)| *name == colour).ok_or_else(|| {
                let names = COLOURS.map(|(_, name)| name).join(", ");
                value_error(format!("`{}` is no colour of a record: expected one of {names}", quoted(colour)))
            });
            let (letter, _) = known?;
            let name = |square| game.game.size().name(square);
            match from == to {
                true => squares.push(format!("{letter}{}", name(from))),
                false => lines.push(format!("{letter}{}{}", name(from), name(to))),
            }
        }
        let mut comment = self.comment(py)?;
        for (name, words) in [("cal", lines), ("csl", squares)] {
            while command(&comment, name).is_some() {
                comment = with_command(&comment, name, None);
            }
            if !words.is_empty() {
                comment = with_command(&comment, name, Some(&words.join(",")));
            }
        }
        self.set_comment(py, Text(comment))
    }
}

impl PyNode {
    /// Writes a command into the comment in place of the one that is there, or removes it.
    fn write(&self, py: Python<'_>, name: &str, text: Option<String>) -> PyResult<()> {
        let comment = self.comment(py)?;
        self.set_comment(py, Text(with_command(&comment, name, text.as_deref())))
    }
}

/// Returns a comment with a command in place of the first one of that name, or without it.
fn with_command(comment: &str, name: &str, text: Option<&str>) -> String {
    let new = text.map(|text| format!("[%{name} {text}]"));
    match (command(comment, name), new) {
        (Some((start, end)), new) => {
            // With the brackets.
            let (before, after) = (&comment[..start - name.len() - 3], &comment[end + 1..]);
            match new {
                Some(new) => format!("{before}{new}{after}"),
                None => {
                    format!("{}{}", before, after.strip_prefix(' ').unwrap_or(after)).trim_end().to_owned()
                }
            }
        }
        (None, Some(new)) if comment.is_empty() => new,
        (None, Some(new)) => format!("{new} {comment}"),
        (None, None) => comment.to_owned(),
    }
}

/// The colours of arrows by their letters; the first is the default.
const COLOURS: [(char, &str); 4] = [('G', "green"), ('R', "red"), ('Y', "yellow"), ('B', "blue")];

/// Reads an arrow, `Ge2e4`, or a coloured square, `Re4`.
fn read_arrow(word: &str) -> Option<(String, String, &'static str)> {
    let letter = word.chars().next()?;
    let (_, colour) = COLOURS.iter().find(|(known, _)| *known == letter)?;
    let squares = &word[letter.len_utf8()..];
    // The squares are letters and digits each.
    let digits = squares.find(|c: char| c.is_ascii_digit())?;
    let end =
        squares[digits..].find(|c: char| !c.is_ascii_digit()).map_or(squares.len(), |more| digits + more);
    let (from, to) = squares.split_at(end);
    let is_square = |name: &str| {
        let file = name.trim_end_matches(|c: char| c.is_ascii_digit());
        !file.is_empty() && file.len() < name.len() && file.chars().all(|c| c.is_ascii_lowercase())
    };
    let to = if to.is_empty() { from } else { to };
    (is_square(from) && is_square(to)).then(|| (from.to_owned(), to.to_owned(), *colour))
}

#[pymethods]
impl PyPosition {
    /// Returns a sequence of turns from this position as a text with move numbers.
    ///
    /// Raises TurnError if one of them is not legal.
    ///
    /// Examples:
    ///     >>> position = beaufort.Position("orthochess")
    ///     >>> position.variation_text(["e4", "e5", "Nf3"])
    ///     '1. e4 e5 2. Nf3'
    ///     >>> position.push("d4")
    ///     >>> position.variation_text(["d5", "c4"])
    ///     '1... d5 2. c4'
    fn variation_text(&self, py: Python<'_>, turns: &Bound<'_, PyAny>) -> PyResult<String> {
        let turns: Vec<TurnArgument<'_>> = items(turns, "turns", "a list of turns")?;
        let position = PyPosition::played(&self.game, self.lock().clone());
        let mut words = Vec::new();
        for (index, turn) in turns.iter().enumerate() {
            let turn = turn.of(py, &position)?;
            let mut played = position.lock();
            let (side, number) = (played.position.side(), played.position.move_number());
            let text = played.position.turn_text(turn);
            let result = played.position.play(turn);
            drop(played);
            result.map_err(|problem| turn_error(py, problem))?;
            match side {
                Side::First => words.push(format!("{number}.")),
                Side::Second if index == 0 => words.push(format!("{number}...")),
                Side::Second => {}
            }
            words.extend(text);
        }
        Ok(words.join(" "))
    }
}

/// Returns where the value of a command of a comment begins and ends, as of `[%eval 0.35]`.
fn command(comment: &str, name: &str) -> Option<(usize, usize)> {
    let opening = format!("[%{name} ");
    let start = comment.find(&opening)? + opening.len();
    Some((start, start + comment[start..].find(']')?))
}

/// Reads a score of the first player in pawns, or the turns to a mate: `0.35`, `#3`, `#-3`; what follows after a comma, the
/// depth, is left out.
fn read_score(text: &str) -> Option<i32> {
    let text = text.split(',').next()?.trim();
    let Some(turns) = text.strip_prefix('#') else {
        let pawns: f64 = text.parse().ok()?;
        let score = (pawns * 100.0).round();
        return (score.abs() < f64::from(MATE / 2)).then_some(score as i32);
    };
    let (is_lost, turns) = match turns.strip_prefix('-') {
        Some(turns) => (true, turns),
        None => (false, turns.strip_prefix('+').unwrap_or(turns)),
    };
    let turns: i32 = turns.parse().ok().filter(|turns| (0..=MAX_MATE).contains(turns))?;
    Some(if is_lost { 2 * turns - MATE } else { MATE - (2 * turns - 1).max(0) })
}

/// The most turns to a mate that a score tells.
const MAX_MATE: i32 = 100;

/// Reads a time: `0:05:30`, `5:30.5`.
fn read_time(text: &str) -> Option<f64> {
    text.trim().split(':').try_fold(0.0, |time, part| {
        let part: f64 = part.parse().ok().filter(|part: &f64| part.is_finite() && *part >= 0.0)?;
        Some(time * 60.0 + part)
    })
}
