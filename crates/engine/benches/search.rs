//! The speed of the search: nodes per second at a fixed depth, with the number of nodes as a signature.
#![allow(clippy::print_stdout, reason = "a benchmark reports by printing")]

use beaufort_engine::{Engine, Evaluation, Limits, Options, SearchResult, Signal};
use beaufort_rules::{Position, builtin};
use divan::Bencher;
use divan::counter::ItemsCount;

/// A search to repeat.
struct Entry {
    name: &'static str,
    game: &'static str,
    /// In plies.
    depth: u32,
    position: &'static str,
}

/// Initial positions, and others where the armies have met.
const ENTRIES: &[Entry] = &[
    Entry {
        name: "scirocco initial",
        game: "scirocco",
        depth: 8,
        position: "(Wa)(D)(Go)(Der)(C)(N)1(St)(A)(Ch)/1(Ma)(Sc)(Co)(F)(W)(K)(Sc)(Pr)1/(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)\
         /10/10/10/10/[P][P][Gu][P][P][P][P][Gu][P][P]/1[Pr][Sc][K][W][F][Co][Sc][Ma]1\
         /[Ch][A][St]1[N][C][Der][Go][D][Wa] b",
    },
    Entry {
        name: "scirocco open",
        game: "scirocco",
        depth: 8,
        position: "(Wa)1(Go)2(N)2(A)(Ch)/2(Sc)(Co)(F)(W)(K)(Sc)2/1(D)(Gu)(P)(P)2(Gu)(P)(P)/6(P)3\
         /(P)(P)(Ma)1(Pr)1(P)(St)2/4[Sc]4[Go]/3[Gu][P]1[P][Ma]2/[P][P]1[P][St][P][Der][Gu][P][P]\
         /2[Sc][K][W][F][Co]3/[Ch][A]2[N]3[D][Wa] b",
    },
    Entry {
        name: "scirocco promoted",
        game: "scirocco",
        depth: 8,
        position: "2(Go)2(N)2(A)(Ch)/2(Sc)(Co)(F)(W)(K)(Sc)2/1(D)(Gu)(P)(P)2(Gu)(P)(P)/5(Pr)4/(P)4[Ma]1(P)2/1(P)7[Go]\
         /2[Gu][P]6/[P][P][K]1(Sp)[P][Der][Gu][P][P]/2[Sc]1[W][F][Co]3/[Ch][A]2[N]3[D][Wa] b",
    },
    Entry {
        name: "typhoon initial",
        game: "typhoon",
        depth: 7,
        position: "(GW)(Pr)(Go)(Ci)(FL)(Co)(K)(GG)(Sa)(St)(Ma)(FH)/(Cu)1(C)1(A)(W)(F)(D)1(BD)1(Hu)\
         /(Ot)(Un)(Wa)(Der)(SG)(DEl)(BT)(CG)(N)(Ch)(Ov)(Be)/(Fu)(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)(Fu)\
         /3(La)4(Ba)3/12/12/3[Ba]4[La]3/[Fu][P][P][Gu][P][P][P][P][Gu][P][P][Fu]\
         /[Be][Ov][Ch][N][CG][BT][DEl][SG][Der][Wa][Un][Ot]/[Hu]1[BD]1[D][F][W][A]1[C]1[Cu]\
         /[FH][Ma][St][Sa][GG][K][Co][FL][Ci][Go][Pr][GW] b",
    },
    Entry {
        name: "typhoon middle",
        game: "typhoon",
        depth: 6,
        position: "(GW)4(Co)(K)(GG)1(St)1(FH)/(Cu)(Ot)2(FL)(W)(F)(D)(Sa)(BD)(Ma)(Hu)\
         /1(Un)(Wa)2(DEl)(BT)(CG)(N)(Ch)(Ov)(Be)/(Fu)(P)(P)4(P)(Gu)(P)(P)(Fu)/8(Ba)3/2(La)(Gu)6[Der]1\
         /4(Go)2[A]4/[Fu]1[P]2(Pr)[P]2[Ci]2/1[Be][Ma][Gu]3[P][Gu][P][P][Fu]\
         /1[Ov][Ch]1[CG][BT][DEl][SG][FL][Wa][Un]1/1[Hu]2[Sa][F][W][Co][Pr]1[Ot][Cu]\
         /[FH]1[St]1[GG][K]1[Go]3[GW] b",
    },
    Entry {
        name: "jupiter initial",
        game: "jupiter",
        depth: 6,
        position: "(GW)(Haw)(Pr)(St)(Sa)(Tou)(GG)(Co)(K)(FL)(Cro)(Ci)(Go)(Ma)(Hoo)(FH)\
         /(Bln)(Eye)1(Thi)1(DrD)(LfG)(SdM)(VtM)(RtG)(DrP)1(Tha)1(Yew)(Cbo)\
         /(BlG)(RlW)(CmH)(DrT)(Int)(FlD)(Phx)(Kam)(DNi)(Kyl)(VOx)(Nrt)(OxT)(GoA)(RlF)(WhF)\
         /(Cu)(Frd)1(C)1(RtN)(A)(W)(F)(D)(LfN)1(BD)1(Rrd)(Hu)\
         /(Ot)(EBa)(Ov)(Wa)(N)(Tgo)(SG)(DEl)(BT)(CG)(Twi)(Der)(Ch)(Un)(WBa)(Be)\
         /(Fu)(Ber)(Ber)(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)(Ber)(Ber)(Fu)/2(GAl)2(La)4(Ba)2(GBt)2/16/16\
         /2[GBt]2[Ba]4[La]2[GAl]2/[Fu][Ber][Ber][P][P][Gu][P][P][P][P][Gu][P][P][Ber][Ber][Fu]\
         /[Be][WBa][Un][Ch][Der][Twi][CG][BT][DEl][SG][Tgo][N][Wa][Ov][EBa][Ot]\
         /[Hu][Rrd]1[BD]1[LfN][D][F][W][A][RtN]1[C]1[Frd][Cu]\
         /[WhF][RlF][GoA][OxT][Nrt][VOx][Kyl][DNi][Kam][Phx][FlD][Int][DrT][CmH][RlW][BlG]\
         /[Cbo][Yew]1[Tha]1[DrP][RtG][VtM][SdM][LfG][DrD]1[Thi]1[Eye][Bln]\
         /[FH][Hoo][Ma][Go][Ci][Cro][FL][K][Co][GG][Tou][Sa][St][Pr][Haw][GW] b",
    },
    Entry {
        name: "jupiter middle",
        game: "jupiter",
        depth: 5,
        position: "(GW)1(Pr)(St)(Sa)1(GG)(Co)(K)(FL)2(Go)1(Hoo)(FH)\
         /(Bln)(Eye)(Haw)(Thi)(Tou)(DrD)(LfG)(SdM)(VtM)(RtG)(DrP)(Cro)1(Tha)(Yew)(Cbo)\
         /(BlG)(RlW)(CmH)(DrT)1(FlD)(Phx)(Kam)(DNi)1(VOx)1(Ma)(GoA)(RlF)(Hu)\
         /(Cu)(Frd)3(RtN)(A)(W)(F)(D)1(P)1(Un)(Rrd)(WhF)\
         /(Ot)(EBa)(Ov)1(N)(Tgo)(SG)(DEl)(BT)(CG)(Twi)1(OxT)1(WBa)(Be)\
         /(Fu)(Ber)(Ber)[Oc](P)(Gu)(P)(P)2(Gu)1(BD)(Ber)(Ber)(Fu)/2(GAl)1(P)(La)3(Der)(Ba)2(P)2/9(P)(P)3(Ci)1\
         /3[BD]1[A][P]3(Nrt)5/1[Ci][GBt][OxT][Ba]1[Der]3[La][C]4\
         /[Fu][Ber][Ber]1[P][Gu][D]1[P][P][Gu]1(Oc)[EBa][Ber][Fu]\
         /[Be][WBa][Un][Go][Nrt][Twi][CG][BT][DEl][SG][Tgo][N][Wa][Ov]1[Ot]\
         /[WhF][Rrd][Tha]2[LfN]1[F][W]1[Thi][Int]1[Pr][Frd][Cu]\
         /[Hu][RlF][GoA]2[VOx][Kyl][DNi][Kam][Phx][FlD][Haw][DrT][CmH][RlW][BlG]\
         /[Cbo][Yew][Hoo]1[Ma][DrP][RtG][VtM][SdM][LfG][DrD][Tou][Sa]1[Eye][Bln]\
         /[FH]4[Cro][FL][K][Co][GG]2[St]2[GW] b",
    },
];

fn search(engine: &mut Engine, entry: &Entry) -> SearchResult {
    let position = Position::parse(engine.game(), entry.position).expect("the positions are well formed");
    engine.new_game();
    engine.search(&position, Limits::depth(entry.depth), &Signal::new(), |_| {})
}

fn engine(entry: &Entry) -> Engine {
    let game = builtin::game(entry.game).expect("it is built in");
    Engine::new(game, Options::with_hash(16))
}

fn main() {
    for entry in ENTRIES {
        println!("signature of {}: {} nodes", entry.name, search(&mut engine(entry), entry).nodes);
    }
    divan::main();
}

#[divan::bench(args = ENTRIES.iter().map(|entry| entry.name), sample_count = 5, sample_size = 1)]
fn nodes(bencher: Bencher<'_, '_>, name: &str) {
    let entry = ENTRIES.iter().find(|entry| entry.name == name).expect("the names are those");
    let mut engine = engine(entry);
    let nodes = search(&mut engine, entry).nodes;
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| search(&mut engine, entry));
}

#[divan::bench(args = ["scirocco", "typhoon", "jupiter"], sample_count = 5, sample_size = 1)]
fn worth_of_the_pieces(game: &str) -> Evaluation {
    Evaluation::new(&builtin::game(game).expect("it is built in"))
}
