//! Beaufort beside other programs, measured in one run: the tables of `docs/performance.md`.
//!
//! Every measurement is made in several rounds, in each of which the programs take turns, and the best of each counts, so that other
//! work on the machine disturbs all of them alike. A program that is not installed is named at the end, and its rows are left out.

mod engine;
mod table;

use std::path::PathBuf;

use crate::step::{self, Step, root};
use engine::Engine;
use table::{Report, Row};

const BUILD: Step = Step::cargo("program", "build --release --package beaufort --no-default-features");
/// Our program.
const OURS: &str = "target/release/beaufort";
/// The number of times that everything is measured.
const ROUNDS: usize = 3;
/// The limit of a search.
const LIMIT: &str = "movetime 1000";

/// A program that can be measured.
struct Program {
    name: &'static str,
    path: PathBuf,
    arguments: &'static [&'static str],
}

/// A program of others: its name, its file and Debian package, and the games that it plays.
struct Peer {
    name: &'static str,
    file: &'static str,
    games: &'static [&'static str],
}

/// The programs that speak UCI.
const PEERS: [Peer; 2] = [
    Peer {
        name: "Fairy-Stockfish",
        file: "fairy-stockfish",
        games: &["chess", "capablanca", "grand", "shako", "courier"],
    },
    Peer { name: "Stockfish", file: "stockfish", games: &["chess"] },
];
/// It analyses by the protocol of XBoard.
const HACHU: Peer = Peer { name: "HaChu", file: "hachu", games: &["chu"] };

/// The games by their names in UCI, each with its own name and the depth of its perft: some million leaves.
const GAMES: [(&str, &str, u32); 5] = [
    ("chess", "orthodox chess", 5),
    ("capablanca", "Capablanca Chess", 5),
    ("grand", "Grand Chess", 4),
    ("shako", "Shako", 4),
    ("courier", "Courier Chess", 5),
];

/// Measures everything and prints the tables.
///
/// # Errors
/// If the program cannot be built, an engine fails, or two of them count different turns.
pub(crate) fn run() -> Result<(), String> {
    BUILD.run(&[])?;
    let ours = Program { name: "Beaufort", path: root().join(OURS), arguments: &["uci"] };
    let mut report = Report::default();
    let peers: Vec<(Program, &Peer)> =
        PEERS.iter().filter_map(|peer| Some((installed(peer, &mut report)?, peer))).collect();
    let hachu = installed(&HACHU, &mut report);
    let (mut perft, mut search) = (Vec::new(), Vec::new());
    for (variant, name, depth) in GAMES {
        step::announce(name);
        let knows = peers.iter().filter(|(_, peer)| peer.games.contains(&variant));
        let all: Vec<&Program> = std::iter::once(&ours).chain(knows.map(|(program, _)| program)).collect();
        if all.len() < 2 {
            continue;
        }
        perft.extend(leaves(&all, variant, &format!("{name}, depth {depth}"), depth)?);
        let speeds = best_of(&all, |program| Engine::playing(program, variant)?.search(LIMIT))?;
        search.extend(compared(name, &all, &speeds, 1e3));
    }
    if let Some(hachu) = hachu {
        step::announce("Chu Shogi");
        let speeds = best_of(&[&ours, &hachu], |program| match program.name {
            "HaChu" => Engine::start(program)?.analyse("chu"),
            _ => Engine::playing(program, "chu")?.search(LIMIT),
        })?;
        search.extend(compared("Chu Shogi", &[&ours, &hachu], &speeds, 1e3));
    }
    report.add("Perft from the array", "million leaves a second", perft);
    report.add("Search of a second from the array", "thousand nodes a second", search);
    print!("{report}");
    Ok(())
}

/// Returns a program of others, or notes that it is missing.
fn installed(peer: &Peer, report: &mut Report) -> Option<Program> {
    let Some(path) = step::find_engine(peer.file) else {
        report.missing(peer.name, peer.file);
        return None;
    };
    Some(Program { name: peer.name, path, arguments: &[] })
}

/// Measures the leaves a second.
///
/// # Errors
/// If a program counts other leaves than the first one.
fn leaves(all: &[&Program], variant: &str, what: &str, depth: u32) -> Result<Vec<Row>, String> {
    let mut counted = None;
    let speeds = best_of(all, |program| {
        let (leaves, seconds) = Engine::playing(program, variant)?.perft(depth)?;
        match *counted.get_or_insert(leaves) {
            expected if expected == leaves => Ok(leaves as f64 / seconds),
            expected => Err(format!("{}: {what}: {leaves} leaves, not {expected}", program.name)),
        }
    })?;
    Ok(compared(what, all, &speeds, 1e6))
}

/// Returns the best of all rounds for each program; they take turns.
fn best_of(
    all: &[&Program],
    mut measure: impl FnMut(&Program) -> Result<f64, String>,
) -> Result<Vec<f64>, String> {
    let mut best = vec![0.0_f64; all.len()];
    for _ in 0..ROUNDS {
        for (program, best) in all.iter().zip(&mut best) {
            *best = best.max(measure(program)?);
        }
    }
    Ok(best)
}

/// Returns the rows that compare the first program with each of the others.
fn compared(what: &str, all: &[&Program], speeds: &[f64], unit: f64) -> Vec<Row> {
    let peers = all.iter().zip(speeds).skip(1);
    peers
        .map(|(peer, speed)| Row {
            what: what.to_owned(),
            ours: speeds[0] / unit,
            peer: peer.name,
            theirs: speed / unit,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_take_turns_and_the_best_round_counts() {
        let [one, two] = ["one", "two"].map(|name| Program { name, path: PathBuf::new(), arguments: &[] });
        let mut order = Vec::new();
        let speeds = best_of(&[&one, &two], |program| {
            order.push(program.name);
            Ok([3.0, 1.0, 5.0, 4.0, 2.0, 2.5][order.len() - 1])
        });
        assert_eq!(speeds, Ok(vec![5.0, 4.0]));
        assert_eq!(order, ["one", "two", "one", "two", "one", "two"]);
    }
}
