//! `beaufort line`: the engine answers the line protocol.

use std::io::{self, BufRead as _, Write as _};
use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Engine, Limits, Options, Signal};
use beaufort_rules::{Game, Position, builtin};
use clap::Args;

use crate::failure::Failure;
use crate::game_args::GameFile;

/// Answer the line protocol, so that another program can play against the engine
///
/// `beaufort match` speaks the other side of it: two versions of this program play each other that way. The protocol is
/// told in docs/protocol-line.md.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort line                         wait for commands
  beaufort match scirocco engine 'line:old/beaufort line' --games 100")]
pub(crate) struct Line {
    #[command(flatten)]
    file: GameFile,
}

/// What stays from one command to the next.
struct Desk {
    /// The game of a file, which is known beside those that are built in.
    own: Option<Arc<Game>>,
    options: Options,
    engine: Option<Engine>,
    position: Option<Position>,
}

impl Line {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let options = Options::with_hash(16);
        let mut desk = Desk { own: self.file.load()?, options, engine: None, position: None };
        for line in io::stdin().lock().lines() {
            let line = line.map_err(Failure::io("cannot read commands"))?;
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let answer = match word {
                "quit" => break,
                "option" => desk.option(rest).map(|()| None),
                "game" => desk.game(rest).map(|()| Some("ready".to_owned())),
                "position" => desk.position(rest).map(|()| None),
                "go" => desk.go(rest).map(Some),
                _ => Ok(None),
            };
            let answer = answer.unwrap_or_else(|error| Some(format!("error {}", error.replace('\n', " "))));
            if let Some(answer) = answer {
                let mut out = io::stdout().lock();
                let told = writeln!(out, "{answer}").and_then(|()| out.flush());
                told.map_err(Failure::io("cannot answer"))?;
            }
        }
        Ok(())
    }
}

impl Desk {
    fn option(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once(' ').unwrap_or((text, ""));
        let value = value.parse().ok().filter(|value| (1..=65_536).contains(value));
        match (name.to_lowercase().as_str(), value) {
            ("hash", Some(mib)) => self.options.hash_mib = mib,
            ("threads", Some(threads)) => self.options.threads = threads.min(256),
            ("hash" | "threads", None) => return Err(format!("`{name}` needs a number")),
            // Others have other options.
            _ => return Ok(()),
        }
        if let Some(engine) = &mut self.engine {
            engine.set_options(self.options);
        }
        Ok(())
    }

    fn game(&mut self, id: &str) -> Result<(), String> {
        self.position = None;
        if let Some(engine) = self.engine.as_mut().filter(|engine| engine.game().definition().id == id) {
            engine.new_game();
            return Ok(());
        }
        let own = self.own.clone().filter(|game| game.definition().id == id);
        let game = own.or_else(|| builtin::game(id)).ok_or_else(|| format!("there is no game `{id}`"))?;
        self.engine = Some(Engine::new(game, self.options));
        Ok(())
    }

    fn position(&mut self, text: &str) -> Result<(), String> {
        self.position = None;
        let engine = self.engine.as_ref().ok_or("no game is named")?;
        let (start, turns) = text.split_once(" turns ").unwrap_or((text, ""));
        let mut position = Position::parse(engine.game(), start).map_err(|error| error.to_string())?;
        for text in turns.split_whitespace() {
            let turn = position.read_coordinates(text).or_else(|_| position.read_turn(text));
            position.play(turn.map_err(|error| error.to_string())?);
        }
        self.position = Some(position);
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<String, String> {
        let engine = self.engine.as_mut().ok_or("no game is named")?;
        let position = self.position.as_ref().ok_or("no position is told")?;
        let result = engine.search(position, limits(text)?, &Signal::new(), |_| {});
        let turn = result.turn.and_then(|turn| position.turn_text(turn)).ok_or("there is no turn")?;
        Ok(format!("info depth {} score {} nodes {}\nturn {turn}", result.depth, result.score, result.nodes))
    }
}

/// Reads what limits a turn.
fn limits(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::infinite();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || {
            let number = words.next().and_then(|word| word.parse::<u64>().ok());
            number.ok_or_else(|| format!("`{word}` needs a number"))
        };
        match word {
            "time" => limits.time = Some(Duration::from_millis(number()?)),
            "nodes" => limits.nodes = Some(number()?),
            "depth" => limits.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "clock" => {
                let (remaining, increment) = (number()?, number()?);
                let ms = Duration::from_millis;
                limits.clock = Limits::clock(ms(remaining), ms(increment)).clock;
            }
            _ => return Err(format!("`{}` is not a limit", word.escape_debug())),
        }
    }
    // Without a limit nothing would ever end the search.
    if limits == Limits::infinite() { Err("`go` needs a limit".to_owned()) } else { Ok(limits) }
}
