//! A conversation with an engine: by UCI, or an analysis by the protocol of XBoard.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::Program;

/// The longest time for an answer.
const PATIENCE: Duration = Duration::from_secs(120);
/// The size of the hash table, in MiB.
const HASH: &str = "setoption name Hash value 64";

/// A running engine.
pub(super) struct Engine {
    name: &'static str,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts a program.
    ///
    /// # Errors
    /// If it does not start.
    pub(super) fn start(program: &Program) -> Result<Engine, String> {
        let mut command = Command::new(&program.path);
        command.args(program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child =
            command.spawn().map_err(|error| format!("{} does not start: {error}", program.name))?;
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Ok(Engine { name: program.name, child, input, lines })
    }

    /// Starts a program that plays a game by UCI with one thread.
    ///
    /// # Errors
    /// If it does not start, or does not answer.
    pub(super) fn playing(program: &Program, variant: &str) -> Result<Engine, String> {
        let mut engine = Engine::start(program)?;
        engine.say("uci")?;
        engine.hear(|line| (line == "uciok").then_some(()))?;
        engine.say(HASH)?;
        engine.say("setoption name Threads value 1")?;
        engine.say(&format!("setoption name UCI_Variant value {variant}"))?;
        engine.say("ucinewgame\nposition startpos\nisready")?;
        engine.hear(|line| (line == "readyok").then_some(()))?;
        Ok(engine)
    }

    /// Sends lines.
    ///
    /// # Errors
    /// If the engine has ended.
    fn say(&mut self, lines: &str) -> Result<(), String> {
        let sent = writeln!(self.input, "{lines}").and_then(|()| self.input.flush());
        sent.map_err(|error| format!("{} has ended: {error}", self.name))
    }

    /// Reads lines until one of them is an answer.
    ///
    /// # Errors
    /// If none comes.
    fn hear<T>(&mut self, mut answer: impl FnMut(&str) -> Option<T>) -> Result<T, String> {
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left);
            let line = line.map_err(|error| format!("{} does not answer: {error}", self.name))?;
            if let Some(answer) = answer(line.trim()) {
                return Ok(answer);
            }
        }
    }

    /// Counts leaves; returns their number and the time in seconds.
    ///
    /// # Errors
    /// If the engine does not answer.
    pub(super) fn perft(&mut self, depth: u32) -> Result<(u64, f64), String> {
        let start = Instant::now();
        self.say(&format!("go perft {depth}"))?;
        let leaves = self.hear(|line| line.strip_prefix("Nodes searched: ")?.parse().ok())?;
        Ok((leaves, start.elapsed().as_secs_f64()))
    }

    /// Searches from the array; returns the nodes a second, by the engine's count and our clock. `limit` is as in `depth 8`.
    ///
    /// # Errors
    /// If the engine does not answer.
    pub(super) fn search(&mut self, limit: &str) -> Result<f64, String> {
        let start = Instant::now();
        self.say(&format!("go {limit}"))?;
        let mut nodes = 0;
        self.hear(|line| {
            nodes = read_nodes(line).unwrap_or(nodes);
            line.starts_with("bestmove ").then_some(())
        })?;
        Ok(nodes as f64 / start.elapsed().as_secs_f64())
    }

    /// Analyses a game from its array by the protocol of XBoard for a second or more; returns the nodes a second, by the
    /// engine's count and clock.
    ///
    /// # Errors
    /// If the engine does not answer.
    pub(super) fn analyse(&mut self, variant: &str) -> Result<f64, String> {
        self.say(&format!("xboard\nprotover 2\nnew\nvariant {variant}\npost\neasy\nmemory 64\nanalyze"))?;
        let (time, nodes) =
            self.hear(|line| read_thinking(line).filter(|&(time, _)| time >= Duration::from_secs(1)))?;
        Ok(nodes as f64 / time.as_secs_f64())
    }
}

/// Reads the nodes of a line such as `info depth 6 nodes 10771 pv c1e3`.
fn read_nodes(line: &str) -> Option<u64> {
    let words: Vec<&str> =
        line.strip_prefix("info ")?.split(' ').take_while(|word| !["pv", "string"].contains(word)).collect();
    words.windows(2).find(|pair| pair[0] == "nodes")?[1].parse().ok()
}

/// Reads time and nodes of a line with depth, score, time in hundredths of a second, nodes and turns.
fn read_thinking(line: &str) -> Option<(Duration, u64)> {
    let mut words = line.split_whitespace();
    let mut next = || words.next()?.parse::<i64>().ok();
    let (_depth, _score, time, nodes) = (next()?, next()?, next()?, next()?);
    Some((Duration::from_millis(10 * u64::try_from(time).ok()?), u64::try_from(nodes).ok()?))
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has ended, or is ended now.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_a_search_are_read() {
        let line = "info depth 6 multipv 1 score cp 22 nodes 10771 nps 877085 time 12 pv c1e3 e10d7";
        assert_eq!(read_nodes(line), Some(10_771));
        assert_eq!(read_nodes("info string nodes 7 depth 9"), None);
        assert_eq!(read_nodes("bestmove c1e3 ponder e10d7"), None);
    }

    #[test]
    fn thinking_lines_are_read() {
        let line = "5 122 23 30131 f3f5 g10g8 h4h5";
        assert_eq!(read_thinking(line), Some((Duration::from_millis(230), 30_131)));
        assert_eq!(read_thinking("# limits 0, 0, 0 mode = 0"), None);
    }
}
