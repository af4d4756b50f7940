//! The part of the grammar that says what a piece does beside travelling: one function a word with arguments.

use chumsky::prelude::*;

use super::ast::{Path, Power, Reach, Ride};
use super::leg::{leaps, ride};
use super::reach::{along, area, on_squares, pieces};
use super::rule::{Rule, joiner, sign, word, word_of, words};
use super::travel::{Term, bearing, check_bearing, term, terms};
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
        PowerWord::Alone(power) => empty().map(move |()| power()).boxed(),
        PowerWord::HopCapture => hop_capture(),
        PowerWord::Igui => igui(),
        PowerWord::Strike => strike(),
        PowerWord::Sweep => ride().map(Power::Sweep).boxed(),
        PowerWord::HalfwayLeap => halfway_leap(),
        PowerWord::Twofold => word("mirror").ignore_then(leaps()).map(Power::Twofold).boxed(),
        PowerWord::IguiInPassing => on_squares().map(|at| Power::IguiInPassing { at }).boxed(),
        PowerWord::LongLeap => along().map(Power::LongLeap).boxed(),
        PowerWord::Arrival(effect) => {
            optional().map(move |optional| Power::Arrival { effect, optional }).boxed()
        }
        PowerWord::Convert => on_squares().map(|at| Power::Convert { at }).boxed(),
        PowerWord::Swap => swap(),
        PowerWord::Pull => pull(),
        PowerWord::Push => along().map(Power::Push).boxed(),
        PowerWord::Shove => shove(),
        PowerWord::Birth => on_squares().map(|at| Power::Birth { at }).boxed(),
        PowerWord::Relay => relay(),
        PowerWord::Double => along().map(Power::Double).boxed(),
        PowerWord::Poison => {
            along().or_not().map(|seen| seen.map_or(Power::Poison, Power::PoisonSeen)).boxed()
        }
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
    on_squares().map(Reach::At).or(along().map(Reach::Seen)).map(|reach| Power::Igui { reach }).boxed()
}

/// `strike LEAP then LEAP`, perhaps with a bearing (K47, K49, K50, K51).
fn strike<'t>() -> Rule<'t, Power> {
    leaps()
        .then_ignore(word("then"))
        .then(leaps())
        .then(bearing())
        .validate(|((first, second), bearing), e, emitter| {
            let span = e.span();
            check_bearing(&first, bearing, &second, &mut |message| emitter.emit(Rich::custom(span, message)));
            Power::Strike { first, second, bearing }
        })
        .boxed()
}

/// `(optional)`, after what would else be obligatory (K54).
fn optional<'t>() -> Rule<'t, bool> {
    word("optional").delimited_by(sign('('), sign(')')).or_not().map(|word| word.is_some()).boxed()
}

/// `halfway-leap along LINE lines` (L10).
fn halfway_leap<'t>() -> Rule<'t, Power> {
    along()
        .validate(|ride, e, emitter| {
            if ride.min > 1 || ride.max < u8::MAX {
                emitter.emit(Rich::custom(e.span(), "half the way is the only limit that such a line has"));
            }
            Power::HalfwayLeap(ride)
        })
        .boxed()
}

/// `swap with pieces on LEAP squares` (K64), `swap with friends anywhere` (K65),
/// `swap with enemies on LEAP or mirror LEAP squares` (L15).
fn swap<'t>() -> Rule<'t, Power> {
    let mirrored = words("or mirror").ignore_then(leaps()).or_not().map(Option::unwrap_or_default);
    let enemies = words("enemies on").ignore_then(leaps()).then(mirrored).then_ignore(word("squares"));
    let enemies = enemies.map(|(at, mirrored)| Power::SwapEnemies { at, mirrored });
    let near = word("pieces").ignore_then(on_squares()).map(|at| Power::Swap { at });
    let far = words("friends anywhere").map(|()| Power::SwapFriends);
    word("with").ignore_then(choice((near, far, enemies))).boxed()
}

/// `pull along LINE lines` (K67).
fn pull<'t>() -> Rule<'t, Power> {
    along()
        .validate(|ride, e, emitter| {
            if ride.max == 1 {
                let message = "what stands one step away cannot come nearer";
                emitter.emit(Rich::custom(e.span(), message));
            }
            // A piece one step away stays where it is, and hides those behind it.
            Power::Pull(Ride { min: ride.min.max(2), ..ride })
        })
        .boxed()
}

/// `shove LEAP`, perhaps `off-board` (K68, K69).
fn shove<'t>() -> Rule<'t, Power> {
    let off_board = word("off-board").or_not().map(|word| word.is_some());
    leaps().then(off_board).map(|(steps, off_board)| Power::Shove { steps, off_board }).boxed()
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
            for term in &terms {
                if !matches!(term.path, Path::Leap(_) | Path::Ride(_)) {
                    emitter.emit(Rich::custom(term.span, "only leaps, lines and riders can be lent"));
                }
            }
            terms
        })
        .boxed()
}
