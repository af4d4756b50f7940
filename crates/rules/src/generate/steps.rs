//! The steps that a piece can make on a board, without regard to the rest of the turn.

use crate::game::Game;
use crate::game::definition::{Promotion, PromotionDuty, PromotionTerms, PromotionWhen};
use crate::powers::{
    self, Abilities, Arrival, Arrived, Lending, Prey, Promotes, SpecialRules as _, Step, StepKind,
};
use crate::travel::View;
use crate::turn::promotion::{eligible, offered};
use crate::vocabulary::{Board, Piece, PieceType, Square, SquareSet};

use super::offers::Offers;

/// Receives the steps found.
pub(super) trait StepSink {
    /// Receives the plain steps from a square to each square of a set.
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>);
    /// Receives one step of a piece with special powers, with a flag whether it takes or converts an opposing piece.
    fn special(&mut self, step: Step, takes: bool);
    /// Receives the drops of a piece from a hand on each square of a set (R70).
    fn dropped(&mut self, kind: PieceType, to: &SquareSet) {
        to.iter().for_each(|to| self.special(Step::drop(kind, to, to), false));
    }
    /// Receives the steps that set down a piece of a type on each square of a set and differ in nothing else, with the board on which
    /// they do so.
    fn set_down(
        &mut self,
        _: PieceType,
        squares: &SquareSet,
        _: &Board,
        takes: bool,
        step: impl Fn(Square) -> Step,
    ) {
        squares.iter().for_each(|square| self.special(step(square), takes));
    }
}

/// The steps as a list, each with a flag whether it takes or converts an opposing piece.
pub(super) struct Collector<'a> {
    pub(super) view: View<'a>,
    pub(super) steps: Vec<(Step, bool)>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(view: View<'a>) -> Collector<'a> {
        Collector { view, steps: Vec::new() }
    }
}

impl StepSink for Collector<'_> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        let step = |to| (Step::plain(kind, from, to, promotion), self.view.enemy.contains(to));
        self.steps.extend(to.iter().map(step));
    }

    fn special(&mut self, step: Step, takes: bool) {
        self.steps.push((step, takes));
    }
}

/// Lists the steps of a piece that is not immobilized, by its own power. With `effects` the captures on arrival are computed.
#[inline(always)]
pub(super) fn own(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    from: Square,
    effects: bool,
    out: &mut impl StepSink,
) {
    let to = abilities.travels.destinations(view, from);
    travelling(game, view, abilities, from, &to, effects, out);
    for special in &abilities.specials {
        special.steps(view, from, &mut Offering { game, view, abilities, out });
    }
}

/// Lists the plain steps of a piece to some squares.
#[inline(always)]
pub(super) fn travelling(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    from: Square,
    to: &SquareSet,
    effects: bool,
    out: &mut impl StepSink,
) {
    if to.is_empty() {
        return;
    }
    if !abilities.arrivals.is_empty() && arrivals_matter(abilities, effects) {
        arriving(game, view, abilities, from, to, out);
    } else if promotes_nowhere(game, view, abilities, from, to) {
        out.plain(StepKind::Own, from, to, None);
    } else {
        let lives = if abilities.is_lost_by_capture() { to - view.enemy } else { *to };
        let kept = to - obliged(game, view, abilities, from, &lives, &view.enemy);
        out.plain(StepKind::Own, from, &kept, None);
        promotions(game, view, abilities, from, &lives, &view.enemy, |to, kind| {
            out.plain(StepKind::Own, from, to, Some(kind));
        });
    }
}

/// Returns whether the steps of a piece with effects on arrival depend on these: they can be declined, their captures are to be
/// computed, or promotions ask for what is taken.
fn arrivals_matter(abilities: &Abilities, effects: bool) -> bool {
    effects
        || abilities.arrivals.iter().any(|power| power.optional)
        || abilities.promotes_anywhere && !abilities.offers.is_empty()
}

/// Returns whether a piece neither may nor must promote on any of its destinations.
#[inline]
fn promotes_nowhere(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    from: Square,
    to: &SquareSet,
) -> bool {
    if abilities.promotions.is_empty() {
        return true;
    }
    let zone = game.zone(view.side);
    let elsewhere =
        abilities.promotes_anywhere && (!abilities.promotes_by_taking || to.intersects(&view.enemy));
    !elsewhere && !zone.contains(from) && !to.intersects(&(zone | game.last_rank(view.side)))
}

/// Lists the plain steps of a piece with effects on arrival (K53, K54), where they matter.
fn arriving(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    from: Square,
    to: &SquareSet,
    out: &mut impl StepSink,
) {
    let optional = abilities.arrivals.iter().any(|power| power.optional);
    let lives = if abilities.is_lost_by_capture() { to - view.enemy } else { *to };
    // A piece that dies of its capture does nothing more (K88).
    for to in to - lives {
        out.special(Step::plain(StepKind::Own, from, to, None), true);
    }
    for to in lives {
        let arrived = Arrived::new(view, game.habits(), from, to);
        let effects = |power: &Arrival| power.effects(&arrived);
        let takes = |declining: bool| {
            let mut powers = abilities.arrivals.iter().filter(|power| !(declining && power.optional));
            view.enemy.contains(to) || powers.any(|power| effects(power).any().intersects(&view.enemy))
        };
        let mut offer = |kind, takes| {
            with_promotions(game, view, abilities, Step::plain(kind, from, to, None), takes, out);
        };
        offer(StepKind::Own, takes(false));
        // The effects of an obligatory power cannot be declined.
        if optional
            && arrived.effects(&abilities.arrivals, true) != arrived.effects(&abilities.arrivals, false)
        {
            offer(StepKind::Declining, takes(true));
        }
    }
}

/// Adds promotions to the steps of a piece's special powers.
struct Offering<'a, O> {
    game: &'a Game,
    view: &'a View<'a>,
    abilities: &'a Abilities,
    out: &'a mut O,
}

impl<O: StepSink> powers::PowerStepSink for Offering<'_, O> {
    #[inline]
    fn add(&mut self, step: Step, takes: bool, promotes: Promotes) {
        let Offering { game, view, abilities, ref mut out } = *self;
        match promotes {
            Promotes::Nobody => out.special(step, takes),
            Promotes::Mover => with_promotions(game, view, abilities, step, takes, *out),
            Promotes::Shooter => shooter_promotions(game, view, abilities, step, *out),
            Promotes::Partner => partner_promotions(game, view, step, takes, *out),
            Promotes::Setting => {
                let settings = abilities.promotions.iter().filter(|one| one.when == PromotionWhen::Anywhere);
                settings.for_each(|setting| {
                    out.special(Step { promotion: Some(setting.to), ..step }, takes);
                });
            }
        }
    }
}

/// Lists a capture of a piece that stays on its square, with the promotions that ask for nothing but a capture (R43, R163).
fn shooter_promotions(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    step: Step,
    out: &mut impl StepSink,
) {
    if abilities.offers.is_empty() || abilities.is_lost_by_capture() {
        return out.special(step, true);
    }
    with_offers(game, view, abilities, step, true, out);
}

/// Lists a step with and without the promotions on terms of their own (R43).
fn with_offers(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    step: Step,
    takes: bool,
    out: &mut impl StepSink,
) {
    let prey = if takes { prey(game, view, abilities, step) } else { Prey::new() };
    let offers = Offers::after(game, view, abilities, step, takes, &prey);
    if offers.obliged.is_empty() {
        out.special(step, takes);
    }
    for (kind, _) in offers.by_kind.into_iter().filter(|(_, squares)| !squares.is_empty()) {
        out.special(Step { promotion: Some(kind), ..step }, takes);
    }
}

/// Returns the squares of the opposing pieces that a step by own power takes, the last one first, and those that its arrival takes.
fn prey(game: &Game, view: &View<'_>, abilities: &Abilities, step: Step) -> Prey {
    let mut prey = step.prey(view, abilities);
    if matches!(step.kind, StepKind::Own | StepKind::Declining) && !abilities.arrivals.is_empty() {
        let arrived = Arrived::new(view, game.habits(), step.from, step.to);
        let taken = arrived.effects(&abilities.arrivals, step.kind == StepKind::Declining).taken;
        prey.extend((taken & view.enemy).iter());
    }
    prey
}

/// Lists an exchange of squares with an opposing piece. If that piece comes to its promotion zone, it promotes by one of
/// the promotions that every move allows (L20).
fn partner_promotions(game: &Game, view: &View<'_>, step: Step, takes: bool, out: &mut impl StepSink) {
    let partner = view.board.at(step.to);
    let promotions = game.abilities(partner).promotions.iter();
    let is_usual = |promotion: &&Promotion| {
        promotion.when == PromotionWhen::Always && promotion.terms == PromotionTerms::default()
    };
    let mut promotions = promotions.filter(is_usual).peekable();
    let promotes = promotions.peek().is_some() && game.zone(partner.side()).contains(step.from);
    if !promotes || game.definition().promotion_duty != PromotionDuty::Must {
        out.special(step, takes);
    }
    for promotion in promotions.filter(|_| promotes) {
        out.special(Step { promotion: Some(promotion.to), ..step }, takes);
    }
}

/// Lists a step of a piece that leaves its square, with and without promotion (K105, K107).
fn with_promotions(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    step: Step,
    takes: bool,
    out: &mut impl StepSink,
) {
    if abilities.promotions.is_empty() {
        return out.special(step, takes);
    }
    if !abilities.offers.is_empty() {
        return with_offers(game, view, abilities, step, takes, out);
    }
    let to = SquareSet::from_iter([step.to]);
    let captures = if takes { to } else { SquareSet::EMPTY };
    if obliged(game, view, abilities, step.from, &to, &captures).is_empty() {
        out.special(step, takes);
    }
    promotions(game, view, abilities, step.from, &to, &captures, |to, kind| {
        if !to.is_empty() {
            out.special(Step { promotion: Some(kind), ..step }, takes);
        }
    });
}

/// Returns the destinations at which the piece survives and must promote (L42, R31); those in `captures` are captures.
#[inline]
fn obliged(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    from: Square,
    to: &SquareSet,
    captures: &SquareSet,
) -> SquareSet {
    let mut obliged = SquareSet::EMPTY;
    if abilities.promotes_anywhere {
        if !abilities.offers.is_empty() {
            return Offers::new(game, view, abilities, from, to, captures).obliged;
        }
        taking(game, view, abilities, from, to, |to, _| obliged |= to);
    }
    match game.definition().promotion_duty {
        PromotionDuty::May => {}
        PromotionDuty::Must => in_zone(game, view, abilities, from, &(to - obliged), |to, _| {
            obliged |= to;
        }),
        PromotionDuty::MustOnLastRank => {
            if abilities.promotions.iter().any(|promotion| promotion.when.needs_zone()) {
                // After taking a royal piece there need be no promotion left (R31).
                obliged |= (to & game.last_rank(view.side)) - view.board.royals(view.side.other());
            }
        }
    }
    obliged
}

/// Calls `offer` with the destinations at which each promotion is offered; those in `captures` are captures.
#[inline]
fn promotions(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    from: Square,
    to: &SquareSet,
    captures: &SquareSet,
    mut offer: impl FnMut(&SquareSet, PieceType),
) {
    let mut to = *to;
    if abilities.promotes_anywhere {
        if !abilities.offers.is_empty() {
            let offers = Offers::new(game, view, abilities, from, &to, captures);
            return offers.by_kind.iter().for_each(|(kind, to)| offer(to, *kind));
        }
        taking(game, view, abilities, from, &to.clone(), |taken, kind| {
            to -= taken;
            offer(taken, kind);
        });
        let settings = abilities.promotions.iter().filter(|one| one.when == PromotionWhen::Anywhere);
        settings.for_each(|setting| offer(&to, setting.to));
    }
    in_zone(game, view, abilities, from, &to, offer);
}

/// Calls `offer` with the destinations at which the piece becomes another by its capture there (L21): one on two squares only
/// after one diagonal step, as it then stands on both of these squares (R37).
fn taking(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    from: Square,
    to: &SquareSet,
    mut offer: impl FnMut(&SquareSet, PieceType),
) {
    for promotion in &abilities.promotions {
        if let PromotionWhen::Taking(kind) = promotion.when {
            offer(&taken(game, view, from, to, kind, promotion.to), promotion.to);
        }
    }
}

/// Returns the destinations at which the piece takes one of a type and so becomes another.
pub(super) fn taken(
    game: &Game,
    view: &View<'_>,
    from: Square,
    to: &SquareSet,
    kind: PieceType,
    becomes: PieceType,
) -> SquareSet {
    let is_such = |&square: &Square| view.board.at(square).kind() == Some(kind);
    standing(game, view, from, (to & view.enemy).iter().filter(is_such).collect(), becomes)
}

/// Returns the destinations among `to` at which a piece can become another: one on two squares only after one diagonal step (R37).
pub(super) fn standing(
    game: &Game,
    view: &View<'_>,
    from: Square,
    to: SquareSet,
    becomes: PieceType,
) -> SquareSet {
    match game.abilities(Piece::new(becomes, view.side)).twofold {
        true => to & (game.rays().neighbours(from) - game.rays().orthogonal(from)),
        false => to,
    }
}

/// Calls `offer` with the destinations at which each promotion of the zone is offered (K105).
#[inline]
fn in_zone(
    game: &Game,
    view: &View<'_>,
    abilities: &Abilities,
    from: Square,
    to: &SquareSet,
    mut offer: impl FnMut(&SquareSet, PieceType),
) {
    let eligible = eligible(game, view.side, from, to);
    if !eligible.is_empty() {
        for &promotion in &abilities.promotions {
            offer(&offered(game, view.board, view.side, promotion, from, eligible), promotion.to);
        }
    }
}

/// A relay on the board with its lender.
#[derive(Clone, Copy)]
pub(super) struct Loan<'a> {
    pub(super) lender: Square,
    pub(super) relay: &'a Lending,
}

impl Loan<'_> {
    /// Returns the squares that a borrower can reach by the loan alone: steps that it could make by its own power are not
    /// borrowed (K82), unless it is held (K84).
    #[inline(always)]
    pub(super) fn destinations(
        &self,
        game: &Game,
        view: &View<'_>,
        held: &SquareSet,
        from: Square,
    ) -> SquareSet {
        let sparing;
        let view = if game.has_bewitchers_or_armour() {
            sparing = game.sight(view, from);
            &sparing
        } else {
            view
        };
        let to = self.relay.destinations(view, self.lender, from);
        if to.is_empty() || held.contains(from) {
            return to;
        }
        to - game.abilities(view.board.at(from)).travels.destinations(view, from)
    }
}

/// Returns every relay of some lenders.
pub(super) fn loans<'a>(
    game: &'a Game,
    view: &View<'a>,
    lenders: SquareSet,
) -> impl Iterator<Item = Loan<'a>> + Clone + use<'a> {
    let board = view.board;
    lenders.iter().flat_map(move |lender| {
        game.abilities(board.at(lender)).lends.iter().map(move |relay| Loan { lender, relay })
    })
}

/// Lists the steps lent by relay pieces that the borrowers could not make themselves (K74, K82), each once, even if it has
/// several lenders. A relay piece that is held lends nothing (K74). `serves` selects the lenders and borrowers that matter.
pub(super) fn relayed(
    game: &Game,
    view: &View<'_>,
    held: &SquareSet,
    serves: impl Fn(Square, Square) -> bool,
    out: &mut impl StepSink,
) {
    let lenders = view.board.lenders(view.side) - held;
    let all = loans(game, view, lenders);
    let mut served = SquareSet::EMPTY;
    for (nth, loan) in all.clone().enumerate() {
        let borrowers = loan.relay.borrowers(view, loan.lender);
        for from in borrowers.iter().filter(|&from| serves(loan.lender, from)) {
            let mut to = loan.destinations(game, view, held, from);
            if !to.is_empty() && served.contains(from) {
                for earlier in all.clone().take(nth) {
                    if earlier.relay.borrowers(view, earlier.lender).contains(from) {
                        to -= earlier.relay.destinations(view, earlier.lender, from);
                    }
                }
            }
            if !to.is_empty() {
                out.plain(StepKind::Relayed, from, &to, None);
            }
        }
        served |= borrowers;
    }
}
