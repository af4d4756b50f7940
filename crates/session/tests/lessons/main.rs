//! The lessons of `games/lessons/` and the puzzles of `games/puzzles/` keep what they promise: every position can be played,
//! every solution is legal to its end, and no turn that wins at once is called wrong.

mod course;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use beaufort_rules::changes::Trial;
use beaufort_rules::language::words::{self, Kind};
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Notation, Position, builtin};
use serde::Deserialize;

/// A lesson as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    title: String,
    chapter: String,
    game: String,
    /// The name of the piece that it is about.
    piece: String,
    text: String,
    exercise: Vec<Exercise>,
}

/// A position with a goal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exercise {
    position: String,
    goal: String,
    /// Lines of turns: the learner's, a reply, the learner's and so on.
    solutions: Vec<Vec<String>>,
    hint: Option<String>,
    done: Option<String>,
    /// The answers to some wrong turns.
    #[serde(default)]
    answers: BTreeMap<String, String>,
}

/// The puzzles of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzles {
    puzzle: Vec<Puzzle>,
}

/// A position in which one turn is best; its themes are read by `beaufort-lab`.
#[derive(Deserialize)]
struct Puzzle {
    position: String,
    solution: Vec<String>,
    /// How hard it is: 1 to 5.
    grade: u8,
}

/// Returns the files of a folder beside the games, by their names.
fn files(folder: &str) -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(folder);
    let paths =
        fs::read_dir(&path).expect("the folder is there").map(|entry| entry.expect("it is read").path());
    let name = |path: &PathBuf| path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    paths.map(|path| (name(&path), fs::read_to_string(&path).expect("it is a text"))).collect()
}

fn lessons() -> BTreeMap<String, Lesson> {
    let read = |(name, text): (String, String)| {
        let lesson =
            toml::from_str(&text).unwrap_or_else(|error| panic!("games/lessons/{name}.toml: {error}"));
        (name, lesson)
    };
    files("lessons").into_iter().map(read).collect()
}

/// Returns the position as the text of a file has it, if it can be played.
fn position(game: &str, text: &str) -> Result<Position, String> {
    let game = builtin::game(game).ok_or_else(|| format!("there is no game `{game}`"))?;
    let position = Position::parse(&game, text).map_err(|error| format!("{text}: {error}"))?;
    match position.verdict() {
        None => Ok(position),
        Some(verdict) => Err(format!("{text}: the game is over, {:?}", verdict.reason)),
    }
}

/// Returns the positions before each of the learner's turns of a line, the first one included.
fn play(start: &Position, line: &[String]) -> Result<Vec<Position>, String> {
    if line.len().is_multiple_of(2) {
        return Err(format!("{line:?} does not end with a turn of the learner"));
    }
    let mut before = Vec::new();
    let mut now = start.clone();
    for (index, text) in line.iter().enumerate() {
        if index.is_multiple_of(2) {
            before.push(now.clone());
        }
        let turn = Notation::new(&now).iter().find(|(_, known)| known == text).map(|(turn, _)| turn);
        let turn = turn.ok_or_else(|| format!("`{text}` of {line:?} is no turn"))?;
        now.play(turn).map_err(|error| format!("`{text}`: {error}"))?;
        if now.verdict().is_some() && index + 1 < line.len() {
            return Err(format!("the game is over after `{text}` of {line:?}"));
        }
    }
    Ok(before)
}

/// Returns the turns that win at once.
fn winning(position: &Position) -> BTreeSet<String> {
    let wins = |turn| {
        let mut after = position.clone();
        after.play(turn).expect("what is listed can be played");
        after.verdict().is_some_and(|verdict| verdict.outcome == Outcome::Win(position.side()))
    };
    let notation = Notation::new(position);
    notation.iter().filter(|(turn, _)| wins(*turn)).map(|(_, text)| text.to_owned()).collect()
}

/// Returns what is wrong with an exercise.
fn mistakes(game: &str, exercise: &Exercise) -> Vec<String> {
    let start = match position(game, &exercise.position) {
        Ok(start) => start,
        Err(mistake) => return vec![mistake],
    };
    let mut found = Vec::new();
    let mut is_known: BTreeMap<&str, bool> =
        exercise.answers.keys().map(|turn| (turn.as_str(), false)).collect();
    for line in &exercise.solutions {
        let before = match play(&start, line) {
            Ok(before) => before,
            Err(mistake) => {
                found.push(mistake);
                continue;
            }
        };
        for (step, position) in before.iter().enumerate() {
            let so_far = &line[..2 * step];
            let is_right = |turn: &str| {
                exercise.solutions.iter().any(|other| {
                    other.starts_with(so_far) && other.get(2 * step).is_some_and(|one| one == turn)
                })
            };
            let wins = winning(position);
            let wins: Vec<_> = wins.iter().filter(|turn| !is_right(turn)).collect();
            if !wins.is_empty() {
                found.push(format!("{wins:?} win at once and are no solution"));
            }
            let notation = Notation::new(position);
            for (turn, is_known) in &mut is_known {
                *is_known |= notation.iter().any(|(_, text)| text == *turn) && !is_right(turn);
            }
        }
    }
    let idle = is_known.iter().filter(|(_, is_known)| !**is_known);
    found.extend(idle.map(|(turn, _)| format!("the answer to `{turn}` is never given")));
    found
}

#[test]
fn every_exercise_of_a_lesson_can_be_solved_as_its_file_says() {
    let mut failures = String::new();
    for (name, lesson) in lessons() {
        assert!(!lesson.exercise.is_empty(), "{name} has no exercise");
        let game = builtin::game(&lesson.game)
            .unwrap_or_else(|| panic!("{name}: there is no game `{}`", lesson.game));
        let is_known = game.definition().pieces.iter().any(|piece| piece.name == lesson.piece);
        assert!(is_known, "{name}: there is no {}", lesson.piece);
        for (index, exercise) in lesson.exercise.iter().enumerate() {
            if exercise.solutions.is_empty() {
                failures += &format!("{name}, exercise {}: it has no solution\n", index + 1);
            }
            for mistake in mistakes(&lesson.game, exercise) {
                failures += &format!("{name}, exercise {}: {mistake}\n", index + 1);
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn lessons_have_names_of_their_own_and_chapters_that_hold_together() {
    let lessons = lessons();
    let ids: BTreeSet<_> =
        lessons.keys().map(|name| name.split_once('-').expect("a number and a name").1).collect();
    assert_eq!(ids.len(), lessons.len(), "two lessons have the same name after their numbers");
    let mut chapters: Vec<&str> = lessons.values().map(|lesson| lesson.chapter.as_str()).collect();
    chapters.dedup();
    let apart: BTreeSet<_> = chapters.iter().collect();
    assert_eq!(apart.len(), chapters.len(), "the lessons of a chapter stand apart: {chapters:?}");
    for (name, lesson) in &lessons {
        assert!(name.starts_with(|first: char| first.is_ascii_digit()), "{name} has no number");
        let texts =
            [&lesson.title, &lesson.text].into_iter().chain(lesson.exercise.iter().flat_map(|exercise| {
                [&exercise.goal]
                    .into_iter()
                    .chain(&exercise.hint)
                    .chain(&exercise.done)
                    .chain(exercise.answers.values())
            }));
        for text in texts {
            assert!(!text.trim().is_empty(), "{name} has an empty text");
        }
    }
}

#[test]
fn every_power_is_met_in_a_lesson() {
    let mut met = BTreeSet::new();
    for lesson in lessons().values() {
        let game = builtin::game(&lesson.game).expect("another test reads the positions");
        for exercise in &lesson.exercise {
            let position = position(&lesson.game, &exercise.position).expect("another test reads it");
            let pieces = position.board().pieces().filter_map(|(_, piece)| piece.kind());
            let texts = pieces.map(|kind| &game.definition().pieces[kind.index()].ability_text);
            met.extend(texts.flat_map(|text| words::used_in(text)).map(|word| word.name));
        }
    }
    let taught = ["scirocco", "typhoon", "jupiter", "larger-board"]
        .map(|id| builtin::game(id).expect("it is built in"));
    let is_used = |name: &str| {
        taught
            .iter()
            .flat_map(|game| &game.definition().pieces)
            .any(|piece| words::used_in(&piece.ability_text).any(|word| word.name == name))
    };
    // A Thunder is gone as soon as it is dropped: it stands on no board.
    let missing: Vec<_> = words::of(Kind::Power)
        .map(|power| power.name)
        .filter(|name| is_used(name) && !met.contains(name) && *name != "explode")
        .collect();
    assert!(missing.is_empty(), "no lesson has a piece with one of {missing:?}");
}

#[test]
fn every_puzzle_can_be_solved_as_its_file_says() {
    let mut failures = String::new();
    for (name, text) in files("puzzles") {
        let file: Puzzles =
            toml::from_str(&text).unwrap_or_else(|error| panic!("games/puzzles/{name}.toml: {error}"));
        for (index, puzzle) in file.puzzle.iter().enumerate() {
            let mistake =
                position(&name, &puzzle.position).and_then(|start| play(&start, &puzzle.solution)).err();
            let grade = (!(1..=5).contains(&puzzle.grade)).then(|| format!("{} is no grade", puzzle.grade));
            for mistake in mistake.into_iter().chain(grade) {
                failures += &format!("{name}, puzzle {}: {mistake}\n", index + 1);
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// The wonders that the first view of the page shows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wonders {
    seen: [String; 2],
    wonder: Vec<Wonder>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wonder {
    position: String,
    turn: String,
    /// The squares where the piece that moves begins and ends each of its steps.
    way: Vec<String>,
    words: String,
}

#[test]
fn every_wonder_can_be_played_and_does_not_miss_a_win() {
    for (name, text) in files("wonders") {
        let file: Wonders =
            toml::from_str(&text).unwrap_or_else(|error| panic!("games/wonders/{name}.toml: {error}"));
        let size = builtin::game(&name).expect("the file is named after a game").definition().size;
        for corner in &file.seen {
            assert!(size.parse(corner).is_ok(), "{name}: there is no {corner}");
        }
        for Wonder { position: text, turn, way, words } in file.wonder {
            let start = position(&name, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
            play(&start, std::slice::from_ref(&turn)).unwrap_or_else(|error| panic!("{name}: {error}"));
            let way: Vec<_> = way.iter().map(|name| size.parse(name).expect("a way has squares")).collect();
            let played = start.read_turn(&turn).expect("it is a turn");
            let steps = Trial::new(&start).changes(played).steps;
            let ends: Vec<_> = steps.iter().map(|made| made.step.to).collect();
            assert_eq!(start.board().at(way[0]).side(), start.side(), "{turn}: what moves is not there");
            assert_eq!(way[1..], ends, "{turn}");
            assert!(winning(&start).is_empty(), "{name}: something wins at once instead of {turn}");
            assert!(!words.trim().is_empty(), "{turn}");
        }
    }
}

/// Returns the example of a page in TOML.
fn example(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let text = fs::read_to_string(path).expect("the page is there");
    let (_, rest) = text.split_once("```toml\n").expect("it has an example");
    rest.split("```").next().expect("it ends").to_owned()
}

#[test]
fn the_examples_of_the_pages_can_be_solved() {
    let lesson: Lesson = toml::from_str(&example("lessons.md")).expect("it is a lesson");
    let found: Vec<String> =
        lesson.exercise.iter().flat_map(|exercise| mistakes(&lesson.game, exercise)).collect();
    assert!(found.is_empty(), "{found:?}");
    let puzzles: Puzzles = toml::from_str(&example("puzzles.md")).expect("it is a file of puzzles");
    for puzzle in &puzzles.puzzle {
        let start = position("scirocco", &puzzle.position).expect("it can be played");
        play(&start, &puzzle.solution).expect("it can be solved");
    }
}
