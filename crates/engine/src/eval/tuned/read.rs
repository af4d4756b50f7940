//! Parses files of learned weights.

use std::ops::Range;
use std::sync::Arc;

use beaufort_rules::{Game, PieceType};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::TunedError;
use crate::eval::basis::Basis;
use crate::eval::weights::{ATTACKS, PIECE_TERMS, SHARED_TERMS, Taper, Weights, between, piece_term};
use crate::eval::worth::Measure;

/// The greatest accepted weight, in centipawns: a hundred of the commonest piece.
const MAX_WEIGHT: f64 = 10_000.0;

type Value<'i> = Spanned<DeValue<'i>>;

/// The state of parsing a text.
#[derive(Clone, Copy)]
pub(super) struct WeightsReader<'t> {
    pub(super) file: &'t str,
    pub(super) text: &'t str,
}

impl WeightsReader<'_> {
    /// Returns the weights of the text, and the derived ones where it has none, with the data that they belong to.
    pub(super) fn weights(self, game: &Arc<Game>) -> Result<(Basis, Weights), TunedError> {
        let document = DeTable::parse(self.text)
            .map_err(|error| self.error(error.span().unwrap_or_default(), error.message()))?;
        let (mut named, mut pieces, mut shared) = (None, None, None);
        let mut measure = Measure::Saturated;
        for (key, value) in document.get_ref() {
            match key.get_ref().as_ref() {
                "game" => named = Some(value),
                "measure" => measure = self.measure(value)?,
                "piece" => pieces = Some(self.table("piece", value)?),
                "shared" => shared = Some(self.table("shared", value)?),
                other => {
                    let message =
                        format!("there is no key `{other}`: expected `game`, `measure`, `piece` or `shared`");
                    return Err(self.error(key.span(), message));
                }
            }
        }
        let missing = |key: &str| self.error(self.text.len()..self.text.len(), format!("`{key}` is missing"));
        self.is_for(game, named.ok_or_else(|| missing("game"))?)?;
        let basis = Basis::new(game, measure);
        let derived = basis.weights();
        let mut values = derived.values().to_vec();
        let known = self.pieces(game, pieces.ok_or_else(|| missing("piece"))?, &mut values)?;
        scale_others(game, &derived, &known, &mut values);
        let first = values.len() - SHARED_TERMS.len();
        self.shared(shared.ok_or_else(|| missing("shared"))?, &mut values[first..])?;
        Ok((basis, Weights::from_values(values)))
    }

    fn measure(self, value: &Value<'_>) -> Result<Measure, TunedError> {
        let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
        number.and_then(Measure::numbered).ok_or_else(|| self.error(value.span(), "`measure` must be 1 or 2"))
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

    /// Reads the rows of the piece types, and returns the types that have one.
    fn pieces(
        self,
        game: &Game,
        table: &DeTable<'_>,
        values: &mut [Taper],
    ) -> Result<Vec<PieceType>, TunedError> {
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
        for (place, (term, value)) in SHARED_TERMS.iter().zip(values).enumerate() {
            // Attack terms are omitted where they are zero.
            if place >= ATTACKS && table.get(term.name).is_none() {
                *value = [0.0; 2];
                continue;
            }
            let Some(pair) = table.get(term.name) else {
                let end = self.text.len();
                return Err(self.error(end..end, format!("the shared weight `{}` is missing", term.name)));
            };
            *value = self.pair(term.name, pair)?;
        }
        Ok(())
    }

    /// Reads a pair of weights, for opening and ending.
    fn pair(self, what: &str, value: &Value<'_>) -> Result<Taper, TunedError> {
        let numbers = value.get_ref().as_array().filter(|pair| pair.len() == 2);
        let numbers = numbers.and_then(|pair| Some([self.number(&pair[0])?, self.number(&pair[1])?]));
        numbers.ok_or_else(|| {
            let message =
                format!("`{what}` must be two numbers from -{MAX_WEIGHT} to {MAX_WEIGHT}, as in [100, 150]");
            self.error(value.span(), message)
        })
    }

    fn number(self, value: &Value<'_>) -> Option<f64> {
        // From the source text, as toml keeps integers and decimals apart.
        let text = self.text.get(value.span())?.replace('_', "");
        let is_number = matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_));
        text.parse().ok().filter(|number: &f64| is_number && number.abs() <= MAX_WEIGHT)
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

/// Scales the derived weights of the other types to those of the `known` ones.
fn scale_others(game: &Game, derived: &Weights, known: &[PieceType], values: &mut [Taper]) {
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
