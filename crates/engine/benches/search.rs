//! How fast the engine searches: nodes per second at a fixed depth, with the number of nodes as a signature.
#![allow(clippy::print_stdout, reason = "a benchmark reports by printing")]

use std::sync::atomic::AtomicBool;

use beaufort_engine::{Engine, Evaluation, Limits, Options, SearchResult};
use beaufort_rules::{Position, builtin};
use divan::Bencher;
use divan::counter::ItemsCount;

/// The depth of every search, in plies.
const DEPTH: u32 = 8;

/// Positions of Scirocco: the initial one, and two where the armies have met.
const POSITIONS: [(&str, &str); 3] = [
    (
        "initial",
        "(Wa)(D)(Go)(Der)(C)(N)1(St)(A)(Ch)/1(Ma)(Sc)(Co)(F)(W)(K)(Sc)(Pr)1/(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)\
         /10/10/10/10/[P][P][Gu][P][P][P][P][Gu][P][P]/1[Pr][Sc][K][W][F][Co][Sc][Ma]1\
         /[Ch][A][St]1[N][C][Der][Go][D][Wa] b",
    ),
    (
        "open",
        "(Wa)1(Go)2(N)2(A)(Ch)/2(Sc)(Co)(F)(W)(K)(Sc)2/1(D)(Gu)(P)(P)2(Gu)(P)(P)/6(P)3/(P)(P)(Ma)1(Pr)1(P)(St)2\
         /4[Sc]4[Go]/3[Gu][P]1[P][Ma]2/[P][P]1[P][St][P][Der][Gu][P][P]/2[Sc][K][W][F][Co]3/[Ch][A]2[N]3[D][Wa] b",
    ),
    (
        "promoted",
        "2(Go)2(N)2(A)(Ch)/2(Sc)(Co)(F)(W)(K)(Sc)2/1(D)(Gu)(P)(P)2(Gu)(P)(P)/5(Pr)4/(P)4[Ma]1(P)2/1(P)7[Go]\
         /2[Gu][P]6/[P][P][K]1(Sp)[P][Der][Gu][P][P]/2[Sc]1[W][F][Co]3/[Ch][A]2[N]3[D][Wa] b",
    ),
];

fn search(engine: &mut Engine, position: &str) -> SearchResult {
    let position = Position::parse(engine.game(), position).expect("the positions are well formed");
    engine.new_game();
    engine.search(&position, Limits::depth(DEPTH), &AtomicBool::new(false), |_| {})
}

fn engine() -> Engine {
    let game = builtin::game("scirocco").expect("it is built in");
    Engine::new(game, Options { hash_mib: 16 })
}

fn main() {
    let mut engine = engine();
    for (name, position) in POSITIONS {
        println!("signature of {name}: {} nodes", search(&mut engine, position).nodes);
    }
    divan::main();
}

#[divan::bench(args = POSITIONS.map(|(name, _)| name), sample_count = 5, sample_size = 1)]
fn nodes(bencher: Bencher<'_, '_>, name: &str) {
    let position = POSITIONS.iter().find(|(known, _)| *known == name).expect("the names are those").1;
    let mut engine = engine();
    let nodes = search(&mut engine, position).nodes;
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| search(&mut engine, position));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn worth_of_the_pieces() -> Evaluation {
    Evaluation::new(&builtin::game("scirocco").expect("it is built in"))
}
