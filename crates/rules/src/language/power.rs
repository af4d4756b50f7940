//! The part of the grammar that says what a piece does beside travelling: one function a word.

use chumsky::prelude::*;

use super::ast::{Area, Path, Power, Reach};
use super::travel::{Rule, Term, joiner, leap, ride, term, terms, word, word_of};
use super::words::{Kind, PowerWord, Role, of};

/// Any power with its arguments.
pub(crate) fn power<'t>() -> Rule<'t, Power> {
    let powers: Vec<Rule<'t, Power>> = of(Kind::Power)
        .map(|entry| match entry.role {
            Role::Power(word_of_power) => word(entry.name).ignore_then(arguments(word_of_power)).boxed(),
            _ => unreachable!("a word of kind Power has the role Power"),
        })
        .collect();
    // The look-ahead gives the whole choice one name in messages.
    word_of(Kind::Power).rewind().ignore_then(choice(powers)).boxed()
}

fn arguments<'t>(power: PowerWord) -> Rule<'t, Power> {
    match power {
        PowerWord::Royal => empty().to(Power::Royal).boxed(),
        PowerWord::HopCapture => hop_capture(),
        PowerWord::Igui => igui(),
        PowerWord::Relay => relay(),
    }
}

/// `hop-capture over AREA pieces` (K46).
fn hop_capture<'t>() -> Rule<'t, Power> {
    word("over")
        .ignore_then(area())
        .then_ignore(word("pieces"))
        .map(|over| Power::HopCapture { over })
        .boxed()
}

/// `igui on AREA squares`, `igui along LINE lines` (K45).
fn igui<'t>() -> Rule<'t, Power> {
    let on =
        word("on").ignore_then(area()).then_ignore(word("squares")).map(|area| Reach::At(area.vectors()));
    on.or(along()).map(|reach| Power::Igui { reach }).boxed()
}

/// `relay TRAVEL to PIECES`, perhaps `landing AREA` (K74).
fn relay<'t>() -> Rule<'t, Power> {
    let landing = word("landing").ignore_then(area()).or_not();
    lent()
        .then_ignore(word("to"))
        .then(pieces())
        .then(landing)
        .map(|((lends, reach), landing)| Power::Relay {
            lends: lends.into_iter().map(Term::travel).collect(),
            reach,
            landing,
        })
        .boxed()
}

/// What is lent: a travel, or several in parentheses.
fn lent<'t>() -> Rule<'t, Vec<Term>> {
    let more = joiner().ignore_then(term()).repeated().collect::<Vec<_>>();
    terms()
        .then(more)
        .validate(|(terms, more), e, emitter| {
            if !more.is_empty() {
                emitter.emit(Rich::custom(
                    e.span(),
                    "several lent travels stand in parentheses: `relay (F + D) to`",
                ));
            }
            for term in terms.iter().filter(|term| matches!(term.path, Path::Bend { .. })) {
                emitter.emit(Rich::custom(term.span, "a travel of two legs cannot be lent"));
            }
            terms
        })
        .boxed()
}

/// `AREA pieces`, `pieces along LINE lines`, `pieces an LEAP away`.
fn pieces<'t>() -> Rule<'t, Reach> {
    let near = area().then_ignore(word("pieces")).map(|area| Reach::At(area.vectors()));
    let away = word("a").or(word("an")).or_not().ignore_then(leap()).then_ignore(word("away")).map(Reach::At);
    near.or(word("pieces").ignore_then(along().or(away))).boxed()
}

/// `along LINE lines`.
fn along<'t>() -> Rule<'t, Reach> {
    word("along").ignore_then(ride()).then_ignore(word("lines")).map(Reach::Seen).boxed()
}

/// `adjacent`, `orthogonally adjacent`, `diagonally adjacent` (K16).
fn area<'t>() -> Rule<'t, Area> {
    let kind = word("orthogonally").to(Area::Orthogonal).or(word("diagonally").to(Area::Diagonal)).or_not();
    kind.then_ignore(word("adjacent")).map(|kind| kind.unwrap_or(Area::Adjacent)).boxed()
}
