//! The part of the grammar for travels: terms, notes and groups. Each way of travelling adds its own syntax.

use std::rc::Rc;

use chumsky::prelude::*;

use super::ast::Leap;
use super::{Path, Travel};
use crate::grammar::ast::{End, Mode, Ride, Whose};
use crate::grammar::words::{Kind, Role};
use crate::grammar::{Leg, Rule, joiner, leg, sign, word, word_of};

/// A travel as written; without a note of its own it may get one from its group.
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

    /// Adds conditions, which end the given part of the text.
    fn under(self, conditions: &[Condition], span: SimpleSpan) -> Term {
        if conditions.is_empty() {
            return self;
        }
        let path = conditions.iter().fold(self.path, |path, condition| condition(path));
        Term { path, span, ..self }
    }
}

/// The syntax of a way of travelling: the place of its words in a term, and a function that makes the rule for them.
pub(crate) enum Syntax<'t> {
    /// As a leg alone: `N`, `R4`.
    Leg,
    /// After a leg and before its note: `Q hopper`.
    Shape(fn() -> Rule<'t, Shape>),
    /// After a leg and its note, with a note of its own: `F (moving) then R outwards`.
    Continuation(fn() -> Rule<'t, (Continuation, Option<Mode>)>),
    /// Before its note, without a leg: `mirror W`.
    Whole(fn() -> Rule<'t, Path>),
    /// As a term without a note, outside of groups: `circle a royal friend`. It may stand for several travels.
    Alone(fn() -> Rule<'t, Vec<Term>>),
    /// After another travel and its note: `from row 2`.
    Condition(fn() -> Rule<'t, Condition>),
}

/// Receives error messages about the text.
pub(crate) type Complain<'c> = &'c mut dyn FnMut(&str);
/// Makes a path from a leg.
pub(crate) type Shape = Rc<dyn Fn(Leg, Complain<'_>) -> Path>;
/// Makes a path from a first leg and what the piece may do at its end.
pub(crate) type Continuation = Rc<dyn Fn(Leg, End, Complain<'_>) -> Path>;
/// Makes a path from another one.
pub(crate) type Condition = Rc<dyn Fn(Path) -> Path>;

/// Any of the rules of one kind of syntax: `any!(Shape)`.
macro_rules! any {
    ($kind:ident) => {
        choice(
            Path::syntaxes()
                .into_iter()
                .filter_map(|syntax| match syntax {
                    Syntax::$kind(rule) => Some(rule()),
                    _ => None,
                })
                .collect::<Vec<_>>(),
        )
    };
}

/// A term between two joiners: a group, a travel, or a travel that cannot be in a group.
pub(crate) fn any_terms<'t>() -> Rule<'t, Vec<Term>> {
    any!(Alone).or(terms()).boxed()
}

/// Several travels in parentheses, or a single one, with the note that applies to them.
pub(crate) fn terms<'t>() -> Rule<'t, Vec<Term>> {
    let term = term();
    let group = group(term.clone()).then(conditions()).map_with(|(terms, conditions), e| {
        terms.into_iter().map(|term| term.under(&conditions, e.span())).collect()
    });
    group.or(term.map(|term| vec![term])).boxed()
}

/// `(F + W) (moving)`: travels in parentheses, with one note for all (K13).
fn group<'t>(term: Rule<'t, Term>) -> Rule<'t, Vec<Term>> {
    let terms = term.separated_by(joiner()).at_least(1).collect::<Vec<_>>();
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

/// The conditions of a travel or a group, if it has any.
fn conditions<'t>() -> Rule<'t, Vec<Condition>> {
    any!(Condition).repeated().collect().boxed()
}

/// A travel with its conditions.
pub(crate) fn term<'t>() -> Rule<'t, Term> {
    let whole =
        any!(Whole).then(note().or_not()).map_with(|(path, note), e| Term { path, note, span: e.span() });
    whole
        .or(of_leg())
        .then(conditions())
        .map_with(|(term, conditions), e| term.under(&conditions, e.span()))
        .boxed()
}

/// The rest of a travel after its leg.
enum Rest {
    Note(Option<End>),
    Shape(Shape, Option<Mode>),
    Continuation(Option<End>, Continuation, Option<Mode>),
}

/// A leg, optionally with a shape, or with a note and a continuation.
fn of_leg<'t>() -> Rule<'t, Term> {
    let shaped = any!(Shape).then(note().or_not()).map(|(shape, note)| Rest::Shape(shape, note));
    let continued = any!(Continuation).or_not();
    let plain = end().or_not().then(continued).map(|(note, continued)| match continued {
        None => Rest::Note(note),
        Some((continuation, second)) => Rest::Continuation(note, continuation, second),
    });
    leg()
        .then(shaped.or(plain))
        .validate(|(leg, rest), e, emitter| {
            let span: SimpleSpan = e.span();
            let mut complain = |message: &str| emitter.emit(Rich::custom(span, message));
            let (path, note) = match rest {
                Rest::Note(None) => (path_of(leg), None),
                Rest::Note(Some(End::Stop(note))) => (path_of(leg), Some(note)),
                Rest::Note(Some(_)) => {
                    complain("a leg that is `through` or `hopping` needs another one: `then` and a leg");
                    (path_of(leg), None)
                }
                Rest::Shape(shape, note) => (shape(leg, &mut complain), note),
                Rest::Continuation(first, continuation, second) => {
                    (continuation(leg, first.unwrap_or(End::Stop(Mode::Both)), &mut complain), second)
                }
            };
            Term { path, note, span }
        })
        .boxed()
}

/// Returns the travel for a leg without a shape.
fn path_of(leg: Leg) -> Path {
    match leg {
        Leg::Leap(vectors) => Path::Leap(Leap(vectors)),
        Leg::Ride(ride) => Path::Ride(ride),
    }
}

/// Returns a shape.
pub(super) fn shape_by(shape: impl Fn(Leg, Complain<'_>) -> Path + 'static) -> Shape {
    Rc::new(shape)
}

/// Returns the ride of a leg for a shape that does not allow a least distance.
pub(super) fn ride_of(leg: Leg, complain: Complain<'_>) -> Ride {
    let ride = leg.ride();
    if ride.min > 1 {
        complain("`beyond` cannot be combined with this shape");
    }
    ride
}

/// The effects allowed at the end of a leg: a note, or `(through)`, `(hopping)` and their like.
pub(super) fn end<'t>() -> Rule<'t, End> {
    let through = word("through").ignore_then(word("anything").or_not());
    let through = through.map(|anything| match anything {
        Some(()) => End::ThroughAnything,
        None => End::Through,
    });
    let whose = word("friends").to(Whose::Friends).or(word("enemies").to(Whose::Enemies)).or_not();
    let hopping = word("hopping").ignore_then(whose).map(|whose| End::Hop(whose.unwrap_or(Whose::Either)));
    let passing = through.or(hopping).delimited_by(sign('('), sign(')')).labelled(Kind::Note.noun());
    note().map(End::Stop).or(passing).boxed()
}

/// `(moving)` or `(capturing)`.
pub(super) fn note<'t>() -> Rule<'t, Mode> {
    word_of(Kind::Note)
        .map(|word| match word.role {
            Role::Note(mode) => mode,
            _ => unreachable!("a word of kind Note has the role Note"),
        })
        .delimited_by(sign('('), sign(')'))
        .labelled(Kind::Note.noun())
        .boxed()
}
