//! From steps to turns: one turn for each result.
//!
//! Most steps cannot have the same result as another: a piece has left one square and stands on another. They are passed on as
//! sets. The others may *transpose* into each other, so the keys of their results are compared: those that leave all pieces but
//! one in place, steps onto deadly squares, away from them and onto friends, turns of doubled pieces with other powers than
//! travels, and, while an opposing piece dies this turn, all steps of pieces with special powers.

use crate::game::{Game, Reaches};
use crate::position::Position;
use crate::powers::{Abilities, Step, StepKind, Transposes};
use crate::travel::View;
use crate::turn::{Latent, Scope, latent, surviving_key};
use crate::vocabulary::{Board, Piece, PieceType, Square, SquareSet};

use super::TurnSink;
use super::drops::{drops, exploding_apart, is_told_by_reserves, placed_promotions};
use super::results::Results;
use super::state_steps::state_steps;
use super::steps::{Loan, StepSink, loans, own, relayed, travelling};

/// The search for the turns of one position.
pub(super) struct Turns<'a, S: ?Sized> {
    pub(super) position: &'a Position,
    pub(super) game: &'a Game,
    pub(super) view: View<'a>,
    pub(super) scope: Scope,
    pub(super) sink: &'a mut S,
    /// The squares of the side's pieces that are immobilized (K92).
    pub(super) immobilized: SquareSet,
    /// The squares of the side's pieces that are doubled (K93).
    pub(super) doubled: SquareSet,
    /// The latent states of the turn (K86).
    pub(super) latent: Latent,
    /// The squares on which turns of the side may have the same result: deadly ones, and those of friends (K72).
    pub(super) transposition_squares: SquareSet,
    /// Whether an opposing piece dies in this turn wherever it stays.
    pub(super) enemy_dies: bool,
    /// Whether a piece stands on a deadly square or one is doubled.
    has_active_states: bool,
    /// Whether steps of the current piece may transpose.
    transposing: bool,
    /// The surviving key of the position, and the results of turns that may transpose; created when first needed.
    results: Option<(u64, Results)>,
}

impl<'a, S: TurnSink + ?Sized> Turns<'a, S> {
    pub(super) fn new(position: &'a Position, scope: Scope, sink: &'a mut S) -> Turns<'a, S> {
        let game = position.game();
        let view = position.view();
        let (board, side) = (view.board, view.side);
        let mut turns = Turns {
            position,
            game,
            view,
            scope,
            sink,
            immobilized: SquareSet::EMPTY,
            doubled: SquareSet::EMPTY,
            latent: Latent::default(),
            transposition_squares: view.own,
            enemy_dies: false,
            has_active_states: false,
            transposing: false,
            results: None,
        };
        if game.has_after_captures() {
            turns.transposition_squares |= view.enemy;
        }
        if game.has_latent_states() {
            turns.immobilized = latent::immobilized(game, board, side);
            turns.doubled = (latent::doubled(game, board) & board.side(side)) - turns.immobilized;
            turns.latent = Latent::of(game, board, side);
            let [deadly, deadly_to_other] = [side, side.other()].map(|side| turns.latent.deadly(side));
            turns.transposition_squares |= deadly;
            turns.enemy_dies = deadly_to_other.intersects(&view.enemy);
            let dying = deadly.intersects(&view.occupied) || deadly_to_other.intersects(&view.occupied);
            let drowning = !turns.latent.wet().is_empty();
            turns.has_active_states = dying || drowning || !turns.doubled.is_empty();
        }
        turns
    }

    /// Lists all turns, or those that some pieces make by their own power, with the flights of royal pieces (R164). They are no
    /// captures by which a piece attacks.
    pub(super) fn list_with_flights(mut self, movers: Option<&SquareSet>) {
        if self.game.has_flights() {
            self.flights(movers);
        }
        match movers {
            None => self.list(),
            Some(movers) => self.list_own(movers),
        }
    }

    /// Lists the flights of royal pieces that are not held.
    #[cold]
    fn flights(&mut self, movers: Option<&SquareSet>) {
        let (game, position, view) = (self.game, self.position, self.view);
        let held = self.immobilized | latent::bewitched(game, view.board, view.side);
        let royals = *view.board.royals(view.side) - held;
        let lenders = *view.board.lenders(view.side) - held;
        for from in royals.iter().filter(|&royal| movers.is_none_or(|movers| movers.contains(royal))) {
            // A square that it reaches by a lent step as well is one turn.
            let lends = |loan: &Loan<'_>| loan.relay.borrowers(&view, loan.lender).contains(from);
            let lent = loans(game, &view, lenders)
                .filter(lends)
                .fold(SquareSet::EMPTY, |lent, loan| lent | loan.destinations(game, &view, &held, from));
            let to = position.flights(from, &view) - lent;
            if !to.is_empty() {
                let abilities = game.abilities(view.board.at(from));
                self.transposing = self.may_transpose(abilities, from);
                let (sight, effects) = (game.sight(&view, from), self.scope == Scope::Captures);
                travelling(game, &sight, abilities, from, &to, effects, self);
            }
        }
        self.transposing = false;
    }

    /// Lists all turns.
    #[inline]
    pub(super) fn list(mut self) {
        let (game, view, immobilized) = (self.game, self.view, self.immobilized);
        if game.has_bewitchers_or_armour() {
            return self.list_with_bewitchers_or_armour();
        }
        let captures = self.scope == Scope::Captures;
        let reaches = captures.then(|| game.reaches());
        for from in immobilized {
            self.special(Step::staying(StepKind::Suicide, from, from), false);
        }
        let movers = if captures { view.near(&game.rays().around_all(&view.enemy)) } else { view.own };
        (movers - immobilized).iter().for_each(|from| {
            let piece = view.board.at(from);
            if !is_idle(game, &view, reaches, piece, from) {
                let abilities = game.abilities(piece);
                self.transposing = self.may_transpose(abilities, from);
                own(game, &view, abilities, from, captures, &mut self);
            }
        });
        if !view.board.lenders(view.side).is_empty() {
            let serves = |lender, to| {
                let Some(reaches) = reaches else { return true };
                reaches.lent(view.board.at(lender), to).is_some_and(|lent| lent.intersects(&view.enemy))
            };
            relayed(game, &view, &immobilized, serves, &mut self);
        }
        if !self.doubled.is_empty() {
            self.doubled_turns();
        }
        if game.has_state() {
            self.list_state_steps(&immobilized);
        }
    }

    /// Lists all turns of a game in which pieces may be bewitched or armoured (L18, L27).
    #[inline(never)]
    fn list_with_bewitchers_or_armour(mut self) {
        let bewitched = latent::bewitched(self.game, self.view.board, self.view.side);
        self.own_turns(&self.view.own.clone(), &bewitched);
        let held = self.immobilized | bewitched;
        if !self.view.board.lenders(self.view.side).is_empty() {
            let (game, view) = (self.game, self.view);
            // Bewitched pieces cannot use lent moves, either (L18).
            relayed(game, &view, &held, |_, borrower| !bewitched.contains(borrower), &mut self);
        }
        self.doubled -= bewitched;
        if !self.doubled.is_empty() {
            self.doubled_turns();
        }
        if self.game.has_state() {
            self.list_state_steps(&held);
        }
    }

    /// Lists the turns that some pieces make by their own power.
    pub(super) fn list_own(mut self, movers: &SquareSet) {
        let bewitched = latent::bewitched(self.game, self.view.board, self.view.side);
        self.own_turns(movers, &bewitched);
    }

    fn own_turns(&mut self, movers: &SquareSet, bewitched: &SquareSet) {
        let (game, view, immobilized) = (self.game, self.view, self.immobilized);
        let captures = self.scope == Scope::Captures;
        let reaches = captures.then(|| game.reaches());
        let sparing = view.sparing();
        for from in movers.iter() {
            let piece = view.board.at(from);
            let abilities = game.abilities(piece);
            if bewitched.contains(from) {
                if !abilities.helpless {
                    let to = game.rays().orthogonal(from) - view.occupied;
                    self.plain(StepKind::Stagger, from, &to, None);
                }
            } else if immobilized.contains(from) {
                self.special(Step::staying(StepKind::Suicide, from, from), false);
            } else if !is_idle(game, &view, reaches, piece, from) {
                self.transposing = self.may_transpose(abilities, from);
                let seen;
                let view = if abilities.spares_its_kind {
                    seen = game.sight(&view, from);
                    &seen
                } else if abilities.pierces {
                    &view
                } else {
                    &sparing
                };
                own(game, view, abilities, from, captures, self);
            }
        }
    }

    /// Lists the turns that depend on the state, except those of pieces that are held.
    fn list_state_steps(&mut self, held: &SquareSet) {
        let (position, view) = (self.position, self.view);
        state_steps(position, held, |step, takes| {
            self.transposing = self.game.abilities(view.board.at(step.from)).overlaps;
            self.special(step, takes);
        });
        self.transposing = false;
        if self.game.places_promotions() {
            placed_promotions(position, &view, held, self.scope == Scope::Captures, self);
        }
        if self.game.has_drops() && self.scope != Scope::Captures {
            drops(position, &view, self);
        }
    }

    /// Returns whether any step of a piece may have the same result as another.
    #[inline]
    fn may_transpose(&self, abilities: &Abilities, from: Square) -> bool {
        abilities.handles_friends
            || abilities.overlaps
            || self.has_active_states && self.may_transpose_by_state(abilities, from)
    }

    /// Returns whether any step of a piece may have the same result as another because of the latent states: an opposing piece
    /// dies in this turn; the piece itself dies if it stays, as may another that comes to the same square instead; one that dies if it
    /// stays may move it; it is doubled; a doubled piece may have the same effect with it; or its partner in an exchange of squares
    /// dies on its square.
    #[cold]
    fn may_transpose_by_state(&self, abilities: &Abilities, from: Square) -> bool {
        let moves_others = |at: Square| self.game.abilities(self.view.board.at(at)).handles_friends;
        self.enemy_dies && abilities.takes_elsewhere()
            || self.dies_if_it_stays(from)
            || self.view.own.iter().any(|at| self.dies_if_it_stays(at) && moves_others(at))
            || self.doubled.contains(from) && !self.only_travels(from)
            || self.is_displaced(abilities, from)
            || abilities.swaps && self.latent.deadly(self.view.side.other()).contains(from)
    }

    /// Returns whether a doubled piece may have the same effect as a step of another piece: by lending to two that take each
    /// other's place (K95), by exchanging squares with one of its own type and going on in its stead, or by pushing it and
    /// coming back.
    pub(super) fn is_displaced(&self, abilities: &Abilities, from: Square) -> bool {
        let board = self.view.board;
        let by = |doubled: Square| {
            let its = self.game.abilities(board.at(doubled));
            // It first becomes another piece.
            let flips_and_swaps = || {
                its.promotes_anywhere
                    && board.at(doubled) == board.at(from)
                    && its
                        .promotions
                        .iter()
                        .any(|promotion| self.game.abilities(Piece::new(promotion.to, self.view.side)).swaps)
            };
            let row = || self.game.rays().neighbours(doubled).iter();
            its.swaps && abilities.swaps
                || flips_and_swaps()
                || its.handles_friends
                    && row().any(|next| next == from || self.game.rays().neighbours(next).contains(from))
        };
        self.lends_twice() || self.doubled.iter().any(by)
    }

    /// Returns whether a piece dies in this turn if it stays where it is.
    pub(super) fn dies_if_it_stays(&self, from: Square) -> bool {
        self.latent.deadly(self.view.side).contains(from) || self.latent.wet().contains(from)
    }

    /// Passes on a turn of one step whose result may be that of another turn.
    fn take_if_new(&mut self, step: Step) {
        if self.scope == Scope::Choices || self.is_new(step) {
            self.sink.turn(step.into());
        }
    }

    /// Records the result of a step and returns whether it is new.
    fn is_new(&mut self, step: Step) -> bool {
        let Turns { position, latent, results, .. } = self;
        let (key, results) = known(results, position, latent);
        results.is_new((position, *key), latent, step.into())
    }

    /// Returns the results of turns that may transpose found so far.
    pub(super) fn results(&mut self) -> &mut Results {
        &mut known(&mut self.results, self.position, &self.latent).1
    }
}

/// Returns the surviving key of a position and the results found so far.
#[inline]
fn known<'r>(
    results: &'r mut Option<(u64, Results)>,
    position: &Position,
    latent: &Latent,
) -> &'r mut (u64, Results) {
    results.get_or_insert_with(|| (surviving_key(position, latent), Results::default()))
}

/// Returns whether a piece certainly has no turn by its own power, or, if reaches are given, none that takes anything.
#[inline]
pub(super) fn is_idle(
    game: &Game,
    view: &View<'_>,
    reaches: Option<&Reaches>,
    piece: Piece,
    from: Square,
) -> bool {
    game.is_blocked_in(piece, from, &view.own)
        || reaches.is_some_and(|reaches| !reaches.touches(piece, from, &view.enemy))
}

impl<S: TurnSink + ?Sized> Turns<'_, S> {
    /// Passes on plain steps, some of which may transpose.
    #[cold]
    fn mixed(
        &mut self,
        kind: StepKind,
        from: Square,
        to: &SquareSet,
        promotion: Option<PieceType>,
        all: bool,
    ) {
        let transposing = if all { *to } else { to & self.transposition_squares };
        self.sink.plain(kind, from, &(to - transposing), promotion);
        for to in transposing {
            self.take_if_new(Step::plain(kind, from, to, promotion));
        }
    }
}

impl<S: TurnSink + ?Sized> StepSink for Turns<'_, S> {
    #[inline(always)]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        let transposing = match kind {
            StepKind::Relayed => self.may_transpose(self.game.abilities(self.view.board.at(from)), from),
            _ => self.transposing,
        };
        let to = if self.scope == Scope::Captures { &(to & self.view.enemy) } else { to };
        if !transposing && !to.intersects(&self.transposition_squares) || self.scope == Scope::Choices {
            self.sink.plain(kind, from, to, promotion);
        } else {
            self.mixed(kind, from, to, promotion, transposing);
        }
    }

    /// A piece that comes from a hand and stays makes a result of its own.
    fn dropped(&mut self, kind: PieceType, to: &SquareSet) {
        let explodes = self.game.abilities(Piece::new(kind, self.view.side)).explodes;
        if explodes || to.intersects(self.latent.deadly(self.view.side)) {
            to.iter().for_each(|to| self.special(Step::drop(kind, to, to), false));
        } else {
            self.sink.dropped(kind, to);
        }
    }

    /// Explosions that destroy the same pieces have the same result, unless it matters where a piece has been taken (R114).
    fn set_down(
        &mut self,
        kind: PieceType,
        squares: &SquareSet,
        board: &Board,
        takes: bool,
        step: impl Fn(Square) -> Step,
    ) {
        let (game, explodes) = (self.game, self.game.abilities(Piece::new(kind, self.view.side)).explodes);
        if !explodes || self.scope == Scope::Choices || game.trade().is_some() {
            return squares.iter().for_each(|square| self.special(step(square), takes));
        }
        let is_alone = |step: Step| {
            step.kind == StepKind::Drop && !game.has_latent_states() && is_told_by_reserves(game, kind)
        };
        let steps = exploding_apart(game.rays(), board, squares);
        let mut steps = steps.iter().map(step).peekable();
        match steps.peek().copied().is_some_and(is_alone) {
            true => steps.for_each(|step| self.sink.turn(step.into())),
            false => steps.for_each(|step| self.special(step, takes)),
        }
    }

    fn special(&mut self, step: Step, takes: bool) {
        if self.scope == Scope::Captures && !takes {
            return;
        }
        let unique = match step.kind.transposes() {
            Transposes::Anywhere => false,
            Transposes::OnTranspositionSquares => !self.transposition_squares.contains(step.to),
            Transposes::OnDeadlySquares => !self.latent.deadly(self.view.side).contains(step.to),
        };
        if unique && !self.transposing && !(takes && self.game.has_after_captures()) {
            self.sink.turn(step.into());
        } else {
            self.take_if_new(step);
        }
    }
}
