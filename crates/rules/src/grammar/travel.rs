//! The part of the grammar that says how a piece travels.

use chumsky::prelude::*;

use super::ast::{Bearing, Mode, Path, Travel};
use super::leg::{Leg, leaps, leg, range};
use super::rule::{Rule, joiner, phrase, sign, word, word_of};
use super::words::{Kind, Role};
use crate::vocabulary::Vector;

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

/// What makes another travel of a leg.
#[derive(Clone, Copy)]
enum Shape {
    /// `over pieces`, `over one piece`, each perhaps `sparing shielded`.
    Over { most: u8, sparing: bool },
    /// `hopper`.
    Hopper,
    /// `hop-chain`.
    HopChain,
    /// `zigzag`.
    Zigzag,
    /// `landing beside a friend`.
    BesideFriend,
    /// `halfway`.
    Halfway,
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

/// One travel, perhaps from one row of the board only (L6).
pub(crate) fn term<'t>() -> Rule<'t, Term> {
    let row = phrase("from row").ignore_then(range()).or_not();
    mirrored()
        .or(unplaced())
        .then(row)
        .map(|(term, row)| match row {
            None => term,
            Some(row) => Term { path: Path::FromRow { row, path: Box::new(term.path) }, ..term },
        })
        .boxed()
}

/// `mirror LEAP`: a leap from the mirror square (L15).
fn mirrored<'t>() -> Rule<'t, Term> {
    word("mirror")
        .ignore_then(leaps())
        .then(note().or_not())
        .map_with(|(vectors, note), e| Term { path: Path::Mirror(vectors), note, span: e.span() })
        .boxed()
}

/// One travel: a leg, perhaps with a shape, or with its note and a second leg (K33, K42).
fn unplaced<'t>() -> Rule<'t, Term> {
    let shaped = shape().then(note().or_not()).map(|(shape, note)| Rest::Shape(shape, note));
    let second = word("then").ignore_then(leg()).then(bearing()).then(note().or_not());
    let plain = note().or_not().then(second.or_not()).map(|(note, second)| match second {
        None => Rest::Plain(note),
        Some(((leg, bearing), second_note)) => Rest::Second(note, leg, bearing, second_note),
    });
    leg()
        .then(shaped.or(plain))
        .validate(|(leg, rest), e, emitter| {
            let span: SimpleSpan = e.span();
            let mut complain = |message: &str| emitter.emit(Rich::custom(span, message));
            match rest {
                Rest::Plain(note) => Term { path: leg.path(), note, span },
                Rest::Shape(shape, note) => Term { path: shape.path(leg, &mut complain), note, span },
                Rest::Second(note, second, bearing, second_note) => {
                    let (first, second) = (leg.ride(), second.ride());
                    check_bearing(&first.vectors, bearing, &second.vectors, &mut complain);
                    let stop = note.unwrap_or(Mode::Both);
                    Term { path: Path::Bend { first, stop, second, bearing }, note: second_note, span }
                }
            }
        })
        .boxed()
}

/// What follows the leg of a travel.
enum Rest {
    Plain(Option<Mode>),
    Shape(Shape, Option<Mode>),
    Second(Option<Mode>, Leg, Bearing, Option<Mode>),
}

fn shape<'t>() -> Rule<'t, Shape> {
    let most = phrase("one piece").to(1).or(word("pieces").to(u8::MAX));
    let sparing = phrase("sparing shielded").or_not().map(|spared| spared.is_some());
    choice((
        word("over").ignore_then(most).then(sparing).map(|(most, sparing)| Shape::Over { most, sparing }),
        word("hopper").to(Shape::Hopper),
        word("hop-chain").to(Shape::HopChain),
        word("zigzag").to(Shape::Zigzag),
        phrase("landing beside a friend").to(Shape::BesideFriend),
        word("halfway").to(Shape::Halfway),
    ))
    .boxed()
}

impl Shape {
    /// Returns the path that the shape makes of a leg.
    fn path(self, leg: Leg, complain: &mut impl FnMut(&str)) -> Path {
        if let Shape::Zigzag = self {
            let vectors = leg.leap().unwrap_or_else(|| {
                complain("a zigzag is made of leaps, not of a line or a rider");
                Vec::new()
            });
            check_bearing(&vectors, Bearing::RightAngle, &vectors, complain);
            return Path::Zigzag(vectors);
        }
        let ride = leg.ride();
        if ride.min > 1 {
            complain("`beyond` cannot be combined with this shape");
        }
        match self {
            Shape::Halfway => {
                if ride.max < u8::MAX {
                    complain("half the way is the only limit that such a line has");
                }
                Path::Halfway(ride)
            }
            Shape::Over { most, sparing } => {
                if ride.max == 1 {
                    complain("a single step passes over nothing: a line or a rider is needed here");
                }
                Path::Over { ride, most, sparing }
            }
            Shape::Hopper => Path::Hop(ride),
            Shape::HopChain => Path::HopChain(ride),
            Shape::BesideFriend => Path::BesideFriend(ride),
            Shape::Zigzag => unreachable!("a zigzag has returned"),
        }
    }
}

/// `outwards`, `at right angles`, `not back`, `straight`, or nothing for any direction.
pub(crate) fn bearing<'t>() -> Rule<'t, Bearing> {
    choice((
        word("outwards").to(Bearing::Outwards),
        phrase("at right angles").to(Bearing::RightAngle),
        phrase("not back").to(Bearing::NotBack),
        word("straight").to(Bearing::Straight),
    ))
    .or_not()
    .map(|bearing| bearing.unwrap_or(Bearing::Any))
    .boxed()
}

/// Complains if no second direction may follow any first one.
pub(crate) fn check_bearing(
    first: &[Vector],
    bearing: Bearing,
    second: &[Vector],
    complain: &mut impl FnMut(&str),
) {
    // Without directions another mistake has been reported.
    let missing = first.is_empty() || second.is_empty();
    if missing || first.iter().any(|&a| second.iter().any(|&b| bearing.allows(a, b))) {
        return;
    }
    complain(match bearing {
        Bearing::Outwards => "no second direction leads outwards from the first",
        Bearing::RightAngle => "no two of these directions are at right angles",
        Bearing::NotBack => "every second direction leads back",
        Bearing::Straight => "no second direction goes straight on from the first",
        Bearing::Any => unreachable!("any direction may follow any other"),
    });
}

/// `(moving)` or `(capturing)`.
pub(crate) fn note<'t>() -> Rule<'t, Mode> {
    word_of(Kind::Note)
        .map(|word| match word.role {
            Role::Note(mode) => mode,
            _ => unreachable!("a word of kind Note has the role Note"),
        })
        .delimited_by(sign('('), sign(')'))
        .labelled(Kind::Note.noun())
        .boxed()
}

/// `leap beside a royal friend`: a travel that takes no note, as it may end on any piece (K72).
pub(crate) fn beside_royal<'t>() -> Rule<'t, Term> {
    phrase("leap beside a royal friend")
        .map_with(|(), e| Term { path: Path::BesideRoyal, note: None, span: e.span() })
        .boxed()
}

/// `circle a royal friend`: a travel that takes no note, as it ends on empty squares only (L25).
pub(crate) fn circle<'t>() -> Rule<'t, Term> {
    phrase("circle a royal friend")
        .map_with(|(), e| Term { path: Path::Circle, note: Some(Mode::Moving), span: e.span() })
        .boxed()
}
