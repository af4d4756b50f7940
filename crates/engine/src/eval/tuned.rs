//! Learned weights as text: a table of TOML that people can read.
//!
//! ```toml
//! game = "orthochess"
//! [piece]
//! N = [[290, 310], [10, 0], [15, 5]]
//! [shared]
//! tempo = [9, 12]
//! # ... and every other shared term
//! ```
//!
//! Every weight is a pair, for the opening and for the ending. A type without a row is worth what the rules say, in the
//! scale of those with one.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use beaufort_rules::{Game, TypeId};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::weights::{PIECE_TERMS, SHARED_TERMS, Taper, Weights, between, piece_term};
use super::{Basis, Evaluation};

/// What is wrong with a file of learned weights, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunedError {
    file: String,
    line: usize,
    message: String,
}

impl TunedError {
    /// Returns the line, from 1 on.
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

/// The greatest weight that makes sense: a hundred of the commonest piece.
const MOST: f64 = 10_000.0;

impl Evaluation {
    /// Returns the evaluation with the weights of a text; the name of the file is for messages alone.
    ///
    /// # Errors
    /// If the text is no such file, or one for another game.
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
        let basis = Arc::new(Basis::new(game));
        let weights = Reader { file, text }.weights(game, &basis.weights())?;
        Ok(Evaluation::of(basis, weights))
    }

    /// Returns the text that [`Evaluation::tuned`] reads, with a comment at its head.
    pub fn text(&self, game: &Game, comment: &str) -> String {
        let mut text: String =
            comment.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
        text += &format!("\ngame = \"{}\"\n", game.definition().id);
        text += "\n# What the types are worth, in the opening and in the ending; what this changes from the middle of the board\n\
                 # to the last rank; what it changes to the middle.\n[piece]\n";
        let keys: Vec<String> = game.types().map(|kind| key(&game.piece(kind).id)).collect();
        let widest = keys.iter().map(|key| key.chars().count()).max().unwrap_or(0);
        for (kind, key) in game.types().zip(keys) {
            let [worth, advance, centre] = self.weights.piece(kind).map(|pair| {
                // Adding 0 makes 0 of -0.
                let [opening, ending] = pair.map(|weight| weight.round() + 0.0);
                format!("[{opening:4}, {ending:4}]")
            });
            text += &format!("{key:widest$} = [{worth}, {advance}, {centre}]\n");
        }
        text += "\n# What counts beside, in the opening and in the ending.\n[shared]\n";
        for (term, weight) in SHARED_TERMS.iter().zip(self.weights.shared()) {
            let [opening, ending] = weight.map(number);
            text += &format!("# {}\n{} = [{opening}, {ending}]\n", term.meaning, term.name);
        }
        text
    }
}

/// Returns a piece's id as a key.
fn key(id: &str) -> String {
    let is_bare = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if is_bare { id.to_owned() } else { format!("{id:?}") }
}

/// Returns a weight with four digits.
fn number(weight: f64) -> String {
    let text = format!("{weight:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads a text.
#[derive(Clone, Copy)]
struct Reader<'t> {
    file: &'t str,
    text: &'t str,
}

impl Reader<'_> {
    fn weights(self, game: &Game, derived: &Weights) -> Result<Weights, TunedError> {
        let document = DeTable::parse(self.text)
            .map_err(|error| self.error(error.span().unwrap_or_default(), error.message()))?;
        let (mut named, mut pieces, mut shared) = (None, None, None);
        for (key, value) in document.get_ref() {
            match key.get_ref().as_ref() {
                "game" => named = Some(value),
                "piece" => pieces = Some(self.table("piece", value)?),
                "shared" => shared = Some(self.table("shared", value)?),
                other => {
                    let message = format!("there is no key `{other}`: expected `game`, `piece` or `shared`");
                    return Err(self.error(key.span(), message));
                }
            }
        }
        let missing = |key: &str| self.error(self.text.len()..self.text.len(), format!("`{key}` is missing"));
        self.is_for(game, named.ok_or_else(|| missing("game"))?)?;
        let mut values = derived.values().to_vec();
        let known = self.pieces(game, pieces.ok_or_else(|| missing("piece"))?, &mut values)?;
        scale_others(game, derived, &known, &mut values);
        let first = values.len() - SHARED_TERMS.len();
        self.shared(shared.ok_or_else(|| missing("shared"))?, &mut values[first..])?;
        Ok(Weights::from_values(values))
    }

    fn is_for(self, game: &Game, named: &Value<'_>) -> Result<(), TunedError> {
        let id = &game.definition().id;
        match named.get_ref().as_str() {
            Some(name) if name == id => Ok(()),
            Some(name) => {
                Err(self.error(named.span(), format!("these are weights for `{name}`, not for `{id}`")))
            }
            None => Err(self.error(named.span(), "`game` must be the id of a game, in quotes")),
        }
    }

    /// Reads the rows of types, and returns which types have one.
    fn pieces(
        self,
        game: &Game,
        table: &DeTable<'_>,
        values: &mut [Taper],
    ) -> Result<Vec<TypeId>, TunedError> {
        let mut known = Vec::new();
        for (key, value) in table {
            let id = key.get_ref().as_ref();
            let Some(kind) = game.type_by_id(id) else {
                let message = format!("{} has no piece with the id `{id}`", game.definition().name);
                return Err(self.error(key.span(), message));
            };
            let row = value.get_ref().as_array().filter(|row| row.len() == PIECE_TERMS.len());
            let Some(row) = row else {
                let expected =
                    format!("`{id}` must be {} pairs: {}", PIECE_TERMS.len(), PIECE_TERMS.join(", "));
                return Err(self.error(value.span(), expected));
            };
            for (term, (pair, name)) in row.iter().zip(PIECE_TERMS).enumerate() {
                values[piece_term(kind, term)] = self.pair(&format!("{id}: {name}"), pair)?;
            }
            known.push(kind);
        }
        Ok(known)
    }

    fn shared(self, table: &DeTable<'_>, values: &mut [Taper]) -> Result<(), TunedError> {
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            if SHARED_TERMS.iter().all(|term| term.name != name) {
                return Err(self.error(key.span(), format!("there is no shared weight `{name}`")));
            }
        }
        for (term, value) in SHARED_TERMS.iter().zip(values) {
            let Some(pair) = table.get(term.name) else {
                let end = self.text.len();
                return Err(self.error(end..end, format!("the shared weight `{}` is missing", term.name)));
            };
            *value = self.pair(term.name, pair)?;
        }
        Ok(())
    }

    /// Reads a weight in the opening and in the ending.
    fn pair(self, what: &str, value: &Value<'_>) -> Result<Taper, TunedError> {
        let numbers = value.get_ref().as_array().filter(|pair| pair.len() == 2);
        let numbers = numbers.and_then(|pair| Some([self.number(&pair[0])?, self.number(&pair[1])?]));
        numbers.ok_or_else(|| {
            let message = format!("`{what}` must be two numbers from -{MOST} to {MOST}, as in [100, 150]");
            self.error(value.span(), message)
        })
    }

    fn number(self, value: &Value<'_>) -> Option<f64> {
        // As it stands in the text: toml keeps whole and decimal numbers apart.
        let text = self.text.get(value.span())?.replace('_', "");
        let is_number = matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_));
        text.parse().ok().filter(|number: &f64| is_number && number.abs() <= MOST)
    }

    fn table<'v, 'i>(self, what: &str, value: &'v Value<'i>) -> Result<&'v DeTable<'i>, TunedError> {
        value
            .get_ref()
            .as_table()
            .ok_or_else(|| self.error(value.span(), format!("`{what}` must be a table")))
    }

    fn error(self, span: Range<usize>, message: impl Into<String>) -> TunedError {
        let before = &self.text[..span.start.min(self.text.len())];
        TunedError {
            file: self.file.to_owned(),
            line: 1 + before.matches('\n').count(),
            message: message.into(),
        }
    }
}

/// Brings what the rules say of the other types to the scale of the known ones.
fn scale_others(game: &Game, derived: &Weights, known: &[TypeId], values: &mut [Taper]) {
    let sum = |values: &[Taper]| known.iter().map(|&kind| between(values[piece_term(kind, 0)])).sum::<f64>();
    let (learned, by_rules) = (sum(values), sum(derived.values()));
    if learned <= 0.0 || by_rules <= 0.0 {
        return;
    }
    for kind in game.types().filter(|kind| !known.contains(kind)) {
        for value in &mut values[piece_term(kind, 0)..][..PIECE_TERMS.len()] {
            *value = value.map(|weight| weight * learned / by_rules);
        }
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    fn chess() -> (Arc<Game>, String) {
        let game = builtin::game("orthochess").expect("it is built in");
        let text = Evaluation::derived(&game).text(&game, "a test");
        (game, text)
    }

    #[test]
    fn what_is_written_is_read() {
        for game in builtin::ids().filter_map(builtin::game) {
            let derived = Evaluation::derived(&game);
            let text = derived.text(&game, "one line\n\nand another");
            let read = Evaluation::tuned(&game, "x", &text).expect("it was written so");
            assert_eq!(read.text(&game, "one line\n\nand another"), text);
            for (read, written) in read.weights().values().iter().zip(derived.weights().values()) {
                assert!((read[0] - written[0]).abs() <= 0.5 && (read[1] - written[1]).abs() <= 0.5);
            }
        }
    }

    #[test]
    fn a_type_without_a_row_keeps_its_proportion() {
        let (game, text) = chess();
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with("Q ")).collect();
        let doubled: Vec<String> = rows
            .iter()
            .map(|row| match row.split_once(" = [[") {
                Some((id, _)) => {
                    let kind = game.type_by_id(id.trim()).expect("it is a piece");
                    let worth = 2 * Evaluation::derived(&game).worth(kind);
                    format!("{id} = [[{worth}, {}], [0, 0], [0, 0]]", worth * 3 / 2)
                }
                None => (*row).to_owned(),
            })
            .collect();
        let tuned = Evaluation::tuned(&game, "x", &doubled.join("\n")).expect("it is well formed");
        let queen = game.type_by_id("Q").expect("there is one");
        let share = f64::from(tuned.worth(queen)) / f64::from(Evaluation::derived(&game).worth(queen));
        assert!((1.8..2.6).contains(&share), "{share}");
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let (game, text) = chess();
        let line =
            |start: &str| 1 + text.lines().position(|line| line.starts_with(start)).expect("it is there");
        let knight = text.lines().find(|line| line.starts_with("N ")).expect("there is one");
        let end = 1 + text.matches('\n').count();
        for (wrong, at, message) in [
            (
                text.replace("\"orthochess\"", "\"chess\""),
                line("game"),
                "these are weights for `chess`, not for `orthochess`",
            ),
            (text.replace("\"orthochess\"", "8"), line("game"), "`game` must be the id of a game, in quotes"),
            (
                text.replace("game = ", "games = "),
                line("game"),
                "there is no key `games`: expected `game`, `piece` or `shared`",
            ),
            (text.replace(knight, "Nx = 3"), line("N "), "Orthodox chess has no piece with the id `Nx`"),
            (text.replace(knight, "N = 3"), line("N "), "`N` must be 3 pairs: worth, advance, centre"),
            (
                text.replace(knight, "N = [[3, 1e9], [0, 0], [0, 0]]"),
                line("N "),
                "`N: worth` must be two numbers from -10000 to 10000, as in [100, 150]",
            ),
            (
                text.replace("tempo = [10, 10]", "tempo = [10, true]"),
                line("tempo"),
                "`tempo` must be two numbers from -10000 to 10000, as in [100, 150]",
            ),
            (text.replace("tempo = [10, 10]\n", ""), end - 1, "the shared weight `tempo` is missing"),
            (text.replace("tempo = ", "temp = "), line("tempo"), "there is no shared weight `temp`"),
            (
                text.replace("[shared]", "[shard]"),
                line("[shared]"),
                "there is no key `shard`: expected `game`, `piece` or `shared`",
            ),
            ("game = \"orthochess\"\n".to_owned(), 2, "`piece` is missing"),
            ("piece = 1\n".to_owned(), 1, "`piece` must be a table"),
        ] {
            let error = Evaluation::tuned(&game, "mine.toml", &wrong).expect_err(message);
            assert_eq!(error.to_string(), format!("mine.toml:{at}: {message}"), "{wrong}");
        }
        let error = Evaluation::tuned(&game, "mine.toml", "game = \n").expect_err("it is no TOML");
        assert_eq!(error.line(), 1);
    }
}
