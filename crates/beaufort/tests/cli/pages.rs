//! The commands in the code blocks of the book and of README.md: each is checked for its arguments, and run if it is short.

use std::fs;
use std::path::Path;

use crate::{WriteStdin as _, beaufort};

/// Commands that are not run: how they begin, and the reason. Their arguments are checked all the same.
const NOT_RUN: &[(&str, &str)] = &[
    ("bench", "takes minutes; the tests run it to smaller depths"),
    ("gallery", "needs the games of a server"),
    ("match", "takes minutes or needs another engine"),
    ("perft scirocco 5", "takes minutes without optimisation"),
    ("puzzles", "takes hours"),
    ("serve", "runs until it is stopped"),
    ("study", "takes hours"),
    ("train", "takes hours"),
    ("tune", "takes hours"),
    ("worker", "runs until it is stopped"),
];

/// A command of a page.
#[derive(Debug)]
struct Example {
    page: String,
    line: usize,
    words: Vec<String>,
}

/// Returns the pages of the book in this repository, and README.md.
fn pages() -> Vec<String> {
    let summary = read("docs/SUMMARY.md");
    let targets = summary.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let pages = targets.map(|(target, _)| format!("docs/{target}")).filter(|page| page.ends_with(".md"));
    pages.chain(["README.md".to_owned()]).collect()
}

fn read(page: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// Returns the commands of a page.
fn examples(page: &str) -> Vec<Example> {
    let (text, mut found, mut is_fenced) = (read(page), Vec::new(), false);
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let start = line.trim_start();
        if start.starts_with("```") {
            is_fenced = !is_fenced;
        }
        let mut command = match () {
            // Lines that are indented further are drawings.
            () if !is_fenced && !(4..12).contains(&(line.len() - start.len())) => continue,
            () if start.starts_with("beaufort ") => start.trim_start_matches("beaufort "),
            () if start.starts_with("cargo run ") => match start.split_once(" -- ") {
                Some((_, rest)) => rest,
                None => continue,
            },
            () => continue,
        }
        .to_owned();
        while command.ends_with('\\') {
            let (next, _) =
                lines.next().unwrap_or_else(|| panic!("{page}:{number}: the command does not end"));
            command = format!("{} {}", command.trim_end_matches('\\'), next.trim());
        }
        // An explanation stands apart.
        let command = command.split("    ").next().unwrap_or_default();
        found.push(Example { page: page.to_owned(), line: number, words: words(command) });
    }
    found
}

/// Returns the words of a command, as a shell divides it.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in command.chars() {
        match (letter, quote) {
            ('\'' | '"', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            (' ', None) => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the game file of the first recipe in CONTRIBUTING.md, which the commands below it read.
fn recipe() -> String {
    let page = read("CONTRIBUTING.md");
    let lines = page.lines().skip_while(|line| !line.starts_with("    extends = "));
    lines
        .take_while(|line| !line.starts_with("    cargo "))
        .map(|line| format!("{}\n", line.trim_start()))
        .collect()
}

#[test]
fn the_commands_of_the_book_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my.toml"), recipe()).unwrap();
    let examples: Vec<Example> = pages().iter().flat_map(|page| examples(page)).collect();
    assert!(examples.len() > 40, "{}", examples.len());
    let mut used = vec![false; NOT_RUN.len()];
    let mut failed = Vec::new();
    for Example { page, line, words } in &examples {
        let run = |words: &[String]| {
            let mut command = beaufort("");
            command.args(words).current_dir(&folder).write_stdin("");
            command.output().unwrap()
        };
        let text = words.join(" ");
        let is_as = |start: &str| {
            text.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let reason = NOT_RUN.iter().position(|(start, _)| is_as(start));
        let output = match reason {
            Some(index) => {
                used[index] = true;
                run(&[&words[..], &["--help".to_owned()]].concat())
            }
            None => run(words),
        };
        if !output.status.success() {
            failed.push(format!("{page}:{line}: {text}\n{}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let unused: Vec<&str> =
        NOT_RUN.iter().zip(used).filter(|(_, used)| !used).map(|((start, _), _)| *start).collect();
    assert!(unused.is_empty(), "no page has these commands: {unused:?}");
}

#[test]
fn commands_are_divided_as_by_a_shell() {
    assert_eq!(words("match a 'uci:x time=1'  \"b c\""), ["match", "a", "uci:x time=1", "b c"]);
}
