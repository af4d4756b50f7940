//! Rules for the text of single files.

use super::{File, Problem};

/// The maximum number of lines of a Rust file.
const MAX_LINES: usize = 600;

/// Longer files, each with a reason.
const LONG_FILES: &[(&str, &str)] = &[];

/// Macros that mark unfinished work.
const UNFINISHED: [&str; 3] = ["dbg", "todo", "unimplemented"];

/// The format `{:?}`, which would show two backslashes for one in a message.
const RUST_ESCAPES: [&str; 3] = [".escape_debug()", ".escape_default()", ":?}`"];

/// The file with the one function that shows input in messages.
const QUOTE: &str = "crates/rules/src/vocabulary/quote.rs";

/// Folders in absolute paths of a developer's machine.
const MACHINE_FOLDERS: [&str; 5] = ["home", "root", "tmp", "work", "Users"];

/// Folders of parser inputs, valid and invalid, kept byte for byte.
const RAW_INPUTS: &str = "fuzz/corpus/";

/// Returns the problems of a file's text.
pub(super) fn problems(file: &File) -> Vec<Problem> {
    let mut problems = Vec::new();
    if file.path.starts_with(RAW_INPUTS) {
        return problems;
    }
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        problems.push(file.problem(file.text.lines().count(), "the last line does not end"));
    }
    for (line, text) in (1..).zip(file.text.lines()) {
        if let Some(path) = MACHINE_FOLDERS.iter().find(|folder| has_path(text, folder)) {
            problems.push(file.problem(line, format!("a path of one machine: /{path}")));
        }
    }
    if file.path.ends_with(".rs") {
        problems.extend(rust_problems(file));
    }
    if file.path == "CHANGELOG.md" && !file.text.lines().any(|line| line == "## [Unreleased]") {
        problems.push(file.problem(0, "the section `## [Unreleased]` is missing"));
    }
    problems
}

fn rust_problems(file: &File) -> Vec<Problem> {
    let mut problems = Vec::new();
    let lines = file.text.lines().count();
    if lines > MAX_LINES && !LONG_FILES.iter().any(|(path, _)| *path == file.path) {
        let message = format!(
            "{lines} lines are more than {MAX_LINES}: divide the file, or give a reason in LONG_FILES"
        );
        problems.push(file.problem(0, message));
    }
    for (line, text) in (1..).zip(file.text.lines()) {
        if let Some(name) = UNFINISHED.iter().find(|name| text.contains(&format!("{name}!("))) {
            problems.push(file.problem(line, format!("unfinished: `{name}!`")));
        }
        let is_source = file.path.starts_with("crates/") && file.path.contains("/src/") && file.path != QUOTE;
        // To count what a character becomes shows nothing.
        let shows = |escape: &&&str| text.contains(**escape) && !text.contains(&format!("{escape}.count()"));
        if let Some(escape) = RUST_ESCAPES.iter().filter(|_| is_source).find(shows) {
            let message =
                format!("`{escape}` shows input as Rust's source does: show it by `quoted` of {QUOTE}");
            problems.push(file.problem(line, message));
        }
    }
    problems
}

/// Returns the exceptions that are no longer needed.
pub(super) fn stale_exceptions(files: &[File]) -> Vec<Problem> {
    let is_long =
        |path: &str| files.iter().any(|file| file.path == path && file.text.lines().count() > MAX_LINES);
    let stale = LONG_FILES.iter().filter(|(path, _)| !is_long(path));
    let message = "not a long file any more: remove it from LONG_FILES";
    stale.map(|(path, _)| Problem { file: (*path).into(), line: 0, message: message.into() }).collect()
}

/// Returns whether a line has an absolute path into the folder, other than in a URL.
fn has_path(line: &str, folder: &str) -> bool {
    let path = format!("/{folder}/");
    line.match_indices(&path)
        .any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-~*}/".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> Vec<String> {
        problems(&File { path: path.into(), text: text.into() }).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn good_files_pass() {
        for (path, text) in [
            ("a.md", ""),
            ("a.md", "https://example.org/home/page\ncrates/work/x ./tmp/y\n"),
            ("a.rs", "fn f() {}\n"),
            ("fuzz/corpus/positions/cut.txt", "no end"),
            ("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n"),
        ] {
            assert_eq!(check(path, text), [""; 0]);
        }
    }

    #[test]
    fn bad_files_fail() {
        let machine = format!("see `/{}/me/x`\n", "home");
        let escaped = format!("name{}\n", RUST_ESCAPES[0]);
        let unfinished = format!("fn f() {{\n    {}!()\n}}\n", "todo");
        for (path, text, expected) in [
            ("a.md", "one\ntwo", "a.md:2: the last line does not end"),
            ("a.md", &machine, "a.md:1: a path of one machine: /home"),
            ("a.rs", &unfinished, "a.rs:2: unfinished: `todo!`"),
            (
                "crates/a/src/a.rs",
                &escaped,
                "crates/a/src/a.rs:1: `.escape_debug()` shows input as Rust's source does: show it by `quoted` of crates/rules/src/vocabulary/quote.rs",
            ),
            ("CHANGELOG.md", "# Changelog\n", "CHANGELOG.md: the section `## [Unreleased]` is missing"),
        ] {
            assert_eq!(check(path, text), [expected]);
        }
        assert_eq!(check("a.rs", &"\n".repeat(MAX_LINES)), [""; 0]);
        assert!(check("a.rs", &"\n".repeat(MAX_LINES + 1))[0].starts_with("a.rs: 601 lines"));
    }
}
