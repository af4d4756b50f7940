//! The part of the grammar for single leaps and lines: the legs of which travels are made.

use chumsky::prelude::*;

use super::ast::Ride;
use super::rule::{Rule, joiner, sign, word, word_of};
use super::token::Token;
use super::words::{Kind, Role};
use crate::vocabulary::Vector;

/// The greatest range and the greatest distance after `beyond`.
const MAX_RANGE: u8 = 32;
/// The greatest coordinate of a vector, which fits the largest board.
pub(crate) const MAX_COORDINATE: i8 = 15;

/// A leap or a ride: one leg of a travel.
#[derive(Clone, Debug)]
pub(crate) enum Leg {
    Leap(Vec<Vector>),
    Ride(Ride),
}

impl Leg {
    pub(crate) fn ride(self) -> Ride {
        match self {
            Leg::Leap(vectors) => Ride { vectors, min: 1, max: 1 },
            Leg::Ride(ride) => ride,
        }
    }

    /// Returns the vectors of a leap, or of a line of a single step: `W`, `Q1`.
    pub(crate) fn leap(self) -> Option<Vec<Vector>> {
        match self {
            Leg::Leap(vectors) | Leg::Ride(Ride { vectors, min: 1, max: 1 }) => Some(vectors),
            Leg::Ride(_) => None,
        }
    }

    fn vectors_mut(&mut self) -> &mut Vec<Vector> {
        match self {
            Leg::Leap(vectors) => vectors,
            Leg::Ride(ride) => &mut ride.vectors,
        }
    }
}

/// A leap or a ride with the directions that select among its vectors.
pub(crate) fn leg<'t>() -> Rule<'t, Leg> {
    let directions = word_of(Kind::Direction)
        .map_with(|word, e| (word, e.span()))
        .repeated()
        .at_most(2)
        .collect::<Vec<_>>();
    let selected = directions.then(choice((letter_leap(), line(), coordinates_leap()))).validate(
        |(directions, mut leg), e, emitter| {
            if let [(first, _), (second, span)] = directions[..]
                && first.name == second.name
            {
                emitter.emit(Rich::custom(span, format!("`{}` is said twice", first.name)));
            }
            let vectors = leg.vectors_mut();
            for (direction, _) in &directions {
                if let Role::Direction(keeps) = direction.role {
                    vectors.retain(|&vector| keeps(vector));
                }
            }
            if vectors.is_empty() {
                let names: Vec<&str> = directions.iter().map(|(word, _)| word.name).collect();
                let message = format!("`{}` leaves nothing of this travel", names.join(" "));
                emitter.emit(Rich::custom(e.span(), message));
            }
            leg
        },
    );
    selected.or(exact()).boxed()
}

/// Leaps alone, for squares or pieces a leap away: one, or several in parentheses.
pub(crate) fn leaps<'t>() -> Rule<'t, Vec<Vector>> {
    let several = leap().separated_by(joiner()).at_least(1).collect::<Vec<_>>();
    let several =
        several.delimited_by(sign('('), sign(')')).map(|leaps| Vector::sorted(leaps.into_iter().flatten()));
    // `(3,0) leaper` begins with a parenthesis, too.
    leap().or(several).boxed()
}

fn leap<'t>() -> Rule<'t, Vec<Vector>> {
    leg()
        .validate(|leg, e, emitter| {
            leg.leap().unwrap_or_else(|| {
                emitter.emit(Rich::custom(e.span(), "a leap is needed here, not a line or a rider"));
                Vec::new()
            })
        })
        .boxed()
}

/// A ride alone, for pieces seen along lines.
pub(crate) fn ride<'t>() -> Rule<'t, Ride> {
    leg()
        .validate(|leg, e, emitter| {
            if let Leg::Leap(_) = leg {
                emitter.emit(Rich::custom(e.span(), "a line or a rider is needed here, not a leap"));
            }
            leg.ride()
        })
        .boxed()
}

/// `N` or `N rider`.
fn letter_leap<'t>() -> Rule<'t, Leg> {
    let leap = word_of(Kind::Leap).map(|word| match word.role {
        Role::Leap(x, y) => Vector::leaper(x, y),
        _ => unreachable!("a word of kind Leap has the role Leap"),
    });
    leap.then(rider().or_not()).map(|(vectors, most)| repeated(vectors, most)).boxed()
}

/// `R`, `R4`, `R beyond 1`.
fn line<'t>() -> Rule<'t, Leg> {
    let vectors = word_of(Kind::Line).map(|word| match word.role {
        Role::Line(leapers) => leapers.iter().flat_map(|&(x, y)| Vector::leaper(x, y)).collect::<Vec<_>>(),
        _ => unreachable!("a word of kind Line has the role Line"),
    });
    vectors
        .then(range().or_not())
        .then(word("beyond").ignore_then(range()).or_not())
        .validate(|((vectors, max), nearer), e, emitter| {
            let (min, max) = (nearer.map_or(1, |nearer| nearer + 1), max.unwrap_or(u8::MAX));
            if min > max {
                emitter.emit(Rich::custom(e.span(), "the line ends before it begins"));
            }
            Leg::Ride(Ride { vectors, min, max })
        })
        .boxed()
}

/// `(3,0) leaper`, `(3,0) rider 2`.
fn coordinates_leap<'t>() -> Rule<'t, Leg> {
    let leaper = word("leaper").to(None);
    coordinates()
        .then(leaper.or(rider().map(Some)))
        .map(|(vector, most)| repeated(Vector::leaper(vector.dx, vector.dy), most))
        .boxed()
}

/// `exactly (1,2)`, `exactly (1,1) rider 4`.
fn exact<'t>() -> Rule<'t, Leg> {
    word("exactly")
        .ignore_then(coordinates())
        .then(rider().or_not())
        .map(|(vector, most)| repeated(vec![vector], most))
        .boxed()
}

/// `rider`, `rider 4`: the greatest number of leaps.
fn rider<'t>() -> Rule<'t, u8> {
    word("rider").ignore_then(range().or_not()).map(|most| most.unwrap_or(u8::MAX)).boxed()
}

fn repeated(vectors: Vec<Vector>, most: Option<u8>) -> Leg {
    match most {
        None => Leg::Leap(vectors),
        Some(max) => Leg::Ride(Ride { vectors, min: 1, max }),
    }
}

/// A number of steps, or of a row.
pub(crate) fn range<'t>() -> Rule<'t, u8> {
    digits()
        .validate(|digits, e, emitter| match digits.parse() {
            Ok(range @ 1..=MAX_RANGE) => range,
            _ => {
                let message = format!("`{digits}` is not a distance: expected 1 to {MAX_RANGE}");
                emitter.emit(Rich::custom(e.span(), message));
                1
            }
        })
        .boxed()
}

/// `(3,0)`, `(-1,2)`.
fn coordinates<'t>() -> Rule<'t, Vector> {
    coordinate()
        .then_ignore(sign(','))
        .then(coordinate())
        .delimited_by(sign('('), sign(')'))
        .validate(|(dx, dy), e, emitter| {
            if (dx, dy) == (0, 0) {
                emitter.emit(Rich::custom(e.span(), "`(0,0)` leads nowhere"));
            }
            Vector::new(dx, dy)
        })
        .boxed()
}

fn coordinate<'t>() -> Rule<'t, i8> {
    let minus = sign('-').or_not().map(|minus| if minus.is_some() { "-" } else { "" });
    minus
        .then(digits())
        .validate(|(minus, digits), e, emitter| match format!("{minus}{digits}").parse() {
            Ok(number) if (-MAX_COORDINATE..=MAX_COORDINATE).contains(&number) => number,
            _ => {
                let message = format!(
                    "`{minus}{digits}` is too far: coordinates go from -{MAX_COORDINATE} to {MAX_COORDINATE}"
                );
                emitter.emit(Rich::custom(e.span(), message));
                1
            }
        })
        .labelled("a coordinate (as in `(3,0) leaper`)")
        .boxed()
}

fn digits<'t>() -> Rule<'t, &'t str> {
    select! { Token::Number(digits) => digits }.labelled("a number").boxed()
}
