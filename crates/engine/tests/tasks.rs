//! Further requests to a search besides the best turn.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{engine, random_middle_game, scirocco, search};
use beaufort_engine::{
    Engine, Evaluation, Limits, Options, SharedMemory, SharedSearch, Signal, Task, plies_to_end,
};
use beaufort_rules::{Game, Notation, Position, Scope, builtin};

#[test]
fn lines_are_distinct_and_in_order() {
    for id in ["scirocco", "typhoon", "orthochess"] {
        let game = builtin::game(id).unwrap();
        let position = Position::initial(&game);
        let task = Task { limits: Limits::depth(4), lines: 5, ..Task::default() };
        let mut reported = Vec::new();
        let result = engine(&game).search(&position, task, &Signal::new(), |info| {
            reported.push((info.depth, info.line, info.score, info.pv.to_vec()));
        });
        assert_eq!(result.lines.len(), 5);
        let firsts: HashSet<_> = result.lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(firsts.len(), 5);
        assert!(result.lines.is_sorted_by_key(|line| -line.score), "{:?}", result.lines);
        assert_eq!((result.lines[0].score, &result.lines[0].pv), (result.score, &result.pv));
        assert_eq!(result.pv.first().copied(), result.turn);
        let last: Vec<_> = reported.iter().filter(|&&(depth, ..)| depth == 4).collect();
        assert_eq!(last.len(), 5);
        for (number, (line, (_, reported, score, pv))) in (1..).zip(result.lines.iter().zip(last)) {
            assert_eq!((number, line.score, &line.pv), (*reported, *score, pv));
            let mut after = position.clone();
            for &turn in pv {
                assert!(after.legal_turns().contains(&turn));
                after.play_unchecked(turn);
            }
        }
    }
}

#[test]
fn there_are_no_more_lines_than_turns() {
    let game = scirocco();
    let text = "9(K)/9(P)/10/10/10/10/10/10/[P]9/[K]9 b";
    let position = Position::parse(&game, text).unwrap();
    let turns = position.legal_turns().len();
    assert!(turns > 1);
    let task = Task { limits: Limits::depth(3), lines: 200, ..Task::default() };
    let result = engine(&game).search(&position, task, &Signal::new(), |_| {});
    assert_eq!(result.lines.len(), turns);
}

#[test]
fn a_turn_that_repeats_too_often_is_no_line() {
    let game = scirocco();
    let mut position = Position::parse(&game, "9(K)/9(P)/10/10/10/10/10/10/[P]9/[K]9 b").unwrap();
    for text in ["K-b1", "K-i10", "K-a1", "K-j10", "K-b1", "K-i10", "K-a1"] {
        let turn = Notation::new(&position).read(text).unwrap();
        position.play_unchecked(turn);
    }
    let turns = position.legal_turns();
    assert_eq!(turns.len() + 1, position.turns(Scope::Distinct).len());
    let task = Task { limits: Limits::depth(3), lines: 200, ..Task::default() };
    let result = engine(&game).search(&position, task, &Signal::new(), |_| {});
    assert_eq!(result.lines.len(), turns.len());
}

#[test]
fn only_the_turns_asked_for_are_considered() {
    let game = scirocco();
    let position = Position::initial(&game);
    let only = &position.legal_turns()[5..7];
    let task = Task { limits: Limits::depth(3), lines: 4, only, ..Task::default() };
    let result = engine(&game).search(&position, task, &Signal::new(), |_| {});
    assert!(result.lines.len() == 2 && result.lines.iter().all(|line| only.contains(&line.pv[0])));

    let elsewhere = Position::parse(&game, "9(K)/10/(P)9/10/10/10/10/4[R]5/10/[K]9 b").unwrap();
    let mut foreign = elsewhere.turns(Scope::Distinct);
    foreign.retain(|turn| !position.legal_turns().contains(turn));
    assert!(!foreign.is_empty());
    let task = Task { limits: Limits::depth(3), only: &foreign, ..Task::default() };
    assert_eq!(engine(&game).search(&position, task, &Signal::new(), |_| {}).turn, None);
}

#[test]
fn several_threads_search_together() {
    let game = builtin::game("typhoon").unwrap();
    let position = Position::initial(&game);
    let mut engine = Engine::new(game, Options { hash_mib: 4, threads: 3 });
    for limits in [Limits::depth(4), Limits::nodes(20_000), Limits::time(Duration::from_millis(30))] {
        let result = engine.search(&position, limits, &Signal::new(), |_| {});
        assert!(position.legal_turns().contains(&result.turn.unwrap()));
        // On a busy machine the time may not suffice for a whole iteration.
        assert!(result.depth > 0 || limits.time.is_some());
        assert!(limits.nodes.is_none_or(|most| result.nodes <= most + 300), "{}", result.nodes);
    }
    engine.set_options(Options { hash_mib: 1, threads: 1 });
    let result = engine.search(&position, Limits::depth(3), &Signal::new(), |_| {});
    assert!(result.turn.is_some() && engine.options().threads == 1);
}

/// Memory as several programs would share it.
#[derive(Debug)]
struct Words(Vec<AtomicU32>);

impl Words {
    fn new(hash_mib: usize) -> Arc<Words> {
        Arc::new(Words((0..SharedSearch::words(hash_mib)).map(|_| AtomicU32::new(0)).collect()))
    }
}

impl SharedMemory for Words {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn load(&self, index: usize) -> u32 {
        self.0[index].load(Relaxed)
    }

    fn store(&self, index: usize, word: u32) {
        self.0[index].store(word, Relaxed);
    }

    fn clear(&self) {
        self.0.iter().for_each(|word| word.store(0, Relaxed));
    }
}

fn engine_together(game: &Arc<Game>, memory: &Arc<Words>, number: usize) -> Engine {
    let memory = Arc::clone(memory);
    let evaluation = Arc::new(Evaluation::new(game));
    Engine::sharing(Arc::clone(game), evaluation, Options::with_hash(4), SharedSearch::new(memory, number))
}

#[test]
fn what_engines_share_is_forgotten_with_a_new_game() {
    let game = builtin::game("scirocco").unwrap();
    let memory = Words::new(1);
    let is_empty = || memory.0.iter().skip(16).all(|word| word.load(Relaxed) == 0);
    let mut main = engine_together(&game, &memory, 0);
    let position = Position::initial(&game);
    main.search(&position, Limits::depth(5), &Signal::new(), |_| {});
    assert!(!is_empty());
    engine_together(&game, &memory, 1).new_game();
    assert!(!is_empty(), "a helper has emptied what others use");
    main.new_game();
    assert!(is_empty());
}

#[test]
fn a_helper_knows_what_the_main_engine_has_found_and_is_counted() {
    let game = builtin::game("scirocco").unwrap();
    let memory = Words::new(4);
    let [mut main, mut helper] = [0, 1].map(|number| engine_together(&game, &memory, number));
    // The helper is a ply ahead, so the main engine finds its entries. In a single position that may not help, as more turns
    // may turn out to be singular.
    let mut rng = fastrand::Rng::with_seed(9);
    let (mut knowing, mut ignorant) = (0, 0);
    for _ in 0..8 {
        let position = random_middle_game(&game, &mut rng);
        search(&mut main, &position, Limits::depth(8));
        let nodes_of_new_helper =
            |memory| search(&mut engine_together(&game, memory, 1), &position, Limits::depth(6)).nodes;
        knowing += nodes_of_new_helper(&memory);
        ignorant += nodes_of_new_helper(&Words::new(4));
    }
    assert!(knowing < ignorant, "{knowing} nodes, {ignorant} without the main engine's table");
    let position = Position::initial(&game);
    let stop = Signal::new();
    let helped = thread::scope(|scope| {
        let helping = scope.spawn(|| helper.search(&position, Limits::infinite(), &stop, |_| {}).nodes);
        let limits = Limits { nodes: Some(50_000), ..Limits::infinite() };
        let helped = main.search(&position, limits, &Signal::new(), |_| {});
        stop.stop();
        assert!(helping.join().unwrap() > 0);
        helped
    });
    assert!(helped.nodes > 50_000 && position.legal_turns().contains(&helped.turn.unwrap()));
}

#[test]
#[should_panic(expected = "are no table")]
fn too_little_memory_cannot_be_shared() {
    SharedSearch::new(Arc::new(Words(Vec::new())), 0);
}

#[test]
fn a_mate_that_is_short_enough_ends_the_search() {
    let game = builtin::game("orthochess").unwrap();
    let position = Position::parse(&game, "7(K)/8/8/8/8/8/[R]7/1[R]5[K] w - - - -").unwrap();
    let limits = Limits { mate: Some(2), ..Limits::infinite() };
    let result = engine(&game).search(&position, limits, &Signal::new(), |_| {});
    let plies = plies_to_end(result.score);
    assert!(plies.is_some_and(|plies| (1..=3).contains(&plies)), "{plies:?} at depth {}", result.depth);
}

#[test]
fn pondering_goes_on_until_the_turn_is_played() {
    let game = scirocco();
    let position = Position::initial(&game);
    let mut engine = engine(&game);
    let signal = Signal::new();
    signal.ponder();
    let start = Instant::now();
    let wait = Duration::from_millis(150);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(wait);
            signal.ponder_hit();
        });
        let result = engine.search(&position, Limits::time(Duration::from_millis(20)), &signal, |_| {});
        assert!(result.turn.is_some());
    });
    assert!(start.elapsed() >= wait);
}
