//! Imports every variant of Fairy-Stockfish and compares the rules with those of pyffish: leaves, turns and results. The table
//! `docs/imported-games.md` has what was found; its numbers may only rise.
//!
//! `cargo xtask measure` runs this, with pyffish in a virtual environment, and with the path of a `variants.ini`:
//! `PYFFISH` is Python, `VARIANTS_INI` the file, `UPDATE=1` writes the table, `ONLY="chess makruk"` compares these variants alone
//! and leaves the table as it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::{env, fs};

use beaufort_import::{
    Coordinates, Imported, Treatment, built_in_names, export_ini, import_built_in, read_ini,
};
use beaufort_rules::game::definition::Dropped;
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Game, Position, Scope, Turn, builtin, load_game, perft};

/// The games that are imported whole and yet are not equal, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("atlantis", "Fairy-Stockfish lets no wall parry a check"),
    ("cfour-anyside", "Fairy-Stockfish lets what slides in from the right or from above pass through pieces"),
    ("elgam", "Fairy-Stockfish does not play the lame leap of a Camel, `nC`"),
];

/// The result of a game.
#[derive(Clone, Debug, Default)]
struct Found {
    missing: String,
    perft: String,
    positions: usize,
    equal: usize,
    /// The first difference.
    difference: Option<String>,
}

impl Found {
    fn is_whole(&self) -> bool {
        self.missing.is_empty()
    }

    fn is_equal(&self) -> bool {
        self.is_whole() && self.difference.is_none() && self.positions > 0
    }
}

#[test]
#[ignore = "needs pyffish: cargo xtask measure"]
fn imported_games_have_the_rules_of_fairy_stockfish() {
    let python = env::var_os("PYFFISH").expect("PYFFISH names Python with pyffish");
    let ini = env::var_os("VARIANTS_INI").map(PathBuf::from);
    let is_update = env::var_os("UPDATE").is_some();
    let (visits, positions) = if is_update { (6000, 50) } else { (300, 4) };
    let built_in: Vec<Imported> = built_in_names().filter_map(import_built_in).collect();
    let of_file = match &ini {
        Some(path) => {
            let text = fs::read_to_string(path).expect("VARIANTS_INI names a file");
            read_ini(&text).unwrap_or_else(|errors| {
                panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
            })
        }
        None => Vec::new(),
    };
    let all: Vec<&Imported> = built_in.iter().chain(&of_file).collect();
    let only = env::var("ONLY").unwrap_or_default();
    let is_wanted = |name: &str| only.is_empty() || only.split_whitespace().any(|wanted| wanted == name);
    let mut found: BTreeMap<&str, Found> = BTreeMap::new();
    let mut games: BTreeMap<&str, (Arc<Game>, &Imported)> = BTreeMap::new();
    for &game in &all {
        let missing: Vec<String> = game.report.missing().map(|note| note.key.clone()).collect();
        let mut one = Found { missing: missing.join(", "), ..Found::default() };
        if missing.is_empty() && is_wanted(&game.variant) {
            match load_game(&game.variant, &game.text, &builtin::source) {
                Ok(definition) => {
                    games.insert(&game.variant, (Arc::new(Game::from(definition)), game));
                }
                Err(errors) => one.difference = Some(format!("it does not load: {errors}")),
            }
        }
        found.insert(&game.variant, one);
    }
    let names: Vec<String> = games.iter().map(|(name, (game, _))| asked(name, game)).collect();
    let output = play(&python, ini.as_deref(), visits, positions, &names);
    let mut current: Option<&str> = None;
    let mut replay: Option<Replay> = None;
    for line in output.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "game" {
            current = games.keys().copied().find(|name| *name == rest);
            replay = None;
            continue;
        }
        let Some(name) = current else { continue };
        let (game, imported) = &games[name];
        let one = found.get_mut(name).expect("it is one of all");
        let difference = match word {
            "perft" => {
                one.perft = rest.to_owned();
                perft_difference(game, rest)
            }
            "position" => {
                one.positions += 1;
                let written = |position: &Position, turn| imported.coordinates.text(position, turn);
                let difference = position_difference(game, &written, rest, &mut replay);
                one.equal += usize::from(difference.is_none());
                difference
            }
            _ => None,
        };
        if one.difference.is_none() {
            one.difference = difference;
        }
    }
    let mut wrong = String::new();
    for (name, one) in &found {
        match (&one.difference, reason(name)) {
            (Some(difference), None) => writeln!(wrong, "{name}: {difference}"),
            // A short comparison may find nothing.
            (None, Some(_)) if is_update && one.is_equal() => {
                writeln!(wrong, "{name} is equal now: take it out of DIFFERENT")
            }
            _ => Ok(()),
        }
        .expect("writing to memory succeeds");
    }
    if !only.is_empty() {
        for (name, one) in found.iter().filter(|(name, _)| is_wanted(name)) {
            let sign = if one.is_equal() { "equal" } else { "different" };
            let missing = if one.is_whole() { sign.to_owned() } else { format!("missing {}", one.missing) };
            println!("{name}: {missing}, leaves {}, {} of {}", one.perft, one.equal, one.positions);
        }
        assert!(wrong.is_empty(), "{wrong}");
        return;
    }
    println!("{}", summary(&found, &built_in, &of_file));
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/imported-games.md");
    if is_update {
        fs::write(&page, table(&found, &built_in, &of_file)).expect("the page can be written");
    }
    assert!(wrong.is_empty(), "{wrong}");
    // The games that were equal still are.
    let text = fs::read_to_string(&page).expect("the page is committed");
    for line in text.lines().filter(|line| line.ends_with("| yes |")) {
        let name = line.split('|').nth(1).unwrap_or_default().trim();
        let Some(one) = found.get(name) else {
            assert!(ini.is_none(), "{name} of the page is unknown");
            continue;
        };
        assert!(one.is_whole(), "{name} was imported whole, and now {} is missing", one.missing);
        assert!(one.is_equal(), "{name} was equal, and is not");
    }
}

/// Games that come with Beaufort and that Fairy-Stockfish plays under the same name, and the letters of promotions that are others
/// there.
const ALIKE: [(&str, &[(&str, &str)]); 7] = [
    ("makruk", &[]),
    ("shatranj", &[("f", "q")]),
    ("xiangqi", &[]),
    ("janggi", &[]),
    ("seirawan", &[]),
    ("shogi", &[]),
    ("crazyhouse", &[("o", "q"), ("m", "r"), ("t", "b"), ("e", "n")]),
];

/// A game that was equal stays equal, as the comparison checks, and the page loses no line.
#[test]
fn as_many_games_are_equal_as_ever() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/imported-games.md");
    let text = fs::read_to_string(&page).expect("the page is committed");
    let games = text.lines().filter(|line| line.starts_with("| ") && line.ends_with(" |"));
    let equal = games.filter(|line| line.ends_with("| yes |")).count();
    assert!(equal >= 240, "only {equal} games are equal");
}

/// `POSITIONS` is the number of random positions of each game, 100 if it is not given.
#[test]
#[ignore = "needs pyffish: cargo xtask measure"]
fn games_of_beaufort_have_the_rules_of_fairy_stockfish() {
    let python = env::var_os("PYFFISH").expect("PYFFISH names Python with pyffish");
    let positions =
        env::var("POSITIONS").map_or(100, |number| number.parse().expect("POSITIONS is a number"));
    let only = env::var("ONLY").unwrap_or_default();
    let is_wanted = |name: &str| only.is_empty() || only.split_whitespace().any(|wanted| wanted == name);
    let mut wrong = String::new();
    for (name, letters) in ALIKE.iter().filter(|(name, _)| is_wanted(name)) {
        let game = builtin::game(name).expect("the game is built in");
        let coordinates = export_ini(game.definition()).coordinates;
        let written = |position: &Position, turn: Turn| {
            let text = coordinates.text(position, turn);
            let other = turn.first.promotion.and(letters.iter().find(|(ours, _)| text.ends_with(*ours)));
            match other {
                Some((ours, theirs)) => text.strip_suffix(*ours).unwrap_or_default().to_owned() + theirs,
                None => text,
            }
        };
        let mut replay = None;
        let (mut compared, mut equal, mut results) = (0, 0, BTreeMap::<String, usize>::new());
        for line in play(&python, None, 6000, positions, &[asked(name, &game)]).lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let difference = match word {
                "perft" => perft_difference(&game, rest),
                "position" => {
                    compared += 1;
                    *results.entry(rest.rsplit(';').next().unwrap_or_default().to_owned()).or_default() += 1;
                    let difference = position_difference(&game, &written, rest, &mut replay);
                    equal += usize::from(difference.is_none());
                    difference
                }
                _ => None,
            };
            if let Some(difference) = difference {
                writeln!(wrong, "{name}: {difference}").expect("writing to memory succeeds");
            }
        }
        println!("{name}: {equal} of {compared} positions are equal; results {results:?}");
        assert_eq!(compared, positions, "{name}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
#[ignore = "needs pyffish: cargo xtask measure"]
fn exported_games_have_the_rules_of_beaufort() {
    let python = env::var_os("PYFFISH").expect("PYFFISH names Python with pyffish");
    let only = env::var("ONLY").unwrap_or_default();
    let built_in = builtin::ids().filter_map(builtin::definition);
    let imported = built_in_names().filter_map(import_built_in).filter(|game| game.report.is_whole());
    let imported = imported.filter_map(|game| load_game(&game.variant, &game.text, &builtin::source).ok());
    let mut ini = String::new();
    let mut games: BTreeMap<String, (Arc<Game>, Coordinates)> = BTreeMap::new();
    for definition in built_in.chain(imported) {
        let exported = export_ini(&definition);
        // A draw that comes at once for want of pieces changes no turns; there the game goes on.
        let is_whole = exported.unsaid.iter().all(|why| why.starts_with("ending.dead"));
        println!(
            "{}: {}",
            exported.variant,
            if is_whole { "whole".to_owned() } else { exported.unsaid.join("; ") }
        );
        if is_whole && (only.is_empty() || only == exported.variant) {
            ini += &format!("{}\n", exported.text);
            games.insert(exported.variant, (Arc::new(Game::from(definition)), exported.coordinates));
        }
    }
    let path = env::temp_dir().join(format!("beaufort-export-{}.ini", std::process::id()));
    fs::write(&path, &ini).expect("the temporary folder can be written");
    let names: Vec<String> = games.iter().map(|(name, (game, _))| asked(name, game)).collect();
    let output = play(&python, Some(&path), 300, 4, &names);
    fs::remove_file(&path).expect("it was written");
    let (mut wrong, mut current, mut positions) = (String::new(), "", 0);
    let mut replay = None;
    for line in output.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "game" {
            current = rest;
            replay = None;
            continue;
        }
        let Some((game, coordinates)) = games.get(current) else { continue };
        let is_dead = game.definition().ending.dead.is_some();
        let difference = match word {
            "perft" => perft_difference(game, rest),
            "position" => {
                positions += 1;
                let written = |position: &Position, turn| coordinates.text(position, turn);
                let difference = position_difference(game, &written, rest, &mut replay);
                difference.filter(|why| !is_dead || !why.contains("the result is draw, not -"))
            }
            _ => None,
        };
        if let Some(difference) = difference {
            writeln!(wrong, "{current}: {difference}").expect("writing to memory succeeds");
        }
    }
    println!("{} games, {positions} positions", games.len());
    assert!(wrong.is_empty(), "{wrong}");
    assert!(games.len() >= 98 || !only.is_empty(), "{}", games.len());
}

/// Returns why a game is not equal, if that is known.
fn reason(name: &str) -> Option<&'static str> {
    DIFFERENT.iter().find(|(other, _)| *other == name).map(|&(_, reason)| reason)
}

/// Returns the name of a game with what the script has to know: a drop that may not checkmate is no turn.
fn asked(name: &str, game: &Game) -> String {
    let mut items = game.definition().drops.items.iter();
    let bans = items.any(|item| matches!(&item.what, Dropped::Held(held) if held.no_mate));
    format!("{name}{}", if bans { "=no-drop-mates" } else { "" })
}

/// Returns what Fairy-Stockfish says of some variants.
fn play(
    python: &std::ffi::OsStr,
    ini: Option<&Path>,
    visits: u32,
    positions: usize,
    names: &[String],
) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/measure.py");
    let mut command = Command::new(python);
    command.arg(script).args([visits.to_string(), positions.to_string()]).args(ini);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(names.join("\n").as_bytes()).expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    assert!(text.ends_with("end\n"), "the script has failed");
    text
}

fn perft_difference(game: &Arc<Game>, leaves: &str) -> Option<String> {
    (1..).zip(leaves.split(' ')).find_map(|(depth, expected)| {
        let own = perft(&mut Position::initial(game), depth).to_string();
        (own != expected).then(|| format!("perft {depth} is {own}, not {expected}"))
    })
}

/// A position with the turns that have led to it.
struct Replay {
    turns: Vec<String>,
    position: Position,
}

/// Plays the turns of a line and compares the position with what the line says of it. `replay` is the position before, which is
/// mostly one of the same game.
fn position_difference(
    game: &Arc<Game>,
    written: &dyn Fn(&Position, Turn) -> String,
    line: &str,
    replay: &mut Option<Replay>,
) -> Option<String> {
    let mut parts = line.split(';');
    let (turns, legal, result) = (parts.next()?, parts.next()?, parts.next()?);
    let all: Vec<String> = turns.split_whitespace().map(str::to_owned).collect();
    let before = replay.take().filter(|before| all.starts_with(&before.turns));
    let before = before.unwrap_or_else(|| Replay { turns: Vec::new(), position: Position::initial(game) });
    let mut position = before.position;
    for text in &all[before.turns.len()..] {
        let choices = choices(&position);
        let is_it = |&&turn: &&Turn| {
            let own = written(&position, turn);
            own == *text || is_lost(&position, turn) && is_promotion_of(text, &own)
        };
        let Some(&turn) = choices.iter().find(is_it) else {
            return Some(format!("after {turns}: {text} is no turn"));
        };
        position.play_unchecked(turn);
    }
    *replay = Some(Replay { turns: all, position: position.clone() });
    let verdict = position.verdict();
    let own_result = match verdict.map(|verdict| verdict.outcome) {
        None => "-",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(side)) if side == position.side() => "win",
        Some(Outcome::Win(_)) => "loss",
    };
    if own_result != result {
        return Some(format!("after {turns}: the result is {own_result}, not {result} ({position})"));
    }
    if result != "-" {
        return None;
    }
    let theirs: Vec<&str> = legal.split_whitespace().collect();
    let mut own: Vec<String> = Vec::new();
    for turn in choices(&position) {
        let text = written(&position, turn);
        let promotions = theirs.iter().filter(|their| is_promotion_of(their, &text));
        let promotions: Vec<String> = promotions.map(ToString::to_string).collect();
        if is_lost(&position, turn) && !promotions.is_empty() {
            own.extend(promotions);
        } else {
            own.push(text);
        }
    }
    own.sort_unstable();
    own.dedup();
    let more: Vec<&String> = own.iter().filter(|turn| !theirs.contains(&turn.as_str())).collect();
    let fewer: Vec<&&str> = theirs.iter().filter(|turn| !own.iter().any(|own| own == **turn)).collect();
    (own != theirs).then(|| format!("after {turns}: too many: {more:?}, missing: {fewer:?} ({position})"))
}

/// Returns whether a turn takes a piece with one that is lost by that. It promotes to nothing (R100), but Fairy-Stockfish lists it
/// with every promotion.
fn is_lost(position: &Position, turn: Turn) -> bool {
    let at = |square| position.board().at(square).kind();
    let ability = at(turn.first.from).map(|kind| position.game().piece(kind).ability_text.as_str());
    turn.first.promotion.is_none()
        && at(turn.first.to).is_some()
        && ability
            .is_some_and(|ability| ability.contains("explosive-capture") || ability.contains("petrifying"))
}

/// Returns whether a text is another one with the letter of a promotion.
fn is_promotion_of(text: &str, plain: &str) -> bool {
    text.strip_prefix(plain).is_some_and(|rest| rest.len() == 1)
}

/// Returns all legal turns: Fairy-Stockfish lists also those that have the same result as others.
fn choices(position: &Position) -> Vec<Turn> {
    position.legal(Scope::Choices)
}

/// Returns the numbers of games that are whole, and of those that are equal.
fn totals(found: &BTreeMap<&str, Found>, games: &[Imported]) -> [usize; 2] {
    let count = |wanted: fn(&Found) -> bool| {
        games.iter().filter(|game| wanted(&found[game.variant.as_str()])).count()
    };
    [count(Found::is_whole), count(Found::is_equal)]
}

fn summary(found: &BTreeMap<&str, Found>, built_in: &[Imported], of_file: &[Imported]) -> String {
    let mut text = "| Variants | All | Imported whole | Equal |\n|---|---|---|---|\n".to_owned();
    let mut sums = [0; 3];
    for (name, games) in [("built in", built_in), ("in `variants.ini`", of_file)] {
        let [whole, equal] = totals(found, games);
        let numbers = [games.len(), whole, equal];
        sums = [0, 1, 2].map(|index| sums[index] + numbers[index]);
        writeln!(text, "| {name} | {} | {whole} | {equal} |", games.len())
            .expect("writing to memory succeeds");
    }
    let [all, whole, equal] = sums;
    text + &format!("| together | {all} | {whole} | {equal} |\n")
}

fn table(found: &BTreeMap<&str, Found>, built_in: &[Imported], of_file: &[Imported]) -> String {
    let mut text = "\
# Games of Fairy-Stockfish

<!-- Made by `cargo xtask measure FILE`, where FILE is Fairy-Stockfish's variants.ini. -->

Which variants of Fairy-Stockfish `beaufort import` brings over whole. A game is whole if every key that has a say in it is said in
the game file. Then the leaves from its array and 50 positions of random games are compared with pyffish 0.0.90, the turns as well
as the results; it is equal if nothing differs. Of a game that is not whole, the table names the keys that are missing, and of one
that is whole and not equal it says what differs. Drops that lose since they give checkmate, which pyffish lists, are left out.

"
    .to_owned();
    text += &summary(found, built_in, of_file);
    for (title, games) in [("Built in", built_in), ("In `variants.ini`", of_file)] {
        write!(
            text,
            "\n## {title}\n\n| Variant | Missing or different | Leaves | Positions | Equal |\n|---|---|---|---|---|\n"
        )
        .expect("writing to memory succeeds");
        for game in games {
            let one = &found[game.variant.as_str()];
            let missing: Vec<String> = game
                .report
                .missing()
                .map(|note| match note.treatment {
                    Treatment::Approximated(_) => format!("`{}` (nearly)", note.key),
                    _ => format!("`{}`", note.key),
                })
                .collect();
            let missing = reason(&game.variant).map_or_else(|| missing.join(", "), str::to_owned);
            let positions = if one.positions == 0 {
                String::new()
            } else {
                format!("{} of {}", one.equal, one.positions)
            };
            let equal = if one.is_equal() { "yes" } else { "no" };
            let (name, perft) = (&game.variant, &one.perft);
            writeln!(text, "| {name} | {missing} | {perft} | {positions} | {equal} |")
                .expect("writing to memory succeeds");
        }
    }
    text
}
