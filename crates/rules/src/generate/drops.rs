//! Pieces from the reserve and from hands: drops, and promotions whose piece is set down on another square (L36 to L45, R70 to
//! R75).

use smallvec::SmallVec;

use crate::game::definition::{Dropped, PromotionWhen, Spot};
use crate::game::{Form, Game, Hands};
use crate::position::{Milestones, Position};
use crate::powers::{SpecialRules as _, Step, StepKind, other_part};
use crate::travel::View;
use crate::turn::promotion::eligible;
use crate::turn::{PlayStep, Scope, latent};
use crate::vocabulary::{
    Board, Class, Geometry, Piece, PieceType, Rays, Side, Square, SquareSet, Vector, between,
};

use super::no_drop::DropRule;
use super::steps::StepSink;

/// Lists the drops from the hand of the side to move (R70), on these squares alone if they are given.
pub(super) fn hand_drops(
    position: &Position,
    hands: &Hands,
    view: &View<'_>,
    wanted: &SquareSet,
    mut pass: impl FnMut(PieceType, &SquareSet),
) {
    let reserve = position.state().reserve(view.side);
    if reserve.is_empty() || hands.only_gates {
        return;
    }
    let free = (wanted - view.occupied) - view.board.walls();
    for (_, forms) in hands.forms().iter().enumerate().filter(|(index, _)| reserve.count(*index) > 0) {
        for form in forms {
            let squares = allowed(position, form, view, form.squares(view.side) & free);
            if !squares.is_empty() {
                pass(form.kind, &squares);
            }
        }
    }
}

/// Returns the squares among `squares` on which no rule forbids to drop a piece (R72, R74, R160).
#[inline]
fn allowed(position: &Position, form: &Form, view: &View<'_>, squares: SquareSet) -> SquareSet {
    narrowed(position, form, view, squares, |_, _| {})
}

/// Applies the rules that forbid squares of a drop one after the other. `tell` receives each rule, and the squares that are left after
/// it.
#[inline]
pub(super) fn narrowed(
    position: &Position,
    form: &Form,
    view: &View<'_>,
    squares: SquareSet,
    mut tell: impl FnMut(DropRule, &SquareSet),
) -> SquareSet {
    let mut squares = squares;
    if let Some(bans) = &form.places {
        if let Some(most) = bans.full_file {
            squares -= full_files(position.game(), view, form.kind, most);
            tell(DropRule::FullFile(most), &squares);
        }
        for &around in &bans.surroundings {
            squares -= around.forbid(position.game().size(), view.board, view.side);
            tell(DropRule::Surroundings(around), &squares);
        }
    }
    if form.no_check && !squares.is_empty() {
        squares -= checking_squares(position.game(), view.board, Piece::new(form.kind, view.side));
        tell(DropRule::GivesCheck, &squares);
    }
    if form.no_mate && !position.is_trial() {
        squares -= mating_squares(position, form.kind, &squares);
        tell(DropRule::GivesMate, &squares);
    }
    squares
}

/// Returns the files on which a side has this number of pieces of a type.
fn full_files(game: &Game, view: &View<'_>, kind: PieceType, most: u8) -> SquareSet {
    let size = game.size();
    let mut counts = [0u8; Geometry::MAX_FILES as usize];
    for square in view.own.iter().filter(|&square| view.board.at(square).kind() == Some(kind)) {
        counts[usize::from(size.file(square))] += 1;
    }
    size.iter().filter(|&square| counts[usize::from(size.file(square))] >= most).collect()
}

/// Returns the squares among `squares` on which a dropped piece checkmates (R72). Whether the replies to it are drops that
/// checkmate themselves does not matter.
fn mating_squares(position: &Position, kind: PieceType, squares: &SquareSet) -> SquareSet {
    let (game, side) = (position.game(), position.side());
    let (piece, royals) = (Piece::new(kind, side), position.board().royals(side.other()));
    let could_check = |&square: &Square| game.reaches().of(piece, square).intersects(royals);
    let mut candidates = squares.iter().filter(could_check).peekable();
    if candidates.peek().is_none() {
        return SquareSet::EMPTY;
    }
    let mut after = position.trial();
    let mates = |&square: &Square| {
        after.play_unchecked(Step::drop(kind, square, square).into());
        let mates = after.is_check() && !after.has_turn(Scope::Distinct);
        after.undo();
        mates
    };
    candidates.filter(mates).collect()
}

/// Lists the drops, which are possible only after the royal pieces of both sides have moved, and before one has reached its
/// last rank (L36).
pub(super) fn drops(position: &Position, view: &View<'_>, out: &mut impl StepSink) {
    let (state, side) = (position.state(), view.side);
    if let Some(hands) = position.game().hands() {
        return hand_drops(position, hands, view, &SquareSet::ALL, |kind, squares| {
            out.dropped(kind, squares)
        });
    }
    if !are_open(state.milestones()) {
        return;
    }
    let items = &position.game().definition().drops.items;
    for (_, item) in items.iter().enumerate().filter(|(index, _)| state.reserve(side).count(*index) > 0) {
        match &item.what {
            Dropped::Choice(among) => {
                among.iter().for_each(|&item| drop(position.game(), view, &items[item].what, out));
            }
            what => drop(position.game(), view, what, out),
        }
    }
}

/// Returns whether pieces of the reserve are dropped now (L36).
#[inline]
pub(super) fn are_open(milestones: Milestones) -> bool {
    Side::BOTH.iter().all(|&side| milestones.has_moved(side)) && !milestones.has_reached()
}

/// Lists the drops of one item.
fn drop(game: &Game, view: &View<'_>, what: &Dropped, out: &mut impl StepSink) {
    let size = game.size();
    let is_free = |square: Square| !view.occupied.contains(square);
    match *what {
        Dropped::Choice(_) | Dropped::Held(_) => {}
        Dropped::Pair(kind, ref pairs) => {
            let pairs = pairs.iter().map(|&pair| on_side(size, view.side, pair));
            for [one, other] in pairs.filter(|pair| pair.iter().all(|&square| is_free(square))) {
                out.special(Step::drop(kind, one, other), false);
            }
        }
        Dropped::BesideRoyal(kind) => {
            for royal in view.board.royals(view.side).iter() {
                let free = beside(size, royal).filter(|pair| pair.iter().all(|&square| is_free(square)));
                if let Some([left, right]) = free {
                    out.special(Step::drop(kind, left, right), false);
                }
            }
        }
        Dropped::Single(kind, spot) => {
            let squares = spots(game, view.board, view.side, kind, spot);
            out.set_down(kind, &squares, view.board, false, |square| Step::drop(kind, square, square));
        }
    }
}

/// Returns the squares of a pair of drops for a side, given those of the first player (L37, L38).
pub(super) fn on_side(size: Geometry, side: Side, pair: [Square; 2]) -> [Square; 2] {
    pair.map(|square| if side == Side::First { square } else { size.flip(square) })
}

/// Returns the squares to the left and to the right of a royal piece, if both are on the board (L39).
pub(super) fn beside(size: Geometry, royal: Square) -> Option<[Square; 2]> {
    let [left, right] = [-1, 1].map(|dx| size.step(royal, Vector::new(dx, 0)));
    left.zip(right).map(|(left, right)| [left, right])
}

/// Lists the promotions whose piece is set down on another square (L43 to L45).
pub(super) fn placed_promotions(
    position: &Position,
    view: &View<'_>,
    held: &SquareSet,
    captures: bool,
    out: &mut impl StepSink,
) {
    let game = position.game();
    let reaches = game.reaches();
    let near = (view.own - held) & reaches.places_from(view.side);
    for from in near.iter().filter(|&from| reaches.places(view.board.at(from), from)) {
        let abilities = game.abilities(view.board.at(from));
        let mut ends = eligible(game, view.side, from, &abilities.travels.destinations(view, from));
        if captures {
            ends &= view.enemy;
        }
        let becomes_another = |square: &Square| {
            let taken = view.board.at(*square).kind();
            let by_taking = |when| match when {
                PromotionWhen::Taking(kind) => Some(kind) == taken,
                when => when == PromotionWhen::TakingAny && taken.is_some(),
            };
            abilities.promotions.iter().any(|promotion| by_taking(promotion.when))
        };
        for to in ends.iter().filter(|square| !becomes_another(square)) {
            placed_from(position, Step::plain(StepKind::Own, from, to, None), out);
        }
    }
}

/// Lists the promotions of one move of one piece. For the test whether royal pieces see each other, the captures have been made
/// and the piece stands where it promotes; afterwards it is removed, too (L43, L44).
fn placed_from(position: &Position, step: Step, out: &mut impl StepSink) {
    let (game, side) = (position.game(), position.side());
    let takes = !position.board().at(step.to).is_none();
    let mover = position.board().at(step.from);
    let mut after = position.without_history();
    after.begin_turn();
    after.play_step(step, &mut ());
    // Beside an opposing bewitcher (L45) or an Immobilizer it cannot promote.
    if latent::held(game, after.board(), side).contains(step.to) {
        return;
    }
    let see = royals_see(game, after.board());
    after.change(&mut (), step.to, Piece::NONE);
    for promotion in &game.abilities(mover).promotions {
        let squares = match promotion.when {
            PromotionWhen::Placed(Spot::RoyalsSeeing) if !see => SquareSet::EMPTY,
            PromotionWhen::Placed(Spot::RoyalsSeeing) => existing(game, after.board()),
            PromotionWhen::Placed(spot) => spots(game, after.board(), side, promotion.to, spot),
            _ => SquareSet::EMPTY,
        };
        out.set_down(promotion.to, &squares, after.board(), takes, |via| Step {
            via,
            kind: StepKind::Place,
            promotion: Some(promotion.to),
            ..step
        });
    }
}

/// Returns the squares among `squares` on which an explosion destroys other pieces than on each earlier one (L41).
pub(super) fn exploding_apart(rays: &Rays, board: &Board, squares: &SquareSet) -> SquareSet {
    let all = (board.side(Side::First) | board.side(Side::Second)) - board.class_of_both(Class::Royal);
    let halves: SquareSet = all.iter().filter(|&square| board.at(square).other_part().is_some()).collect();
    let around = |square: Square| rays.neighbours(square) | SquareSet::from(square);
    let hit = |square: Square| around(square) & all;
    // A piece on two squares dies on both (L29).
    let whole = |hit: SquareSet| {
        let others = (hit & halves).into_iter().filter_map(|half| other_part(rays.size(), board, half));
        hit | others.collect::<SquareSet>()
    };
    let (mut apart, mut is_vain) = (SquareSet::EMPTY, false);
    let mut with_halves: SmallVec<[SquareSet; 16]> = SmallVec::new();
    for square in squares.iter() {
        let here = hit(square);
        let is_known = if here.intersects(&halves) {
            let here = whole(here);
            let is_known = with_halves.contains(&here);
            if !is_known {
                with_halves.push(here);
            }
            is_known
        } else if let Some(piece) = here.first() {
            (apart & around(piece)).iter().any(|earlier| hit(earlier) == here)
        } else {
            std::mem::replace(&mut is_vain, true)
        };
        if !is_known {
            apart.insert(square);
        }
    }
    apart
}

/// Returns whether a drop of a piece of a type leaves other reserves than every other turn: only one item brings it, and this
/// belongs to no choice.
pub(super) fn is_told_by_reserves(game: &Game, kind: PieceType) -> bool {
    let items = &game.definition().drops.items;
    let mut bringing = items.iter().enumerate().filter(|(_, item)| item.what.brings(kind));
    let only = bringing.next().filter(|_| bringing.next().is_none());
    let is_chosen = |index| {
        items.iter().any(|item| matches!(&item.what, Dropped::Choice(among) if among.contains(&index)))
    };
    only.is_some_and(|(index, _)| !is_chosen(index))
}

/// Returns the squares on which a side may set down a piece.
fn spots(game: &Game, board: &Board, side: Side, kind: PieceType, spot: Spot) -> SquareSet {
    match spot {
        Spot::RoyalsSeeing if royals_see(game, board) => existing(game, board),
        Spot::RoyalsSeeing => SquareSet::EMPTY,
        Spot::GivingCheck => checking_squares(game, board, Piece::new(kind, side)),
    }
}

/// Returns the squares that exist and have no wall.
fn existing(game: &Game, board: &Board) -> SquareSet {
    game.size().iter().collect::<SquareSet>() - board.walls()
}

/// Returns whether royal pieces of both sides stand on one line with only empty squares, if any, between (L41).
pub(super) fn royals_see(game: &Game, board: &Board) -> bool {
    let occupied = board.occupied();
    let [firsts, seconds] = Side::BOTH.map(|side| board.royals(side));
    let mut pairs = firsts.iter().flat_map(|first| seconds.iter().map(move |second| (first, second)));
    pairs.any(|(first, second)| {
        between(game.size(), first, second).is_some_and(|between| !between.intersects(&occupied))
    })
}

/// Returns the empty squares from which a new piece would give check: it attacks a royal piece and is not held, or it is the
/// piece over which a friend that is not held attacks (L40).
fn checking_squares(game: &Game, board: &Board, piece: Piece) -> SquareSet {
    let side = piece.side();
    let view = View::new(game.rays(), board, side);
    let royals = board.royals(side.other());
    let with = |square| {
        let mut view = view;
        view.own.insert(square);
        view.occupied.insert(square);
        view
    };
    let attacks = |&square: &Square| {
        let abilities = game.abilities(piece);
        let mut taken = abilities.travels.destinations(&with(square), square);
        for special in &abilities.specials {
            taken |= special.victims(&view, square);
        }
        taken.intersects(royals) && latent::holders(game, board, piece, square).is_empty()
    };
    let free = game.size().iter().filter(|&square| !view.occupied.contains(square));
    let mut squares: SquareSet = free.filter(attacks).collect();
    let able = view.own - latent::held(game, board, side);
    let hoppers = able.iter().filter(|&from| game.abilities(board.at(from)).travels.pass_over_pieces());
    for (from, royal) in hoppers.flat_map(|from| royals.iter().map(move |royal| (from, royal))) {
        let travels = &game.abilities(board.at(from)).travels;
        let reaches = |view: &View<'_>| travels.destinations(&game.sight(view, from), from).contains(royal);
        let line = between(game.size(), from, royal).unwrap_or_default() - view.occupied;
        if !line.is_empty() && !reaches(&view) {
            line.iter().filter(|&square| reaches(&with(square))).for_each(|square| squares.insert(square));
        }
    }
    squares
}
