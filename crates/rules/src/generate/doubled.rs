//! The turns of two moves (K93 to K96).
//!
//! A doubled piece that only travels can end such a turn on the same square in many ways; the result depends only on its final
//! square and type and on the piece that it took first. So these turns, too, are generated as sets. For all others the keys of
//! the results are compared.

use crate::game::Game;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::travel::View;
use crate::turn::{Latent, PlayStep, Playing, Scope, Turn, latent, surviving_key};
use crate::vocabulary::{Piece, PieceType, Square, SquareSet};

use super::TurnSink;
use super::steps::{Collector, StepSink, loans, own, relayed};
use super::turns::Turns;

/// The squares on which a piece is known to end its turn, by its final type and the capture of its first move.
#[derive(Debug, Default)]
struct TurnEnds(Vec<(Piece, Option<Square>, SquareSet)>);

impl TurnEnds {
    /// Adds squares and returns those that are new.
    fn add(&mut self, piece: Piece, taken: Option<Square>, squares: &SquareSet) -> SquareSet {
        let known = self.0.iter_mut().find(|(as_what, having, _)| (*as_what, *having) == (piece, taken));
        match known {
            Some((_, _, known)) => {
                let new = squares - *known;
                *known |= squares;
                new
            }
            None => {
                self.0.push((piece, taken, *squares));
                *squares
            }
        }
    }
}

/// The state after a first move.
struct AfterFirst<'p> {
    position: &'p Position,
    /// The latent states since the start of the turn.
    latent: Latent,
    /// The surviving key of the position.
    key: u64,
}

impl<'p> AfterFirst<'p> {
    /// Makes a first move on a position, which is to be reverted afterwards.
    fn of(position: &'p mut Position, latent: Latent, first: Step) -> AfterFirst<'p> {
        position.begin_turn();
        let mut playing = Playing::new(position, latent);
        playing.play_step(first, &mut ());
        let latent = playing.latent;
        position.note_displaced();
        AfterFirst { key: surviving_key(position, &latent), position, latent }
    }
}

/// The second moves after a first one.
struct SecondSteps<'t, 'a, S: ?Sized> {
    turns: &'t mut Turns<'a, S>,
    /// The state after the first move.
    after: &'t AfterFirst<'t>,
    /// The piece after the first move.
    piece: Piece,
    first: Step,
    /// Whether the first move takes or converts an opposing piece.
    takes: bool,
    /// The square on which the first move captured, if it did.
    taken: Option<Square>,
    /// The known final squares of the turn; `None` if the result of every turn must be compared.
    ends: Option<&'t mut TurnEnds>,
}

impl<S: TurnSink + ?Sized> StepSink for SecondSteps<'_, '_, S> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        let enemy = *self.after.position.board().side(self.piece.side().other());
        let mut compared = *to;
        if let Some(ends) = &mut self.ends {
            // These include the starting square: the result of a return may be that of another piece's turn.
            let apart = self.turns.transposition_squares;
            let mut regular = to - apart;
            if self.turns.scope == Scope::Captures && !self.takes {
                regular &= enemy;
            }
            let piece = promotion.map_or(self.piece, |kind| Piece::new(kind, self.piece.side()));
            let new = ends.add(piece, self.taken, &regular);
            self.turns.sink.second(self.first, kind, from, &new, promotion);
            compared = to & apart;
        }
        for to in compared {
            self.special(Step::plain(kind, from, to, promotion), enemy.contains(to));
        }
    }

    fn special(&mut self, step: Step, takes: bool) {
        self.turns.second(self.after, self.first, step, self.takes || takes);
    }
}

impl<'a, S: TurnSink + ?Sized> Turns<'a, S> {
    /// Lists the turns of two moves.
    #[cold]
    pub(super) fn doubled_turns(&mut self) {
        for from in self.doubled {
            self.twice(from);
        }
        for lender in self.doubled & self.view.board.lenders(self.view.side) {
            self.two_loans(lender);
        }
    }

    /// Returns whether the result of a doubled piece's turn is determined by its final square and type and by the capture at
    /// the end of its first move; deadly squares and its starting square are exceptions.
    pub(super) fn only_travels(&self, from: Square) -> bool {
        let piece = self.view.board.at(from);
        let abilities = self.game.abilities(piece);
        let simple = |piece| !self.game.abilities(piece).takes_elsewhere();
        let promotes_to = |kind| simple(Piece::new(kind, piece.side()));
        !self.enemy_dies
            && !self.dies_if_it_stays(from)
            && !self.game.has_state()
            && !self.is_displaced(abilities, from)
            && self.scope != Scope::Choices
            && simple(piece)
            && abilities.promotions.iter().all(|promotion| promotes_to(promotion.to))
    }

    /// Returns whether a doubled piece may lend to two others (K95).
    pub(super) fn lends_twice(&self) -> bool {
        self.doubled.intersects(self.view.board.lenders(self.view.side))
    }

    /// Lists the turns of a doubled piece that makes two moves (K94).
    fn twice(&mut self, from: Square) {
        let mover = self.view.board.at(from);
        let turned = |step: Step| step.promotion.map_or(mover, |kind| Piece::new(kind, mover.side()));
        let last = self.game.abilities(mover).travels.final_destinations(&self.view, from);
        let mut firsts = Collector::new(self.view);
        steps_of(self.game, self.position, self.latent.held(), from, &mut firsts);
        let mut ends = self.only_travels(from).then(TurnEnds::default);
        if let Some(ends) = &mut ends {
            for (only, _) in &firsts.steps {
                ends.add(turned(*only), None, &SquareSet::from_iter([only.to]));
            }
        }
        let mut after = self.position.without_history();
        for (first, takes) in firsts.steps {
            if matches!(first.kind, StepKind::Own | StepKind::Declining) && last.contains(first.to) {
                continue;
            }
            if !self.sink.goes_on() {
                return;
            }
            let made = AfterFirst::of(&mut after, self.latent, first);
            let piece = made.position.board().at(first.to);
            if !piece.is_none() && piece.side() == mover.side() {
                let taken = self.view.occupied.contains(first.to).then_some(first.to);
                let ends = ends.as_mut().filter(|_| !self.view.own.contains(first.to));
                let game = self.game;
                let mut seconds = SecondSteps { turns: self, after: &made, piece, first, takes, taken, ends };
                steps_of(game, made.position, made.latent.held(), first.to, &mut seconds);
            }
            after.revert(&mut ());
        }
    }

    /// Lists the turns in which a doubled relay piece lends to two others (K95).
    fn two_loans(&mut self, lender: Square) {
        let (game, view) = (self.game, self.view);
        // The borrowers stay where they are: bewitched pieces use no lent move (L18).
        let bewitched = latent::bewitched(game, view.board, view.side);
        let mut after = self.position.without_history();
        for (first, takes) in loans_of(game, &view, lender, self.latent.held(), &bewitched) {
            if !self.sink.goes_on() {
                return;
            }
            let made = AfterFirst::of(&mut after, self.latent, first);
            let view = made.position.view();
            let mut others = bewitched;
            others.insert(first.to);
            for (second, takes_again) in loans_of(game, &view, lender, made.latent.held(), &others) {
                self.second(&made, first, second, takes || takes_again);
            }
            after.revert(&mut ());
        }
    }

    /// Passes on a turn of two steps.
    fn second(&mut self, after: &AfterFirst<'_>, first: Step, second: Step, takes: bool) {
        if self.scope == Scope::Captures && !takes {
            return;
        }
        let played = (after.position, after.key);
        let turn = Turn { first, second: Some(second) };
        if self.scope == Scope::Choices || self.results().is_new(played, &after.latent, turn) {
            self.sink.turn(turn);
        }
    }
}

/// Lists all steps of one piece of a position, own and relayed ones.
fn steps_of(game: &Game, position: &Position, held: &SquareSet, from: Square, out: &mut impl StepSink) {
    let view = position.view();
    own(game, &game.sight(&view, from), game.abilities(view.board.at(from)), from, true, out);
    relayed(game, &view, held, |_, borrower| borrower == from, out);
}

/// Lists all steps lent by one piece, except to the pieces on some squares.
fn loans_of(
    game: &Game,
    view: &View<'_>,
    lender: Square,
    held: &SquareSet,
    but: &SquareSet,
) -> Vec<(Step, bool)> {
    let mut steps = Collector::new(*view);
    for loan in loans(game, view, SquareSet::from_iter([lender])) {
        for from in loan.relay.borrowers(view, lender) - but {
            let to = loan.destinations(game, view, held, from);
            steps.plain(StepKind::Relayed, from, &to, None);
        }
    }
    steps.steps
}
