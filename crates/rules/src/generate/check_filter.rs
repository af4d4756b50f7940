//! The rule of check for any game (L46): a turn is tried, with all replies to it, unless it is known to be legal or illegal.

use crate::game::check::Lines;
use crate::position::{Passed, Position};
use crate::powers::{Arrival, Step, StepKind};
use crate::turn::{PlayStep, Scope, Turn, royals_after};
use crate::vocabulary::{Board, Class, Geometry, Piece, PieceType, Side, Square, SquareSet, Vector};

use super::TurnSink;
use super::pins::{Pins, attacked};
use super::turns::Turns;

/// Passes on the turns that leave no royal piece of the moving side where it could be taken.
pub(super) struct CheckFilter<'a> {
    position: &'a Position,
    /// A copy of the position for trying turns, made when it is first needed.
    after: Option<Position>,
    /// The opposing pieces that could take a royal piece from where they stand if nothing were in their way; `None` if pieces
    /// may also take otherwise than by their own power, or if a royal piece burns or drowns.
    menacing: Option<SquareSet>,
    /// Whether a turn is legal that leaves the royal pieces of the side alone, and takes opposing pieces at most: no opposing piece
    /// could take a royal one even if nothing were in its way.
    is_unmenaced: bool,
    /// The checks and pins by these pieces; `None` if every move has to be tried.
    pins: Option<Pins>,
    /// The square of the only royal piece, with the attack tables, if its moves change nothing but its square.
    royal: Option<(Square, &'a Lines)>,
    /// The royal pieces that may not use their travels from the start, as they are in check (R51).
    held_back: SquareSet,
    /// The royal pieces that go from the start over safe squares only (R157).
    careful: SquareSet,
    sink: &'a mut dyn TurnSink,
}

impl<'a> CheckFilter<'a> {
    pub(super) fn new(position: &'a Position, sink: &'a mut dyn TurnSink) -> CheckFilter<'a> {
        let is_dying = !position.dying_royals(position.side()).is_empty();
        let menacing = if is_dying { None } else { position.menacing(position.side().other()) };
        let has_latent_states = position.game().has_latent_states();
        let (lines, menaced) =
            (position.game().lines(), menacing.filter(|set| !has_latent_states || set.is_empty()));
        let pins = lines.zip(menaced).and_then(|(lines, menacing)| Pins::new(position, lines, &menacing));
        let lines = lines.filter(|_| !has_latent_states);
        let royal =
            lines.filter(|_| menacing.is_some()).and_then(|lines| Some((lone_royal(position)?, lines)));
        let starts = position.game().starts();
        let (held_back, careful) = if starts.binds_royals {
            let unmoved = position.board().royals(position.side()) & position.state().unmoved();
            let is_careful = |&square: &Square| starts.is_careful(position.board().at(square));
            match position.is_check() {
                true => (unmoved, SquareSet::EMPTY),
                false => (SquareSet::EMPTY, unmoved.iter().filter(is_careful).collect()),
            }
        } else {
            (SquareSet::EMPTY, SquareSet::EMPTY)
        };
        let is_unmenaced = menacing.is_some_and(|menacing| menacing.is_empty())
            && !has_latent_states
            && !position.game().has_after_captures()
            && has_royal(position, position);
        CheckFilter { position, after: None, menacing, is_unmenaced, pins, royal, held_back, careful, sink }
    }

    /// Returns whether steps of a kind by the piece on a square, to or with pieces on the squares `others`, are legal because nothing
    /// menaces the royal pieces, and the steps leave them where they are, as they do the opposing pieces that are not taken.
    #[inline]
    fn changes_no_danger(
        &self,
        kind: StepKind,
        from: Square,
        others: &SquareSet,
        promotion: Option<PieceType>,
    ) -> bool {
        self.is_unmenaced && kind.only_takes() && {
            let (game, board) = (self.position.game(), self.position.board());
            let (abilities, royals) = (game.abilities(board.at(from)), board.royals(self.position.side()));
            !royals.contains(from)
                && !royals.intersects(others)
                && !promotion.is_some_and(|kind| game.is_royal(kind))
                && !abilities.handles_friends
                && !abilities.arrivals.iter().any(Arrival::converts)
        }
    }

    /// Returns the squares among `to` that a royal piece in check reaches otherwise than by a travel from the start (R51).
    fn without_start(&self, from: Square, to: &SquareSet) -> SquareSet {
        let (game, none) = (self.position.game(), SquareSet::EMPTY);
        let view = self.position.view().with_unmoved(&none);
        let abilities = game.abilities(view.board.at(from));
        let mut reached = abilities.travels.destinations(&game.sight(&view, from), from);
        if game.has_flights() {
            reached |= self.position.flights(from, &self.position.view());
        }
        to & reached
    }

    /// Returns the squares among `to` that a royal piece reaches otherwise than by a travel from the start, or by one over a safe
    /// square (R157).
    fn over_safe(&mut self, from: Square, to: &SquareSet) -> SquareSet {
        let mut reached = self.without_start(from, to);
        for square in to - reached {
            let size = self.position.game().size();
            if halfway(size, from, square).into_iter().flatten().any(|way| self.is_safe(from, way)) {
                reached.insert(square);
            }
        }
        reached
    }

    fn is_legal(&mut self, turn: Turn) -> bool {
        if turn.first.kind == StepKind::Castle && !self.way_is_safe(turn.first) {
            return false;
        }
        let Step { kind, from, to, via, promotion } = turn.first;
        let others = SquareSet::from_iter([to, via]);
        if turn.second.is_none() && self.changes_no_danger(kind, from, &others, promotion) {
            return true;
        }
        let (before, menacing) = (self.position, self.menacing);
        self.tried_out(turn, |after, passed| {
            has_royal(before, after) && ends(after)
                || has_royal(before, after)
                    && !is_taken_in_passing(before, after, passed)
                    && !is_attacked(before, menacing, after)
        })
    }

    /// Returns the squares to which the plain steps of a piece are known to be legal, and those to which they have to be tried.
    /// All have to be tried if the piece does more than leave its square and take another piece; otherwise those where it takes
    /// a piece with influence, which may be a friend (K72), and those where an attack depends on more than which squares are
    /// empty.
    fn known(
        &self,
        kind: StepKind,
        from: Square,
        to: &SquareSet,
        promotion: Option<PieceType>,
    ) -> (SquareSet, SquareSet) {
        let (game, board) = (self.position.game(), self.position.board());
        let all = (SquareSet::EMPTY, *to);
        let has_influence = |&square: &Square| game.has_influence(board.at(square));
        if kind != StepKind::Own || self.pins.is_none() && self.royal.is_none() {
            return all;
        }
        let taken = to & self.position.view().occupied;
        let influential: SquareSet = taken.iter().filter(has_influence).collect();
        if let Some((_, lines)) = self.royal.filter(|&(royal, _)| royal == from && promotion.is_none()) {
            let (attacked, uncertain) = attacked(self.position, lines, from, to);
            let tried = influential | uncertain;
            return (to - attacked - tried, tried);
        }
        let promoted = promotion.map(|kind| Piece::new(kind, self.position.side()));
        let Some(pins) = self.pins.as_ref().filter(|pins| {
            !pins.uncertain.contains(from)
                && !has_influence(&from)
                && !promoted.is_some_and(|piece| game.has_influence(piece))
        }) else {
            return all;
        };
        let tried = influential | (to & pins.uncertain);
        (pins.allowed(from, to) - tried, tried)
    }

    /// Plays a turn as far as it matters for check: of the state only the squares passed by a royal piece are computed. Returns
    /// the result of `find` for the position after it.
    fn tried_out(&mut self, turn: Turn, find: impl FnOnce(&Position, Option<Passed>) -> bool) -> bool {
        let after = self.after.get_or_insert_with(|| self.position.without_history());
        let passed = if after.game().has_latent_states() {
            after.play_unchecked(turn);
            after.state().passed()
        } else {
            let moves_royal =
                self.position.board().royals(self.position.side()).contains(turn.last_move().from);
            after.begin_turn();
            turn.steps().for_each(|step| after.play_step(step, &mut ()));
            after.note_displaced();
            let passed = if moves_royal { after.has_passed(turn) } else { None };
            after.end_turn();
            passed
        };
        let found = find(after, passed);
        after.undo();
        found
    }

    /// Returns whether the first piece of a castling, if it is royal, is attacked neither on its starting square nor on its way
    /// (L47, R53), before fire and poison take effect (R41).
    fn way_is_safe(&mut self, step: Step) -> bool {
        let before = self.position;
        let Some(castling) = before.game().castlings().made_by(step) else { return false };
        if !before.game().is_royal(castling.definition.king.kind) {
            return true;
        }
        let mut way = castling.safe;
        way.remove(step.to);
        if let Some((_, lines)) = self.royal.filter(|&(royal, _)| royal == step.from) {
            let (attacked, uncertain) = attacked(before, lines, step.from, &way);
            if !attacked.is_empty() {
                return false;
            }
            way = uncertain;
        }
        way.iter().all(|square| self.is_safe(step.from, square))
    }

    /// Returns whether a royal piece would not be attacked on a square, before fire and poison take effect (R41).
    fn is_safe(&mut self, from: Square, square: Square) -> bool {
        let before = self.position;
        let after = self.after.get_or_insert_with(|| before.without_history());
        let kind = if square == from { StepKind::Pass } else { StepKind::Own };
        after.begin_turn();
        after.play_step(Step::plain(kind, from, square, None), &mut ());
        after.note_displaced();
        after.end_turn();
        let safe = has_royal(before, after) && !after.attacks_royal();
        after.undo();
        safe
    }
}

/// Returns the square halfway between two, or the two nearest to it (R157).
fn halfway(size: Geometry, from: Square, to: Square) -> [Option<Square>; 2] {
    let v = size.vector(from, to);
    let half = |way: i8| [way.div_euclid(2), way - way.div_euclid(2)];
    let ([x, far_x], [y, far_y]) = (half(v.dx), half(v.dy));
    [size.step(from, Vector::new(x, y)), size.step(from, Vector::new(far_x, far_y))]
}

/// Returns the square of the only royal piece of the side to move, if nothing but the target of its moves matters.
fn lone_royal(position: &Position) -> Option<Square> {
    let (board, side) = (position.board(), position.side());
    let royals = board.royals(side);
    let royal = royals.first().filter(|&first| royals.last() == Some(first))?;
    let is_shot_at = !board.class(Class::Shooter, side.other()).is_empty();
    (position.game().is_plain_royal(board.at(royal)) && !is_shot_at).then_some(royal)
}

/// Returns whether the side that moved still has a royal piece: it may not remove its last one itself (R35).
fn has_royal(before: &Position, after: &Position) -> bool {
    !after.board().royals(before.side()).is_empty() || !before.game().needs_royal(before.side())
}

/// Returns whether an explosion has ended the game: then it does not matter what is attacked (R101).
fn ends(after: &Position) -> bool {
    after.game().has_after_captures() && after.board().royals(after.side()).is_empty()
}

/// Returns whether the royal piece moved by a turn could be taken on the squares that it has passed (L32, L48).
fn is_taken_in_passing(before: &Position, after: &Position, passed: Option<Passed>) -> bool {
    let royals = after.board().royals(before.side());
    passed.and_then(|passed| passed.at).is_some_and(|at| royals.contains(at))
}

/// Returns whether a royal piece could be taken after a turn, by a piece that menaced it before or by one that the turn has
/// changed.
fn is_attacked(before: &Position, menacing: Option<SquareSet>, after: &Position) -> bool {
    let (board, attacker) = (after.board(), after.side());
    let royals = |board: &Board| *board.royals(attacker.other());
    if after.burns_royal() {
        return true;
    }
    match menacing.filter(|_| royals(board) == royals(before.board())) {
        Some(menacing) => {
            let changed: SquareSet = after.changed().iter().map(|&(square, _)| square).collect();
            after.attacks_royal_by(&((menacing | changed) & board.side(attacker)))
        }
        None => after.takes_royal(),
    }
}

impl TurnSink for CheckFilter<'_> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        let held;
        let to = if kind == StepKind::Own && self.held_back.contains(from) {
            held = self.without_start(from, to);
            &held
        } else if kind == StepKind::Own && self.careful.contains(from) {
            held = self.over_safe(from, to);
            &held
        } else {
            to
        };
        if to.is_empty() {
            return;
        }
        if self.changes_no_danger(kind, from, to, promotion) {
            return self.sink.plain(kind, from, to, promotion);
        }
        let (mut legal, tried) = self.known(kind, from, to, promotion);
        for square in tried {
            if self.is_legal(Step::plain(kind, from, square, promotion).into()) {
                legal.insert(square);
            }
        }
        if !legal.is_empty() {
            self.sink.plain(kind, from, &legal, promotion);
        }
    }

    /// A piece that affects nothing but its square parries a check by standing where another piece could parry it.
    fn dropped(&mut self, kind: PieceType, to: &SquareSet) {
        if self.is_unmenaced && !self.position.game().is_royal(kind) {
            return self.sink.dropped(kind, to);
        }
        let has_influence = self.position.game().has_influence(Piece::new(kind, self.position.side()));
        let (mut legal, tried) = match self.pins.as_ref().filter(|_| !has_influence) {
            Some(pins) => {
                let tried = to & pins.uncertain;
                ((to & pins.targets) - tried, tried)
            }
            None => (SquareSet::EMPTY, *to),
        };
        for square in tried {
            if self.is_legal(Step::drop(kind, square, square).into()) {
                legal.insert(square);
            }
        }
        if !legal.is_empty() {
            self.sink.dropped(kind, &legal);
        }
    }

    fn turn(&mut self, turn: Turn) {
        let Step { kind, from, to, .. } = turn.first;
        let is_held_back = matches!(kind, StepKind::Own | StepKind::Declining)
            && (self.held_back.contains(from) && self.without_start(from, &to.into()).is_empty()
                || self.careful.contains(from) && self.over_safe(from, &to.into()).is_empty());
        if !is_held_back && self.is_legal(turn) {
            self.sink.turn(turn);
        }
    }

    fn goes_on(&mut self) -> bool {
        self.sink.goes_on()
    }
}

/// The search for a turn that takes a royal piece.
struct Threat<'a> {
    position: &'a Position,
    /// A copy of the position for trying turns, made when it is first needed.
    after: Option<Box<Position>>,
    /// The squares of the opponent's royal pieces.
    royals: &'a SquareSet,
    found: bool,
}

impl Threat<'_> {
    /// Returns whether a turn takes a royal piece. It is played only if the squares of the royal pieces do not follow from its step
    /// alone.
    fn takes(&mut self, turn: Turn) -> bool {
        let game = self.position.game();
        if turn.second.is_some() || game.has_latent_states() {
            return self.takes_when_played(turn);
        }
        let Step { kind, to, via, .. } = turn.first;
        // A piece on two squares takes where its parts arrive.
        if kind == StepKind::Twofold && !self.royals.contains(to) && !self.royals.contains(via) {
            return false;
        }
        let royals = royals_after(self.position, turn.first, self.position.side().other());
        royals.len() < self.royals.len() && (!game.has_after_captures() || self.takes_when_played(turn))
    }

    /// Returns whether a turn takes a royal piece, by playing it.
    fn takes_when_played(&mut self, turn: Turn) -> bool {
        let after = self.after.get_or_insert_with(|| Box::new(self.position.without_history()));
        after.play_unchecked(turn);
        // The other side is to move now.
        let survives = !after.game().has_after_captures() || has_royal(self.position, after);
        let takes = survives && after.board().royals(after.side()).len() < self.royals.len();
        after.undo();
        takes
    }

    /// Returns whether a turn takes a royal piece otherwise than by its explosion, which is no check (R101).
    fn is_direct(&self, turn: Turn) -> bool {
        let game = self.position.game();
        turn.steps().any(|step| {
            let explodes = game.abilities(self.position.board().at(step.from)).after_capture.is_some();
            !explodes
                || matches!(step.kind, StepKind::Sweep | StepKind::LongLeap)
                || self.royals.contains(step.to)
                || self.royals.contains(step.via)
        })
    }
}

impl TurnSink for Threat<'_> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        if self.position.game().has_after_captures() {
            (to & self.royals).iter().for_each(|to| self.turn(Step::plain(kind, from, to, promotion).into()));
        } else {
            self.found |= to.intersects(self.royals);
        }
    }

    fn turn(&mut self, turn: Turn) {
        if self.position.game().has_after_captures() && !self.is_direct(turn) {
            return;
        }
        self.found = self.found || self.takes(turn);
    }
}

impl Position {
    /// Returns whether the side to move could take a royal piece, legally or not (L46).
    pub(crate) fn attacks_royal(&self) -> bool {
        self.burns_royal() || self.takes_royal()
    }

    /// Returns whether an opposing royal piece that stays where it is dies at the end of this turn, whatever is played (K99,
    /// R36).
    fn burns_royal(&self) -> bool {
        !self.dying_royals(self.side().other()).is_empty()
    }

    /// Returns the royal pieces of a side that burn or drown at the end of this turn if they stay (K99, R161).
    fn dying_royals(&self, side: Side) -> SquareSet {
        if !self.game().has_latent_states() {
            return SquareSet::EMPTY;
        }
        let drowning = if side == self.side() { self.drowning() } else { SquareSet::EMPTY };
        (self.burning(side) | drowning) & self.board().royals(side)
    }

    /// Returns whether the side to move could take a royal piece by a turn, legally or not.
    fn takes_royal(&self) -> bool {
        match self.menacing(self.side()) {
            Some(menacing) => self.attacks_royal_by(&menacing),
            None => self.finds_royal(|search| search.list()),
        }
    }

    /// Returns whether one of the pieces in `menacing` could take a royal piece by its own power.
    fn attacks_royal_by(&self, menacing: &SquareSet) -> bool {
        !menacing.is_empty() && self.finds_royal(|search| search.list_own(menacing))
    }

    fn finds_royal(&self, search: impl FnOnce(Turns<'_, dyn TurnSink + '_>)) -> bool {
        let royals = self.board().royals(self.side().other());
        let mut threat = Threat { position: self, after: None, royals, found: false };
        // A capture beside a royal piece may have the result of taking it, but is no check (R101).
        let scope = if self.game().has_after_captures() { Scope::Choices } else { Scope::Captures };
        search(Turns::new(self, scope, &mut threat));
        threat.found
    }

    /// Returns the pieces of a side that could take an opposing royal piece from where they stand if nothing were in their way;
    /// `None` if pieces may also take otherwise than by their own power.
    pub(super) fn menacing(&self, side: Side) -> Option<SquareSet> {
        let lines = self.game().lines().filter(|_| !self.game().lends_or_doubles())?;
        let (reaches, board) = (self.game().reaches(), self.board());
        let royals = board.royals(side.other());
        let could_take = |&from: &Square| reaches.touches(board.at(from), from, royals);
        let attackers = royals.iter().fold(SquareSet::EMPTY, |all, royal| all | lines.attackers(royal, side));
        Some((attackers & board.side(side)).iter().filter(could_take).collect())
    }
}
