//! Compares the page of the limits with the source.

use std::collections::BTreeSet;

use super::{File, Problem};

/// The page.
const PAGE: &str = "docs/limits.md";
/// The folders whose limits must all be on the page.
const COMPLETE: [&str; 6] = [
    "crates/import/src/",
    "crates/protocol/src/",
    "crates/python/src/",
    "crates/server/src/",
    "crates/session/src/",
    "crates/wasm/src/",
];

/// Returns the differences between the page and the source.
pub(super) fn problems(files: &[File]) -> Vec<Problem> {
    let Some(page) = files.iter().find(|file| file.path == PAGE) else { return Vec::new() };
    let mut problems = Vec::new();
    let mut listed = BTreeSet::new();
    for (line, text) in (1..).zip(page.text.lines()) {
        let Some((name, value, path)) = row(text) else { continue };
        listed.insert((path, name));
        let file = files.iter().find(|file| file.path == path);
        let constants = file.into_iter().flat_map(|file| constants(&file.text));
        match constants.filter(|(known, _)| *known == name).map(|(_, value)| value).next() {
            Some(known) if known == value => {}
            Some(known) => problems.push(page.problem(line, format!("{path} has `{name} = {known}`"))),
            None => problems.push(page.problem(line, format!("{path} has no constant `{name}`"))),
        }
    }
    for file in files.iter().filter(|file| COMPLETE.iter().any(|folder| file.path.starts_with(folder))) {
        for (name, value) in constants(&file.text) {
            if name.starts_with("MAX_") && !listed.contains(&(file.path.as_str(), name)) {
                problems.push(file.problem(0, format!("`{name} = {value}` is missing in {PAGE}")));
            }
        }
    }
    problems
}

/// Parses the last column of a row: the name and the value of the constant, and its file.
fn row(line: &str) -> Option<(&str, &str, &str)> {
    let last = line.strip_prefix("| ")?.strip_suffix(" |")?.rsplit(" | ").next()?;
    let (constant, path) = last.strip_prefix('`')?.strip_suffix('`')?.split_once("` in `")?;
    let (name, value) = constant.split_once(" = ")?;
    Some((name, value, path))
}

/// Returns the names and values of the constants of a source file that fit in one line.
fn constants(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = ["pub(crate) ", "pub(super) ", "pub "]
            .iter()
            .find_map(|word| line.strip_prefix(word))
            .unwrap_or(line);
        let (name, rest) = line.strip_prefix("const ")?.split_once(": ")?;
        Some((name, rest.split_once(" = ")?.1.strip_suffix(';')?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(row: &str, source: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let page = file(PAGE, &format!("# Limits\n\n| what | bound | constant |\n|---|---|---|\n{row}\n"));
        problems(&[page, file("crates/server/src/a.rs", source)]).iter().map(Problem::to_string).collect()
    }

    const ROW: &str = "| rooms | 7 | `MAX_ROOMS = 7` in `crates/server/src/a.rs` |";

    #[test]
    fn what_is_the_same_is_right() {
        assert_eq!(check(ROW, "pub(crate) const MAX_ROOMS: usize = 7;\nconst OTHER: u8 = 1;\n"), [""; 0]);
    }

    #[test]
    fn what_differs_or_is_missing_is_wrong() {
        for (row, source, expected) in [
            (
                ROW,
                "const MAX_ROOMS: usize = 8;\n",
                "docs/limits.md:5: crates/server/src/a.rs has `MAX_ROOMS = 8`",
            ),
            (ROW, "", "docs/limits.md:5: crates/server/src/a.rs has no constant `MAX_ROOMS`"),
            (
                "",
                "const MAX_ROOMS: usize = 8;\n",
                "crates/server/src/a.rs: `MAX_ROOMS = 8` is missing in docs/limits.md",
            ),
        ] {
            assert_eq!(check(row, source), [expected]);
        }
    }
}
