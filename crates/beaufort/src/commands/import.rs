//! `beaufort import`: games and pieces of other programs as game files and abilities.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::Limits;
use beaufort_import::{Imported, ability, built_in_names, import_built_in, read_diagram, read_ini};
use beaufort_protocol::client::{Divider, Program, ProgramError, Protocol};
use beaufort_rules::{Game, Position, builtin, load_game, perft};
use clap::{Args, ValueEnum};
use fastrand::Rng;

use crate::failure::Failure;
use crate::{output, output_file, text_file};

/// The depth to which leaves are compared, in plies.
const DEPTH: u32 = 3;
/// The number of leaves after which they are counted no deeper.
const MAX_LEAVES: u64 = 200_000;
/// The number of positions of random games whose turns are compared.
const POSITIONS: usize = 300;
/// The greatest length of a random game, in plies.
const PLIES: usize = 100;
/// How long the program may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Import games of other programs as game files
///
/// Reads the variants of a `variants.ini` of Fairy-Stockfish and writes a game file NAME.toml for each. A report tells for each key
/// whether the game file says it, says nearly the same, or does not say it. Without FILE, the game is one that Fairy-Stockfish has built
/// in. With `--from diagram`, FILE is the text of an Interactive Diagram, as pages of the Chess Variant Pages hold it, and the game has the
/// name of the file. With `--from betza`, FILE has a piece in Betza's notation on each line, and the abilities are written to the standard
/// output.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort import variants.ini --out games
  beaufort import variants.ini --game orda --check 'fairy-stockfish'
  beaufort import --game hoppelpoppel
  beaufort import my-chess.txt --from diagram
  echo FfW | beaufort import - --from betza")]
pub(crate) struct ImportArgs {
    /// The file; `-` is the standard input
    #[arg(value_name = "FILE", required_unless_present = "game")]
    file: Option<PathBuf>,
    /// The format of the file
    #[arg(long, value_name = "FORMAT", default_value = "ini")]
    from: Format,
    /// Import this variant alone
    #[arg(long, value_name = "NAME", conflicts_with_all = ["from"])]
    game: Option<String>,
    /// The folder for the game files
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Compare the leaves and the turns of random games with a program that speaks UCI and knows the game, such as Fairy-Stockfish
    #[arg(long, value_name = "PROGRAM", conflicts_with = "from")]
    check: Option<String>,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The variants of Fairy-Stockfish
    Ini,
    /// An Interactive Diagram
    Diagram,
    /// Pieces in Betza's notation, one on each line
    Betza,
}

impl ImportArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let text = self.file.as_deref().map(read).transpose()?;
        if let (Format::Betza, Some(text)) = (self.from, &text) {
            return pieces(text);
        }
        let games = self.games(text.as_deref())?;
        let mut all_good = true;
        for game in &games {
            let path = self.out.join(format!("{}.toml", game.id));
            let name = path.display().to_string();
            let loaded = load_game(&name, &game.text, &builtin::source);
            let mut report = format!("{}: ", game.variant);
            report += if game.report.is_whole() {
                "imported whole\n"
            } else {
                "not all of its rules are imported\n"
            };
            for line in game.report.to_string().lines() {
                let _ = writeln!(report, "  {line}");
            }
            output::styled(&report)?;
            let definition = match loaded {
                Ok(definition) => definition,
                Err(errors) => {
                    let first = errors.iter().next().map(ToString::to_string).unwrap_or_default();
                    output::error(format_args!("{} is not written, as it cannot be played: {first}", name));
                    all_good = false;
                    continue;
                }
            };
            output_file::write_file(&path, game.text.as_bytes())?;
            output::note(format_args!("{name} is written"));
            if let Some(program) = &self.check {
                let game_here = Arc::new(Game::from(definition));
                self.compare(program, text.as_deref(), game, &game_here)?;
            }
        }
        if all_good { Ok(()) } else { Err(Failure::Reported) }
    }

    /// Returns the games that are asked for.
    fn games(&self, text: Option<&str>) -> Result<Vec<Imported>, Failure> {
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        let read = |text: &str| match self.from {
            Format::Diagram => {
                let stem = file.file_stem().filter(|_| file != Path::new("-"));
                let name = stem.map_or_else(|| "diagram".into(), |stem| stem.to_string_lossy());
                read_diagram(text, &name).map(|game| vec![game])
            }
            _ => read_ini(text),
        };
        let games = text.map(read).transpose().map_err(|errors| {
            let messages = errors.iter().map(|error| format!("{}:{error}", file.display())).collect();
            Failure::User { messages, hint: None }
        })?;
        let mut games = games.unwrap_or_default();
        if let Some(name) = &self.game {
            games.retain(|game| game.variant == *name);
            games.extend(import_built_in(name));
            if games.is_empty() {
                return Err(Failure::user(format_args!("there is no variant `{name}`"))
                    .hint(format_args!("built in are {}", built_in_names().collect::<Vec<_>>().join(", "))));
            }
        }
        if games.is_empty() {
            let hint = "a variant of Fairy-Stockfish is a section such as `[name:chess]`";
            return Err(
                Failure::user(format_args!("{}: there is no variant in it", file.display())).hint(hint)
            );
        }
        Ok(games)
    }

    /// Compares a game with a program that knows it.
    fn compare(
        &self,
        program: &str,
        text: Option<&str>,
        imported: &Imported,
        game: &Arc<Game>,
    ) -> Result<(), Failure> {
        let command = shlex::split(program).filter(|words| !words.is_empty());
        let command = command.ok_or_else(|| Failure::user(format_args!("`{program}` is no command")))?;
        // Standard input becomes a file for the program.
        let mut copy =
            tempfile::NamedTempFile::new().map_err(Failure::io("cannot write a temporary file"))?;
        copy.write_all(text.unwrap_or_default().as_bytes())
            .map_err(Failure::io("cannot write a temporary file"))?;
        let mut options = Vec::new();
        if text.is_some() {
            options.push(("VariantPath".to_owned(), copy.path().display().to_string()));
        }
        let program = Program {
            command,
            protocol: Protocol::Uci,
            limits: Limits::infinite(),
            variant: Some(imported.variant.clone()),
            options,
            turn_timeout: PATIENCE,
        };
        let name = program.command[0].clone();
        let failed = |error: ProgramError| {
            let reason = match error {
                ProgramError::Silent => "does not answer".to_owned(),
                ProgramError::Failed(reason) => reason,
                other => format!("{other:?}"),
            };
            Failure::user(format_args!("`{name}` {reason}"))
        };
        let mut program = Divider::open(&program).map_err(failed)?;
        let mut text = String::new();
        for depth in 1..=DEPTH {
            let own = perft(&mut Position::initial(game), depth);
            let (_, theirs) = program.divide(&[], depth, PATIENCE).map_err(failed)?;
            let _ = writeln!(text, "  leaves at depth {depth}: {own}");
            if own != theirs {
                return Err(Failure::user(format_args!(
                    "{}: {own} leaves at depth {depth}, but {theirs} by `{name}`",
                    imported.variant
                )));
            }
            if own > MAX_LEAVES {
                break;
            }
        }
        let positions =
            random_positions(&mut program, imported, game).map_err(|difference| match difference {
                Difference::Program(error) => failed(error),
                Difference::Turns(turns) => Failure::user(format_args!("{}: {turns}", imported.variant)),
            })?;
        let _ = writeln!(text, "  positions of random games with equal turns: {positions}");
        Ok(output::styled(&text)?)
    }
}

/// Why a comparison failed.
enum Difference {
    Program(ProgramError),
    Turns(String),
}

/// Compares the turns in positions of random games; returns their number.
fn random_positions(
    program: &mut Divider,
    imported: &Imported,
    game: &Arc<Game>,
) -> Result<usize, Difference> {
    let mut rng = Rng::with_seed(1);
    let mut positions = 0;
    while positions < POSITIONS {
        let (mut position, mut turns) = (Position::initial(game), Vec::new());
        for _ in 0..PLIES {
            let legal = position.legal_turns();
            // The end of a game by a draw is not asked for: programs differ in when they stop.
            if legal.is_empty() || position.verdict().is_some() || positions >= POSITIONS {
                break;
            }
            let mut own: Vec<String> =
                legal.iter().map(|&turn| imported.coordinates.text(&position, turn)).collect();
            let (mut theirs, _) = program.divide(&turns, 1, PATIENCE).map_err(Difference::Program)?;
            let choice = rng.usize(..legal.len());
            let chosen = own[choice].clone();
            own.sort_unstable();
            theirs.sort_unstable();
            if own != theirs {
                let only = |some: &[String], others: &[String]| -> String {
                    let only: Vec<&str> =
                        some.iter().filter(|turn| !others.contains(turn)).map(String::as_str).collect();
                    if only.is_empty() { "none".to_owned() } else { only.join(" ") }
                };
                let played = if turns.is_empty() {
                    "at the start".to_owned()
                } else {
                    format!("after {}", turns.join(" "))
                };
                let (here, there) = (only(&own, &theirs), only(&theirs, &own));
                return Err(Difference::Turns(format!("{played}, only here: {here}; only there: {there}")));
            }
            position.play_unchecked(legal[choice]);
            turns.push(chosen);
            positions += 1;
        }
        if turns.is_empty() {
            break;
        }
    }
    Ok(positions)
}

/// Says pieces in Betza's notation in the words of the language.
fn pieces(text: &str) -> Result<(), Failure> {
    if text.trim().is_empty() {
        return Err(
            Failure::user("there is no piece in it").hint("a piece stands on a line of its own, as in `FfW`")
        );
    }
    let mut out = output::plain();
    let mut all_good = true;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        match ability(line.trim()) {
            Ok(said) => {
                writeln!(out, "{}", said.text)?;
                out.flush()?;
                for why in said.unsaid {
                    output::error(format_args!("line {number} is not said whole: {why}"));
                    all_good = false;
                }
                for how in said.approximated {
                    output::warning(format_args!("line {number} is said nearly: {how}"));
                }
            }
            Err(error) => {
                output::error(format_args!("line {number}, {error}"));
                all_good = false;
            }
        }
    }
    out.flush()?;
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

/// Returns the text of a file, or of the standard input.
fn read(path: &Path) -> Result<String, Failure> {
    if path == Path::new("-") {
        let bytes = text_file::GAME.read_from("-", io::stdin().lock())?;
        return String::from_utf8(bytes).map_err(|_| Failure::user("the standard input is not UTF-8"));
    }
    text_file::read(path, text_file::GAME)
}
