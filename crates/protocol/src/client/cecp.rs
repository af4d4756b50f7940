//! The client of an engine that speaks CECP.

use std::sync::Arc;
use std::time::{Duration, Instant};

use beaufort_engine::Limits;
use beaufort_rules::{Game, Position, Turn};

use super::process::{Process, failed};
use super::{
    Client, Program, ProgramError, Question, Reply, ReportedLine, Request, START_TIMEOUT, SearchInfo,
    illegal, says,
};
use crate::cecp::command::level_text;
use crate::cecp::features::Features;
use crate::cecp::reply::{CecpReply, note};
use crate::notation::xboard::Dialect;

/// How long to wait for `feature`: old engines do not send it.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);

/// The default of `memory`, in MiB, for a program that reads it.
const MEMORY_MIB: u32 = 64;

/// The name of our own engine, which reads our own notation.
const OWN_NAME: &str = "Beaufort";

/// A conversation in CECP.
pub(super) struct CecpClient {
    process: Process,
    program: Program,
    features: Features,
    /// The notation of positions and turns of the engine.
    dialect: Dialect,
    /// The number of the last `ping`.
    pings: u32,
    /// The number of turns that the engine has been sent; `None` before it has the start of the game.
    told: Option<usize>,
}

impl CecpClient {
    pub(super) fn open(program: &Program) -> Result<CecpClient, ProgramError> {
        let mut process = Process::start(&program.command)?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut features = Features::default();
        let begin = Instant::now();
        while features.done != Some(true) {
            let deadline = begin + if features.done.is_some() { START_TIMEOUT } else { FEATURE_TIMEOUT };
            match process.line(deadline) {
                Ok(line) => {
                    for name in features.read(&line) {
                        let known = matches!(name.as_str(), "san" | "reuse" | "sigint" | "sigterm");
                        process.send(format!("{} {name}", if known { "rejected" } else { "accepted" }))?;
                    }
                }
                Err(ProgramError::Silent) => break,
                Err(refusal) => return Err(refusal),
            }
        }
        let is_memory = |(name, _): &(String, String)| name.eq_ignore_ascii_case("memory");
        if features.memory && !program.options.iter().any(is_memory) {
            process.send(format!("memory {MEMORY_MIB}"))?;
        }
        for (name, value) in &program.options {
            process.send(match name.to_lowercase().as_str() {
                "memory" | "cores" => format!("{} {value}", name.to_lowercase()),
                _ => format!("option {name}={value}"),
            })?;
        }
        process.send("post")?;
        Ok(CecpClient {
            process,
            program: program.clone(),
            features,
            dialect: Dialect::Native,
            pings: 0,
            told: None,
        })
    }

    /// Waits until the engine has executed all commands, and shows its lines meanwhile to `look`.
    fn ping(&mut self, mut look: impl FnMut(&str)) -> Result<(), ProgramError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(format!("ping {}", self.pings))?;
        self.process.expect(&format!("pong {}", self.pings), &mut look)
    }

    /// Determines the notation of the engine: an engine that sets up the game for XBoard uses XBoard's.
    fn learn_dialect(&mut self, game: &Arc<Game>) -> Result<(), ProgramError> {
        let is_own = self.features.myname.starts_with(OWN_NAME);
        self.dialect = if is_own { Dialect::Native } else { Dialect::foreign(game) };
        let mut setup = None;
        self.ping(|line| setup = line.strip_prefix("setup ").map(str::to_owned).or(setup.take()))?;
        let Some(setup) = setup else { return Ok(()) };
        self.dialect = Dialect::of(game);
        // Another engine may use other letters for the pieces.
        let start = self.dialect.position_text(&Position::initial(game)).unwrap_or_default();
        if setup.split(' ').any(|word| start.starts_with(&format!("{word} "))) {
            return Ok(());
        }
        Err(failed("sets up another game"))
    }

    /// Sends the start of the game and the limits of a turn. The engine then waits for more.
    fn begin(&mut self, request: &Request<'_>, limits: &Limits) -> Result<(), ProgramError> {
        self.process.send("force")?;
        if *request.start == Position::initial(request.start.game()) {
            // `new` and `variant` have set it up.
        } else if self.features.setboard {
            let text = self.dialect.position_text(request.start);
            let text =
                text.ok_or_else(|| failed("cannot be shown the position: XBoard has no words for it"))?;
            self.process.send(format!("setboard {text}"))?;
        } else {
            return Err(failed("cannot be shown a position: it does not know `setboard`"));
        }
        if let Some(time) = limits.time {
            // `st` takes whole seconds. For others each turn is a time control of its own, and `time` sends the hundredths.
            let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
            self.process.send(match is_whole(time) {
                true => format!("st {seconds}"),
                false => level_text(1, seconds, 0.0),
            })?;
        }
        if let Some(depth) = limits.depth {
            self.process.send(format!("sd {depth}"))?;
        }
        if let Some(clock) = limits.clock {
            let seconds = clock.remaining.as_secs();
            let increment = clock.increment.as_secs_f64();
            self.process.send(level_text(0, seconds, increment))?;
        }
        Ok(())
    }

    fn usermove(&mut self, text: &str) -> Result<(), ProgramError> {
        let word = if self.features.usermove { "usermove " } else { "" };
        self.process.send(format!("{word}{text}"))
    }
}

impl Client for CecpClient {
    fn new_game(&mut self, start: &Position) -> Result<(), ProgramError> {
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
            self.process.send(format!("variant {variant}"))?;
        }
        self.process.send("force")?;
        self.learn_dialect(start.game())
    }

    fn ask(
        &mut self,
        request: &Request<'_>,
        limits: &Limits,
        deadline: Instant,
    ) -> Result<Reply, ProgramError> {
        let told = match self.told {
            Some(told) => told,
            None => {
                self.begin(request, limits)?;
                0
            }
        };
        let side = request.position.side().index();
        let clocks =
            limits.clock.map(|own| request.clocks.map(|clock| clock.unwrap_or(own).remaining.as_millis()));
        let clocks = clocks.map(|clocks| [clocks[side], clocks[1 - side]]);
        let for_turn = limits.time.filter(|&time| !is_whole(time)).map(|time| [time.as_millis(); 2]);
        if let Some([own, other]) = clocks.or(for_turn) {
            self.process.send(format!("time {}", (own / 10).max(1)))?;
            self.process.send(format!("otim {}", (other / 10).max(1)))?;
        }
        for turn in &self.dialect.texts(request.start, request.turns)[told..] {
            self.usermove(turn)?;
        }
        // An engine that has moved continues by itself after the opponent's move.
        if self.told.is_none() {
            self.process.send("go")?;
        }
        let mut info = SearchInfo::default();
        let mut legs = String::new();
        let answer = self.process.find_unless(deadline, request.stop, |line| {
            note(&mut info, line);
            CecpReply::of(line, &mut legs)
        })?;
        match answer {
            CecpReply::Move(text) => {
                self.told = Some(request.turns.len() + 1);
                let turn = self.dialect.read(request.position, &text).map_err(|_| illegal(&text))?;
                Ok(Reply { turn, info })
            }
            CecpReply::Resigns => Err(ProgramError::Resigned),
            CecpReply::Error(line) => Err(says(&line)),
        }
    }

    fn can_analyse(&self, _: &Question<'_>) -> Result<(), ProgramError> {
        Err(failed("cannot be asked for an analysis: that needs a program that speaks UCI"))
    }

    fn analyse(
        &mut self,
        _: &Request<'_>,
        question: &Question<'_>,
        _: Option<Duration>,
        _: &mut dyn FnMut(ReportedLine),
    ) -> Result<Option<Turn>, ProgramError> {
        self.can_analyse(question).map(|()| None)
    }
}

/// Returns whether a time is a number of whole seconds.
fn is_whole(time: Duration) -> bool {
    time.subsec_nanos() == 0
}
