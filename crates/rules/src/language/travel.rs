//! The part of the grammar that says how a piece travels.

use chumsky::input::MappedInput;
use chumsky::prelude::*;

use super::ast::{Bearing, Mode, Path, Ride, Travel};
use super::token::Token;
use super::words::{self, Kind, Role, Word};
use crate::geometry::Vector;

/// What the parser reads.
pub(crate) type Tokens<'t> = MappedInput<'t, Token<'t>, SimpleSpan, &'t [(Token<'t>, SimpleSpan)]>;
/// What the parser reports.
pub(crate) type Report<'t> = Rich<'t, Token<'t>>;
/// A rule of the grammar that yields an `O`.
pub(crate) type Rule<'t, O> = Boxed<'t, 't, Tokens<'t>, O, extra::Err<Report<'t>>>;

/// The longest range and the greatest distance `beyond` may name.
const MAX_RANGE: u8 = 32;
/// The greatest coordinate of a vector: one that fits the largest board.
const MAX_COORDINATE: i8 = 15;

/// A travel as written: without a note it may still get one from its group.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) path: Path,
    pub(crate) note: Option<Mode>,
    pub(crate) span: SimpleSpan,
}

impl Term {
    pub(crate) fn travel(self) -> Travel {
        Travel { path: self.path, mode: self.note.unwrap_or(Mode::Both) }
    }
}

/// A leap or a ride: one leg of a travel.
#[derive(Clone, Debug)]
pub(crate) enum Leg {
    Leap(Vec<Vector>),
    Ride(Ride),
}

impl Leg {
    fn path(self) -> Path {
        match self {
            Leg::Leap(vectors) => Path::Leap(vectors),
            Leg::Ride(ride) => Path::Ride(ride),
        }
    }

    fn ride(self) -> Ride {
        match self {
            Leg::Leap(vectors) => Ride { vectors, min: 1, max: 1 },
            Leg::Ride(ride) => ride,
        }
    }

    fn vectors_mut(&mut self) -> &mut Vec<Vector> {
        match self {
            Leg::Leap(vectors) => vectors,
            Leg::Ride(ride) => &mut ride.vectors,
        }
    }
}

/// A word of the registry by its name.
pub(crate) fn word<'t>(name: &'static str) -> Rule<'t, ()> {
    debug_assert!(words::find(name).is_some(), "`{name}` is missing from the registry");
    just(Token::Word(name)).ignored().boxed()
}

/// A sign.
pub(crate) fn sign<'t>(sign: char) -> Rule<'t, ()> {
    just(Token::Sign(sign)).ignored().boxed()
}

/// What joins two terms.
pub(crate) fn joiner<'t>() -> Rule<'t, ()> {
    sign('+').or(sign(';')).boxed()
}

/// Any word of a kind.
pub(crate) fn word_of<'t>(kind: Kind) -> Rule<'t, &'static Word> {
    select! { Token::Word(name) => name }
        .filter(move |name| words::find(name).is_some_and(|word| word.kind() == kind))
        .map(|name| words::find(name).expect("the filter found it"))
        .labelled(kind.noun())
        .boxed()
}

/// Several travels in parentheses, or one alone, with the note that covers them.
pub(crate) fn terms<'t>() -> Rule<'t, Vec<Term>> {
    group().or(term().map(|term| vec![term])).boxed()
}

/// `(F + W) (moving)`: travels in parentheses, with one note for all (K13).
fn group<'t>() -> Rule<'t, Vec<Term>> {
    let terms = term().separated_by(joiner()).at_least(1).collect::<Vec<_>>();
    terms
        .delimited_by(sign('('), sign(')'))
        .then(note().map_with(|note, e| (note, e.span())).or_not())
        .validate(|(mut terms, note), _, emitter| {
            let Some((note, span)) = note else { return terms };
            for term in &mut terms {
                if term.note.replace(note).is_some() {
                    emitter.emit(Rich::custom(span, "a travel of this group has a note of its own"));
                }
            }
            terms
        })
        .boxed()
}

/// One travel: a leg with its note, and perhaps a second leg (K33).
pub(crate) fn term<'t>() -> Rule<'t, Term> {
    let second = word("then").ignore_then(leg()).then_ignore(word("outwards")).then(note().or_not());
    leg()
        .then(note().or_not())
        .then(second.or_not())
        .validate(|((first, note), second), e, emitter| {
            let span: SimpleSpan = e.span();
            let Some((second, second_note)) = second else {
                return Term { path: first.path(), note, span };
            };
            let (first, second) = (first.ride(), second.ride());
            let outwards = |a: &Vector| second.vectors.iter().any(|b| a.dot(*b) > 0);
            if !first.vectors.iter().any(outwards) {
                emitter.emit(Rich::custom(span, "no second direction leads outwards from the first"));
            }
            let stop = note.unwrap_or(Mode::Both);
            let path = Path::Bend { first, stop, second, bearing: Bearing::Outwards };
            Term { path, note: second_note, span }
        })
        .boxed()
}

/// `(moving)` or `(capturing)`.
fn note<'t>() -> Rule<'t, Mode> {
    word_of(Kind::Note)
        .map(|word| match word.role {
            Role::Note(mode) => mode,
            _ => unreachable!("a word of kind Note has the role Note"),
        })
        .delimited_by(sign('('), sign(')'))
        .labelled(Kind::Note.noun())
        .boxed()
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

/// A leap alone, for what stands a leap away.
pub(crate) fn leap<'t>() -> Rule<'t, Vec<Vector>> {
    leg()
        .validate(|mut leg, e, emitter| {
            if let Leg::Ride(_) = leg {
                emitter.emit(Rich::custom(e.span(), "a leap is needed here, not a line or a rider"));
            }
            std::mem::take(leg.vectors_mut())
        })
        .boxed()
}

/// A ride alone, for what is seen along lines.
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

/// `rider`, `rider 4`: the most leaps.
fn rider<'t>() -> Rule<'t, u8> {
    word("rider").ignore_then(range().or_not()).map(|most| most.unwrap_or(u8::MAX)).boxed()
}

fn repeated(vectors: Vec<Vector>, most: Option<u8>) -> Leg {
    match most {
        None => Leg::Leap(vectors),
        Some(max) => Leg::Ride(Ride { vectors, min: 1, max }),
    }
}

/// A number of steps.
fn range<'t>() -> Rule<'t, u8> {
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
