//! Obligations (R82, R88, R89): what binds both sides in every turn. In games that have some, all turns are listed first, and
//! those that break one are removed; other games do nothing of this.

use crate::game::definition::{
    CaptureDuty, Condition, DroppedFirst, Facing, GroupCheck, Lack, Obligations, PassRight,
};
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{Scope, Turn};
use crate::vocabulary::{Piece, PieceType, Side, Square, SquareSet, between};

use super::TurnSink;
use super::turn_list::TurnList;
use super::turns::Turns;

impl Position {
    /// Lists the turns of a game with obligations, whether the game is decided or not.
    #[cold]
    pub(super) fn feed_obliged(&self, scope: Scope, sink: &mut impl TurnSink) {
        for turn in self.obliged(scope) {
            sink.turn(turn);
        }
    }

    /// Lists all turns, even if objectives have decided the game.
    pub(crate) fn list_undecided(&self, turns: &mut Vec<Turn>) {
        if self.game().has_obligations() {
            turns.extend(self.obliged(Scope::Distinct));
        } else {
            self.list_free(Scope::Distinct, turns);
        }
    }

    /// Lists the turns that the rules of check and of trade allow.
    fn list_free(&self, scope: Scope, turns: &mut Vec<Turn>) {
        self.feed_unobliged(scope, &mut TurnList::new(turns));
    }

    /// Returns the turns that fulfil all obligations.
    pub(super) fn obliged(&self, scope: Scope) -> Vec<Turn> {
        let obligations = &self.game().definition().obligations;
        let mut turns = Vec::new();
        self.list_free(scope, &mut turns);
        let mut laws = Laws::new(self, obligations);
        turns.retain(|&turn| laws.allow(turn));
        self.drop_first(&mut turns);
        match obligations.capture {
            CaptureDuty::Free => {}
            CaptureDuty::Must => {
                if turns.iter().any(|&turn| laws.taken(turn) > 0) {
                    turns.retain(|&turn| laws.taken(turn) > 0);
                }
            }
            CaptureDuty::MustMost => {
                let taken: Vec<u16> = turns.iter().map(|&turn| laws.taken(turn)).collect();
                let most = taken.iter().copied().max().unwrap_or(0);
                let mut taken = taken.into_iter();
                turns.retain(|_| taken.next() == Some(most));
            }
        }
        let may_pass = match obligations.pass {
            PassRight::None => false,
            PassRight::May => true,
            PassRight::WithoutTurn => turns.is_empty(),
        };
        if scope == Scope::Captures {
            return turns;
        }
        if laws.is_offered {
            turns.extend(self.pass());
        } else if may_pass && !self.is_check() {
            turns.extend(self.pass().filter(|&pass| laws.allow(pass) && !self.has_pass(&turns, pass)));
        }
        turns
    }

    /// Keeps only the drops that must be made before anything else is done, if any of them is possible (R76).
    fn drop_first(&self, turns: &mut Vec<Turn>) {
        let Some(hand) = &self.game().definition().drops.hand else { return };
        let is_due = |turn: &Turn| {
            turn.first.kind == StepKind::Drop
                && match &hand.first {
                    DroppedFirst::Nothing => false,
                    DroppedFirst::All => true,
                    DroppedFirst::Types(types) => {
                        turn.first.promotion.is_some_and(|kind| types.contains(&kind))
                    }
                }
        };
        if turns.iter().any(is_due) {
            turns.retain(is_due);
        }
    }

    /// Returns whether a turn is illegal only because it breaks an obligation.
    pub(super) fn breaks_obligation(&self, turn: Turn) -> bool {
        let mut turns = Vec::new();
        self.list_free(Scope::Choices, &mut turns);
        turns.contains(&turn) && !self.obliged(Scope::Choices).contains(&turn)
    }

    /// Returns the turn of no piece: the royal piece, or else the first piece of the side, stays where it is (R89).
    fn pass(&self) -> Option<Turn> {
        let board = self.board();
        let from = board.royals(self.side()).first().or_else(|| board.side(self.side()).first())?;
        Some(Step::staying(StepKind::Pass, from, from).into())
    }

    /// Returns whether one of these turns has the result of a pass: a way that has led back to where it began, as one move or as
    /// two.
    fn has_pass(&self, turns: &[Turn], pass: Turn) -> bool {
        // A piece that goes to another square and stays there changes something.
        let may_stay = |turn: &&Turn| {
            let Step { kind, from, to, .. } = turn.first;
            turn.second.is_some() || kind != StepKind::Own || from == to
        };
        let mut still = turns.iter().filter(may_stay).peekable();
        if still.peek().is_none() {
            return false;
        }
        let mut after = self.without_history();
        let mut result = |turn| {
            after.play_unchecked(turn);
            let key = after.key();
            after.undo();
            key
        };
        let passed = result(pass);
        still.any(|&turn| result(turn) == passed)
    }

    /// Returns whether the last turn was a pass of a side whose royal piece faced the other, which accepts a draw (R136).
    pub(crate) fn has_accepted(&self) -> bool {
        self.has_just_passed() && faces(self, Facing::Offers)
    }

    /// Returns whether the side to move is in check by the rules about groups of pieces (R82).
    pub(crate) fn is_group_check(&self) -> bool {
        let side = self.side();
        group_lacks(self, side).any(|lack| breaks_group(self, side, lack))
    }
}

/// Returns the conditions under which check binds for groups of a side's pieces.
fn group_lacks(position: &Position, side: Side) -> impl Iterator<Item = &Lack> {
    let objectives = position.game().definition().ending.objectives.iter();
    objectives.filter(move |objective| objective.only.is_none_or(|only| only == side)).filter_map(
        |objective| match &objective.condition {
            Condition::Lacks(lack) if lack.check != GroupCheck::Free => Some(lack),
            _ => None,
        },
    )
}

/// Returns whether the last pieces of a group of a side are attacked.
fn breaks_group(position: &Position, side: Side, lack: &Lack) -> bool {
    let is_attacked = |square: Square| position.is_attacked_by(side.other(), square);
    let mut together = SquareSet::EMPTY;
    for group in &lack.groups {
        let squares: SquareSet = position.squares_of(side, group).collect();
        together |= squares;
        if squares.len() <= u32::from(lack.left) + 1 && squares.iter().any(is_attacked) {
            return true;
        }
    }
    lack.check == GroupCheck::BindsAll && !together.is_empty() && together.iter().all(is_attacked)
}

/// The laws of one position.
struct Laws<'a> {
    position: &'a Position,
    obligations: &'a Obligations,
    /// A copy of the position for trying turns.
    after: Position,
    has_group_checks: bool,
    /// Whether royal pieces may not face each other after a turn.
    no_facing: bool,
    /// Whether they face each other now, which offers a draw (R136).
    is_offered: bool,
    /// Whether the side to move may move a royal piece only to these squares.
    flight: Option<SquareSet>,
}

impl<'a> Laws<'a> {
    fn new(position: &'a Position, obligations: &'a Obligations) -> Laws<'a> {
        let flight = (obligations.no_flight && position.is_check()).then(|| attackers(position));
        let flight = flight.map(|all| if all.len() == 1 { all } else { SquareSet::EMPTY });
        let is_offered = obligations.facing == Facing::Offers && faces(position, Facing::Offers);
        Laws {
            position,
            obligations,
            after: position.without_history(),
            has_group_checks: group_lacks(position, position.side()).next().is_some(),
            no_facing: obligations.facing.is_illegal() || is_offered,
            is_offered,
            flight,
        }
    }

    /// Returns whether a turn breaks no law; the duty to take is another matter.
    fn allow(&mut self, turn: Turn) -> bool {
        let (board, side) = (self.position.board(), self.position.side());
        let step = turn.first;
        if self.obligations.no_dead_ends && !self.leads_on(turn.last()) {
            return false;
        }
        if let Some(only) = &self.flight
            && step.kind != StepKind::Drop
            && board.royals(side).contains(step.from)
            && !only.contains(step.to)
        {
            return false;
        }
        let facing = self.obligations.facing;
        if facing.is_illegal() && self.passes_facing(step) {
            return false;
        }
        if self.no_facing
            && faces_after(self.position, turn, facing)
                .unwrap_or_else(|| self.tries(turn, |after| faces(after, facing)))
        {
            return false;
        }
        if self.obligations.no_checks && self.tries(turn, Position::is_check) {
            return false;
        }
        !self.has_group_checks
            || !self.passes_attacked(step)
                && !self
                    .tries(turn, |after| group_lacks(after, side).any(|lack| breaks_group(after, side, lack)))
    }

    /// Returns whether the first piece of a castling is one of the last of a group and is attacked where it starts or passes
    /// (R53, R82).
    fn passes_attacked(&mut self, step: Step) -> bool {
        let (position, side) = (self.position, self.position.side());
        let Some(castling) = position.game().castlings().made_by(step) else { return false };
        let kind = castling.definition.king.kind;
        let binds = |lack: &Lack, group: &[PieceType]| {
            group.contains(&kind) && position.squares_of(side, group).count() <= usize::from(lack.left) + 1
        };
        group_lacks(position, side).any(|lack| lack.groups.iter().any(|group| binds(lack, group)))
            && castling.safe.iter().any(|square| {
                let kind = if square == step.from { StepKind::Pass } else { StepKind::Own };
                let there = Step::plain(kind, step.from, square, None);
                self.tries(there.into(), |after| after.is_attacked_by(side.other(), square))
            })
    }

    /// Returns whether the royal piece of a castling faces an opposing one on its way.
    fn passes_facing(&self, step: Step) -> bool {
        if step.kind != StepKind::Castle {
            return false;
        }
        let (board, side) = (self.position.board(), self.position.side());
        let Some(castling) = self.position.game().castlings().made_by(step) else { return false };
        let mut occupied = board.side(side) | board.side(side.other());
        occupied.remove(step.from);
        let mut way = castling.safe;
        way.remove(step.from);
        sees(self.position, self.obligations.facing, &way, board.royals(side.other()), &occupied)
    }

    /// Returns the number of opposing pieces that a turn takes or converts.
    fn taken(&mut self, turn: Turn) -> u16 {
        let (game, board) = (self.position.game(), self.position.board());
        let (step, other) = (turn.first, self.position.side().other());
        let is_plain = turn.second.is_none() && step.kind == StepKind::Own && !game.has_latent_states();
        if is_plain && game.abilities(board.at(step.from)).arrivals.is_empty() {
            return u16::from(board.side(other).contains(step.to));
        }
        let before = board.count(other);
        self.tries(turn, |after| before.saturating_sub(after.board().count(other)))
    }

    /// Returns what holds after a turn.
    fn tries<T>(&mut self, turn: Turn, find: impl FnOnce(&Position) -> T) -> T {
        self.after.play_unchecked(turn);
        let found = find(&self.after);
        self.after.undo();
        found
    }

    /// Returns whether the piece that a plain step or a drop brings to a square has a move from there on an empty board.
    fn leads_on(&self, step: Step) -> bool {
        let (game, side) = (self.position.game(), self.position.side());
        let piece = match (step.kind, step.promotion) {
            (StepKind::Own | StepKind::Declining, None) => self.position.board().at(step.from),
            (StepKind::Drop, Some(kind)) => Piece::new(kind, side),
            _ => return true,
        };
        // A line without squares has the piece's own square as its exit.
        !game.is_blocked_in(piece, step.to, &SquareSet::from(step.to))
    }
}

/// Returns the pieces that attack a royal piece of the side to move.
fn attackers(position: &Position) -> SquareSet {
    let mut other = position.without_history();
    other.null_turn();
    let mut turns = Vec::new();
    Turns::new(&other, Scope::Captures, &mut TurnList::new(&mut turns)).list();
    let royals = position.board().royals(position.side());
    turns.into_iter().filter(|turn| royals.contains(turn.last().to)).map(|turn| turn.first.from).collect()
}

/// Returns whether royal pieces of both sides stand on one of these lines with nothing between them.
fn faces(position: &Position, facing: Facing) -> bool {
    let board = position.board();
    let [first, second] = Side::BOTH.map(|side| board.royals(side));
    let occupied = board.side(Side::First) | board.side(Side::Second);
    sees(position, facing, first, second, &occupied)
}

/// Returns likewise for the position after a turn of one plain step; `None` if the turn has to be tried.
fn faces_after(position: &Position, turn: Turn, facing: Facing) -> Option<bool> {
    let step = turn.first;
    if turn.second.is_some() || step.kind != StepKind::Own {
        return None;
    }
    let (board, side) = (position.board(), position.side());
    if !position.game().abilities(board.at(step.from)).arrivals.is_empty() {
        return None;
    }
    let mut own = *board.royals(side);
    if own.contains(step.from) {
        own.remove(step.from);
        own.insert(step.to);
    }
    let mut other = *board.royals(side.other());
    other.remove(step.to);
    let mut occupied = board.side(Side::First) | board.side(Side::Second);
    occupied.remove(step.from);
    occupied.insert(step.to);
    Some(sees(position, facing, &own, &other, &occupied))
}

fn sees(
    position: &Position,
    facing: Facing,
    first: &SquareSet,
    second: &SquareSet,
    occupied: &SquareSet,
) -> bool {
    let size = position.game().size();
    let is_orthogonal = |one, other| size.file(one) == size.file(other) || size.rank(one) == size.rank(other);
    first.iter().any(|one| {
        second
            .iter()
            .filter(|&other| facing == Facing::IllegalDiagonally || is_orthogonal(one, other))
            .any(|other| between(size, one, other).is_some_and(|between| !between.intersects(occupied)))
    })
}
