//! The Chess Engine Communication Protocol, seen from the side that asks.

use std::time::{Duration, Instant};

use beaufort_engine::players::{Refusal, Reply, Scene, Thought};
use beaufort_engine::{Limits, MATE};
use beaufort_rules::Position;

use super::process::{Process, failed};
use super::{Dialogue, PREPARATION, Program};

/// How long an engine that does not know of features may say nothing of them.
const FEATURES: Duration = Duration::from_secs(2);

/// A conversation in CECP.
pub(super) struct Cecp {
    process: Process,
    program: Program,
    features: Features,
    /// The number of the last `ping`.
    pings: u32,
    /// How many turns of the game the engine knows; `None` before it knows where the game starts.
    told: Option<usize>,
}

/// What an engine can do beyond the least.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Features {
    ping: bool,
    usermove: bool,
    setboard: bool,
    /// The names of its games, if it gives any.
    variants: Vec<String>,
    /// What its last word about features was: all are told, or there is more to come.
    done: Option<bool>,
}

impl Cecp {
    pub(super) fn open(program: &Program) -> Result<Cecp, Refusal> {
        let mut process = Process::start(&program.command)?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut features = Features::default();
        let begin = Instant::now();
        while features.done != Some(true) {
            let deadline = begin + if features.done.is_some() { PREPARATION } else { FEATURES };
            match process.line(deadline) {
                Ok(line) => {
                    for name in features.read(&line) {
                        let known = matches!(name.as_str(), "san" | "reuse" | "sigint" | "sigterm");
                        process.send(&format!("{} {name}", if known { "rejected" } else { "accepted" }))?;
                    }
                }
                Err(Refusal::Silent) => break,
                Err(refusal) => return Err(refusal),
            }
        }
        for (name, value) in &program.options {
            process.send(&match name.to_lowercase().as_str() {
                "memory" | "cores" => format!("{} {value}", name.to_lowercase()),
                _ => format!("option {name}={value}"),
            })?;
        }
        process.send("post")?;
        Ok(Cecp { process, program: program.clone(), features, pings: 0, told: None })
    }

    /// Waits until the engine has done everything it was asked to.
    fn ping(&mut self) -> Result<(), Refusal> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        self.process.expect(&format!("pong {}", self.pings))
    }

    /// Tells where the game starts and how a turn is limited. The engine waits for more then.
    fn begin(&mut self, scene: &Scene<'_>, limits: &Limits) -> Result<(), Refusal> {
        self.process.send("force")?;
        let usual = *scene.start == Position::initial(scene.start.game());
        if self.features.setboard {
            self.process.send(&format!("setboard {}", super::position_text(scene.start)))?;
        } else if !usual {
            return Err(failed("cannot be shown a position: it does not know `setboard`"));
        }
        if let Some(time) = limits.time {
            self.process.send(&format!("st {}", time.as_secs_f64()))?;
        }
        if let Some(depth) = limits.depth {
            self.process.send(&format!("sd {depth}"))?;
        }
        if let Some(clock) = limits.clock {
            let seconds = clock.remaining.as_secs();
            let increment = clock.increment.as_secs_f64();
            self.process.send(&format!("level 0 {}:{:02} {increment}", seconds / 60, seconds % 60))?;
        }
        Ok(())
    }

    fn usermove(&mut self, text: &str) -> Result<(), Refusal> {
        let word = if self.features.usermove { "usermove " } else { "" };
        self.process.send(&format!("{word}{text}"))
    }
}

impl Dialogue for Cecp {
    fn new_game(&mut self, start: &Position) -> Result<(), Refusal> {
        self.told = None;
        self.process.send("new")?;
        let variant = match super::variant_name(&self.program, start).as_str() {
            "chess" => "normal".to_owned(),
            name => name.to_owned(),
        };
        if variant != "normal" {
            if !self.features.variants.is_empty() && !self.features.variants.contains(&variant) {
                return Err(failed(format!("does not play `{variant}`")));
            }
            self.process.send(&format!("variant {variant}"))?;
        }
        self.process.send("force")?;
        self.ping()
    }

    fn ask(&mut self, scene: &Scene<'_>, limits: &Limits, deadline: Instant) -> Result<Reply, Refusal> {
        let told = match self.told {
            Some(told) => told,
            None => {
                self.begin(scene, limits)?;
                0
            }
        };
        if let Some(own) = limits.clock {
            let clocks = super::milliseconds(scene.clocks, own);
            let side = scene.position.side().index();
            self.process.send(&format!("time {}", clocks[side].0 / 10))?;
            self.process.send(&format!("otim {}", clocks[1 - side].0 / 10))?;
        }
        for turn in &super::coordinates(scene.start, scene.turns)[told..] {
            self.usermove(turn)?;
        }
        // An engine that has moved goes on by itself when it is answered.
        if self.told.is_none() {
            self.process.send("go")?;
        }
        let mut thought = Thought::default();
        let answer = self.process.find(deadline, |line| {
            note(&mut thought, line);
            Answer::of(line)
        })?;
        match answer {
            Answer::Move(text) => {
                self.told = Some(scene.turns.len() + 1);
                Ok(Reply { turn: super::read_turn(scene.position, &text)?, thought })
            }
            Answer::Resigns => Err(Refusal::Resigned),
            Answer::Complains(line) => Err(failed(format!("says: {line}"))),
        }
    }
}

/// What an engine answers when it is asked for a turn.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Move(String),
    Resigns,
    /// It takes a turn for illegal, does not know a command, or thinks that the game is over.
    Complains(String),
}

impl Answer {
    fn of(line: &str) -> Option<Answer> {
        if let Some(text) = line.strip_prefix("move ") {
            return Some(Answer::Move(text.trim().to_owned()));
        }
        let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        if line == "resign" {
            Some(Answer::Resigns)
        } else if begins(&["Illegal move", "Error", "1-0", "0-1", "1/2-1/2"]) {
            Some(Answer::Complains(line.chars().take(200).collect()))
        } else {
            None
        }
    }
}

impl Features {
    /// Reads a line and returns the names of the features in it.
    fn read(&mut self, line: &str) -> Vec<String> {
        let Some(mut rest) = line.strip_prefix("feature ") else { return Vec::new() };
        let mut names = Vec::new();
        while let Some((name, value)) = rest.split_once('=') {
            let (value, after) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => value.split_once(' ').unwrap_or((value, "")),
            };
            let name = name.trim().to_owned();
            match name.as_str() {
                "ping" => self.ping = value == "1",
                "usermove" => self.usermove = value == "1",
                "setboard" => self.setboard = value == "1",
                "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
                "done" => self.done = Some(value == "1"),
                _ => {}
            }
            names.push(name);
            rest = after;
        }
        names
    }
}

/// Notes a line of thinking: depth, score in hundredths, time, nodes, the line.
fn note(thought: &mut Thought, line: &str) {
    let words = line.split_whitespace();
    let numbers: Vec<i64> = words.take(4).map_while(|word| word.trim_end_matches('.').parse().ok()).collect();
    let [depth, score, _, nodes] = numbers[..] else { return };
    let score = match score.abs() {
        // 100000 and the number of turns is a win.
        100_000.. => super::uci::mate((score.abs() - 100_000) * score.signum()),
        _ => score as i32,
    };
    *thought = Thought {
        score: Some(score.clamp(-MATE, MATE)),
        depth: u32::try_from(depth).ok(),
        nodes: u64::try_from(nodes).ok(),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        let names = features.read("feature ping=1 setboard=1 variants=\"normal,grand, x\" usermove=0 done=1");
        assert_eq!(names, ["ping", "setboard", "variants", "usermove", "done"]);
        let variants = ["normal", "grand", "x"].map(str::to_owned).to_vec();
        let expected = Features { ping: true, setboard: true, usermove: false, variants, done: Some(true) };
        assert_eq!(features, expected);
        assert!(features.read("feature").is_empty() && features.read("feature myname=\"open").len() == 1);
    }

    #[test]
    fn thinking_is_noted() {
        let mut thought = Thought::default();
        note(&mut thought, "9 156 1084 48000 Nf3 Nc6");
        assert_eq!(thought, Thought { score: Some(156), depth: Some(9), nodes: Some(48_000) });
        note(&mut thought, "10. -100002 9 50000 e4");
        assert_eq!(thought.score, Some(4 - MATE));
        note(&mut thought, "move e2e4");
        assert_eq!(thought.depth, Some(10));
    }

    #[test]
    fn answers_are_told_apart() {
        assert_eq!(Answer::of("move e2e4"), Some(Answer::Move("e2e4".to_owned())));
        assert_eq!(Answer::of("resign"), Some(Answer::Resigns));
        assert!(matches!(Answer::of("Illegal move: e2e5"), Some(Answer::Complains(_))));
        assert_eq!(Answer::of("3 20 1 5 e4"), None);
    }
}
