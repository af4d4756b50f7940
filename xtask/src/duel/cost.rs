//! The cost of a node in instructions, counted by callgrind, so that every machine has the same result.

use std::process::Command;

use super::GAMES;
use super::build::Engine;

/// The depths of two searches; their difference excludes the loading of the game.
const DEPTHS: [&str; 2] = ["2", "6"];

/// A search of the bench positions of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Measure {
    instructions: u64,
    nodes: u64,
}

/// Returns by game the number of nodes of the new engine that cost as much as one of the old engine.
///
/// # Errors
/// If valgrind is missing, or if an engine has no bench of a game.
pub(super) fn compare(old: &Engine, new: &Engine) -> Result<[f64; GAMES.len()], String> {
    let mut all = [1.0; GAMES.len()];
    for (worth, (game, _)) in all.iter_mut().zip(GAMES) {
        let before = instructions_a_node(old, game)?;
        let after = if old.commit == new.commit { before } else { instructions_a_node(new, game)? };
        eprintln!("{game}: {before:.0} instructions a node before, {after:.0} after");
        *worth = before / after;
    }
    Ok(all)
}

/// Returns the instructions a node of an engine in a game.
fn instructions_a_node(engine: &Engine, game: &str) -> Result<f64, String> {
    let [shallow, deep] = DEPTHS.map(|depth| measure(engine, game, depth));
    let (shallow, deep) = (shallow?, deep?);
    let [instructions, nodes] = [deep.instructions - shallow.instructions, deep.nodes - shallow.nodes];
    Ok(instructions as f64 / nodes as f64)
}

fn measure(engine: &Engine, game: &str, depth: &str) -> Result<Measure, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&engine.program);
    let said = valgrind.args(["bench", game, "--depth", depth]).output().map_err(|error| {
        format!(
            "cannot start valgrind, which counts instructions: {error} (Debian: apt-get install valgrind)"
        )
    })?;
    let [out, err] = [said.stdout, said.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    read(&out, &err).ok_or_else(|| {
        format!("`beaufort bench {game}` of {} cannot be counted ({}): {err}", engine.commit, said.status)
    })
}

/// Parses `total: 1234 nodes` of the program and `Collected : 5678` of callgrind.
fn read(out: &str, err: &str) -> Option<Measure> {
    let total = out.lines().rev().find_map(|line| line.strip_prefix("total: "))?;
    let nodes = total.strip_suffix(" nodes")?.parse().ok()?;
    let (_, collected) = err.lines().rev().find_map(|line| line.split_once("Collected : "))?;
    Some(Measure { instructions: collected.trim().parse().ok()?, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_what_both_programs_print() {
        let out = "game depth nodes\nscirocco 5 6157\ntotal: 6157 nodes\n";
        let err = "==1== Events    : Ir\n==1== Collected : 98765432\n==1==\n";
        assert_eq!(read(out, err), Some(Measure { instructions: 98_765_432, nodes: 6157 }));
        assert_eq!(read("error: no game\n", err), None);
        assert_eq!(read(out, "valgrind: no such program\n"), None);
    }
}
