//! The games of reference against Fairy-Stockfish, which plays them, too: `perft-fairy.txt` has what it counts, and
//! `perft.rs` counts the same.
//!
//! The table is written anew by
//!
//! ```sh
//! UPDATE=1 cargo test --package beaufort-rules --test fairy_stockfish -- --ignored
//! ```
//!
//! The program, Debian's package `fairy-stockfish`, is looked for in the path; `FAIRY_STOCKFISH=/path/to/it` names another.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use beaufort_rules::{Position, StepKind, Turn};
use fastrand::Rng;

use support::{game, random_game};

const TABLE: &str = include_str!("perft-fairy.txt");

const HEADING: &str = "\
# Perft: leaves by depth, from 1 on, as Fairy-Stockfish 11.1 counts them. Each game's array, and positions of random games with
# what is special about it. Written by fairy_stockfish.rs, which tells how.
";

/// To what depth is counted.
const DEPTH: u32 = 4;

/// The most turns of a position of a random game, so that none takes long.
const MAX_TURNS: usize = 45;

/// The most turns of either side of a random game.
const PLIES: usize = 300;

/// What is to be seen in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shows {
    Castling,
    EnPassant,
    /// A Pawn promotes, and may become all that the game knows.
    Promotion,
    /// A Pawn promotes, but some promotion is not offered (R30).
    Limit,
    Check,
    /// Nothing of all that.
    Plain,
}

/// A game: its id, which is the name of the variant as well, how many positions show what, and some more as FEN.
struct Plan {
    id: &'static str,
    random: &'static [(Shows, usize)],
    chosen: &'static [&'static str],
}

/// What is looked for in a game with the special moves of orthodox chess.
const USUAL: [(Shows, usize); 5] = [
    (Shows::Castling, 6),
    (Shows::EnPassant, 4),
    (Shows::Promotion, 4),
    (Shows::Check, 3),
    (Shows::Plain, 3),
];

const PLANS: [Plan; 4] = [
    Plan { id: "capablanca", random: &USUAL, chosen: &[] },
    Plan {
        id: "grand",
        random: &[(Shows::EnPassant, 4), (Shows::Limit, 8), (Shows::Check, 3), (Shows::Plain, 3)],
        // Pawns that can become nothing, one of which gives check (R31).
        chosen: &[
            "3n6/2P5k1/10/10/10/10/10/10/NNBBRRQCA1/8K1 w - - 0 1",
            "1k8/P9/10/10/3p6/10/10/10/NNBBRRQCAK/10 b - - 0 1",
        ],
    },
    Plan { id: "shako", random: &USUAL, chosen: &[] },
    Plan {
        id: "courier",
        random: &[(Shows::Promotion, 7), (Shows::Check, 6), (Shows::Plain, 5)],
        // Kings that are soon alone (R32).
        chosen: &["12/12/4k7/4p7/5P6/4K7/12/12 w - - 0 1", "12/1k10/2R9/12/12/9r2/10K1/12 b - - 0 1"],
    },
];

/// Returns what is to be seen in a position.
fn shows(position: &Position, turns: &[Turn]) -> BTreeSet<Shows> {
    let mut found = BTreeSet::new();
    for (kind, shown) in [(StepKind::Castle, Shows::Castling), (StepKind::EnPassant, Shows::EnPassant)] {
        if turns.iter().any(|turn| turn.first.kind == kind) {
            found.insert(shown);
        }
    }
    let offered: BTreeSet<_> = turns.iter().filter_map(|turn| turn.first.promotion).collect();
    let pawn = position.game().type_by_id("P").expect("all have Pawns");
    if !offered.is_empty() {
        let all = offered.len() == position.game().piece(pawn).promotions.len();
        found.insert(if all { Shows::Promotion } else { Shows::Limit });
    }
    if position.is_check() {
        found.insert(Shows::Check);
    }
    if found.is_empty() {
        found.insert(Shows::Plain);
    }
    found
}

/// Returns the array of a game and the positions of its plan.
fn positions(plan: &Plan) -> Vec<String> {
    let fen = |position: &Position| position.fen().expect("the ids are letters");
    let mut all = vec![fen(&Position::initial(&game(plan.id)))];
    let mut seeds = 0..;
    for &(wanted, count) in plan.random {
        let more = seeds.by_ref().filter_map(|seed| {
            let mut found = Vec::new();
            random_game(&game(plan.id), seed, PLIES, |position, turns| {
                if !turns.is_empty() && turns.len() <= MAX_TURNS && shows(position, turns).contains(&wanted) {
                    found.push(fen(position));
                }
            });
            Rng::with_seed(seed).choice(found)
        });
        all.extend(more.take(count));
    }
    all.extend(plan.chosen.iter().map(|&fen| fen.to_owned()));
    all
}

/// The program at work.
struct FairyStockfish {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl FairyStockfish {
    fn start(variant: &str) -> FairyStockfish {
        let name = std::env::var_os("FAIRY_STOCKFISH").unwrap_or_else(|| "fairy-stockfish".into());
        let mut command = Command::new(&name);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| {
            panic!(
                "{} does not start: {error}; install it (Debian: apt-get install fairy-stockfish) or name it with \
                 FAIRY_STOCKFISH=/path/to/it",
                name.display()
            )
        });
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut program = FairyStockfish { child, output };
        program.send(&format!("setoption name UCI_Variant value {variant}"));
        program
    }

    fn send(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("it is piped");
        writeln!(input, "{line}").expect("it listens");
    }

    /// Returns its number of leaves.
    fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        self.send(&format!("position fen {fen}"));
        self.send(&format!("go perft {depth}"));
        let mut lines = (&mut self.output).lines().map(|line| line.expect("it writes text"));
        let count = lines.find_map(|line| line.strip_prefix("Nodes searched: ")?.trim().parse().ok());
        count.unwrap_or_else(|| panic!("it says no number of {fen}"))
    }
}

impl Drop for FairyStockfish {
    fn drop(&mut self) {
        self.send("quit");
        self.child.wait().expect("it ends");
    }
}

/// Returns the table as the program counts.
fn counted() -> String {
    let mut table = HEADING.to_owned();
    for plan in &PLANS {
        let mut program = FairyStockfish::start(plan.id);
        for (number, fen) in positions(plan).into_iter().enumerate() {
            let title = if number == 0 { "array".to_owned() } else { number.to_string() };
            let leaves: Vec<String> =
                (1..=DEPTH).map(|depth| program.perft(&fen, depth).to_string()).collect();
            write!(
                table,
                "\n{id}: {title}\n  game      {id}\n  position  {fen}\n  leaves    {}\n",
                leaves.join(" "),
                id = plan.id
            )
            .expect("writing to a string succeeds");
        }
    }
    table
}

#[test]
#[ignore = "needs Fairy-Stockfish"]
fn the_numbers_are_those_of_fairy_stockfish() {
    let counted = counted();
    if std::env::var_os("UPDATE").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft-fairy.txt");
        fs::write(file, &counted).expect("the table can be written");
    } else {
        assert!(counted == TABLE, "perft-fairy.txt is out of date: run with UPDATE=1");
    }
}

#[test]
fn the_table_shows_what_is_special_of_each_game() {
    for Plan { id, random, chosen } in &PLANS {
        let prefix = format!("  game      {id}");
        let mut lines = TABLE.lines();
        let mut fens = Vec::new();
        while lines.any(|line| line == prefix) {
            fens.push(
                lines.next().and_then(|line| line.strip_prefix("  position  ")).expect("a position follows"),
            );
        }
        assert!(fens.len() > 20, "{id} has {} positions", fens.len());
        let position = |fen| Position::parse(&game(id), fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let shown: Vec<_> =
            fens.iter().map(|fen| position(fen)).map(|at| shows(&at, &at.legal_turns())).collect();
        for (wanted, count) in *random {
            let found = shown.iter().filter(|shown| shown.contains(wanted)).count();
            assert!(found >= *count, "{id} shows {wanted:?} {found} times");
        }
        assert!(chosen.iter().all(|fen| fens.contains(fen)), "{id}");
    }
}
