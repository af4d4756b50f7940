//! Shared helpers of the tests: games, random play, the position from the other side.

pub(crate) mod own_game;
pub(crate) mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use beaufort_rules::game::Setup;
use beaufort_rules::game::definition::{PromotionWhen, Symmetry};
use beaufort_rules::language::ast::{Arrival, Circle, Path, Power, Swap};
use beaufort_rules::load_game;
use beaufort_rules::position::{Milestones, Passed};
use beaufort_rules::{Game, Piece, Position, Side, StepKind, Turn, builtin};

/// Returns every built-in game.
pub(crate) fn games() -> Vec<Arc<Game>> {
    builtin::ids().map(game).collect()
}

/// Returns the ids of Adrian King's games.
pub(crate) fn king_games() -> impl Iterator<Item = &'static str> {
    builtin::ids().filter(|id| game(id).definition().author == "Adrian King")
}

/// The game of `games/billiards.toml`, which the reference implements, too.
pub(crate) const BILLIARDS: &str = "billiards";

/// The game of `games/citadel.toml`, which the reference implements, too.
pub(crate) const CITADEL: &str = "citadel";

/// Returns a built-in game, [`BILLIARDS`] or [`CITADEL`], compiled once for all tests of a file.
pub(crate) fn game(id: &str) -> Arc<Game> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Game>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let compile = || match id {
        BILLIARDS => own(include_str!("../games/billiards.toml")),
        CITADEL => own(include_str!("../games/citadel.toml")),
        _ => builtin::game(id).unwrap_or_else(|| panic!("there is no built-in game {id}")),
    };
    Arc::clone(known.entry(id.to_owned()).or_insert_with(compile))
}

/// Returns a custom game.
pub(crate) fn own(text: &str) -> Arc<Game> {
    let definition =
        load_game("own.toml", text, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"));
    Arc::new(Game::from(definition))
}

/// Returns a position of such a game.
pub(crate) fn position(id: &str, text: &str) -> Position {
    Position::parse(&game(id), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a random game by every rule from a random setup, calling `visit` before each turn, and returns the final position. The
/// game ends by the rules or after `plies` turns.
pub(crate) fn random_game(
    game: &Arc<Game>,
    seed: u64,
    plies: usize,
    mut visit: impl FnMut(&Position, &[Turn]),
) -> Position {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = Setup::choose(game, |_| rng.bool().into()).position(game);
    for _ in 0..plies {
        let turns = position.legal_turns();
        visit(&position, &turns);
        if position.draw_verdict().is_some() {
            break;
        }
        let Some(&turn) = rng.choice(&turns) else { break };
        position.play_unchecked(turn);
    }
    position
}

/// Returns the same position from the other side: the board rotated by half a turn, the sides exchanged. In games with castling
/// the board is mirrored in its middle rank instead, as left and right matter only to castling.
pub(crate) fn turned(position: &Position) -> Position {
    let size = position.game().size();
    let castlings = position.game().definition().castlings.len();
    let is_turned = castlings == 0 && position.game().definition().symmetry != Symmetry::Mirror;
    let seen = |square| if is_turned { size.rotate(square) } else { size.flip(square) };
    let mut other = Position::empty(position.game(), position.side().other());
    for (square, piece) in position.board().pieces() {
        let kind = piece.kind().expect("an occupied square has a piece");
        let mut twin = Piece::new(kind, piece.side().other());
        if let Some(v) = piece.other_part() {
            let part = size.step(square, v).expect("both parts are on the board");
            twin = twin.with_part_at(size.vector(seen(square), seen(part)));
        }
        other.place(seen(square), twin);
    }
    let mut state = *position.state();
    state.set_unmoved(state.unmoved().iter().map(seen).collect());
    state.set_traded(state.traded().map(seen));
    state.set_passed(state.passed().map(|passed| Passed {
        at: passed.at.map(seen),
        squares: passed.squares.iter().map(seen).collect(),
    }));
    for castling in 0..castlings {
        let counterpart = (castling + castlings / 2) % castlings;
        state.set_castling(counterpart, position.state().may_castle(castling));
    }
    for side in Side::BOTH {
        *state.reserve_mut(side) = position.state().reserve(side.other());
        state.set_checks_given(side, position.state().checks_given(side.other()));
    }
    *state.milestones_mut() = Milestones::default();
    let milestones = position.state().milestones();
    Side::BOTH.into_iter().filter(|side| milestones.has_moved(side.other())).for_each(|side| {
        state.milestones_mut().moved(side);
    });
    if milestones.has_reached() {
        state.milestones_mut().reached();
    }
    other.set_state(state);
    other
}

/// Returns the strings of the positions after some turns, sorted.
pub(crate) fn results(position: &Position, turns: &[Turn]) -> Vec<String> {
    let mut after = position.clone();
    let result = |&turn| {
        after.play_unchecked(turn);
        let text = after.to_string();
        after.undo();
        text
    };
    let mut results: Vec<String> = turns.iter().map(result).collect();
    results.sort_unstable();
    results
}

/// Calls `work` for each of `pieces` indices, in parallel on all processors, and returns the results in order.
pub(crate) fn in_parallel<T: Send>(pieces: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&piece| piece < pieces);
        std::iter::from_fn(take).map(|piece| (piece, work(piece))).collect::<Vec<_>>()
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a worker panicked")).collect()
    });
    done.sort_unstable_by_key(|(piece, _)| *piece);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Returns the kind of the steps of a power, if it has steps of its own.
pub(crate) fn step_kind(power: &Power) -> Option<StepKind> {
    Some(match power {
        Power::HopCapture(_) | Power::Strike(_) => StepKind::Strike,
        Power::Pass(_) => StepKind::Pass,
        Power::Igui(_) => StepKind::Igui,
        Power::Sweep(_) => StepKind::Sweep,
        Power::LongLeap(_) => StepKind::LongLeap,
        Power::JumpCapture(_) => StepKind::Jump,
        Power::Swap(Swap::Enemies { .. }) => StepKind::SwapEnemy,
        Power::Twofold(_) => StepKind::Twofold,
        Power::Flip(_) => StepKind::Flip,
        Power::IguiInPassing(_) => StepKind::IguiInPassing,
        Power::EnPassant(_) => StepKind::EnPassant,
        Power::Bewitch(_) => StepKind::Stagger,
        Power::Arrival(Arrival { optional: true, .. }) => StepKind::Declining,
        Power::Convert(_) => StepKind::Convert,
        Power::Swap(_) => StepKind::Swap,
        Power::Pull(_) => StepKind::Pull,
        Power::Push(_) => StepKind::Push,
        Power::Shove(_) => StepKind::Shove,
        Power::Birth(_) => StepKind::Birth,
        Power::Relay(_) | Power::RoyalRelay(_) => StepKind::Relayed,
        Power::Immobilize(_) => StepKind::Suicide,
        _ => return None,
    })
}

/// Returns every kind of step that occurs in a game.
pub(crate) fn step_kinds(game: &Game) -> BTreeSet<StepKind> {
    let powers = game.definition().pieces.iter().flat_map(|piece| &piece.ability.powers);
    let mut kinds: BTreeSet<StepKind> = powers.filter_map(step_kind).chain([StepKind::Own]).collect();
    let definition = game.definition();
    let mut promotions = definition.pieces.iter().flat_map(|piece| &piece.promotions);
    let mut travels = definition.pieces.iter().flat_map(|piece| &piece.ability.travels);
    for (kind, is_there) in [
        (StepKind::Castle, !definition.castlings.is_empty()),
        (StepKind::Drop, !definition.drops.items.is_empty()),
        (StepKind::Place, promotions.any(|one| matches!(one.when, PromotionWhen::Placed(_)))),
        (StepKind::Pass, travels.any(|travel| matches!(travel.path, Path::Circle(Circle) | Path::Mirror(_)))),
    ] {
        if is_there {
            kinds.insert(kind);
        }
    }
    kinds
}
