//! The arrows between the modules of the crate `rules`.

use super::{File, Problem};

/// The modules, the lowest first: each may use those before it.
const LAYERS: &[&str] = &[
    "vocabulary",
    "grammar",
    "travel",
    "powers",
    "language",
    "game",
    "position",
    "turn",
    "generate",
    "load_game",
    "perft",
    "notation",
    "record",
    "openings",
    "help",
];

/// Where the modules are.
const FOLDER: &str = "crates/rules/src/";

/// Returns the places where a module of `rules` uses one above it.
pub(super) fn problems(files: &[File]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files {
        let Some(path) = file.path.strip_prefix(FOLDER).filter(|path| path.ends_with(".rs")) else {
            continue;
        };
        let module = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let Some(layer) = LAYERS.iter().position(|name| *name == module) else {
            let message =
                format!("the module {module} has no place yet in LAYERS of xtask/src/tidy/layers.rs");
            problems.push(file.problem(0, message));
            continue;
        };
        for (line, text) in code(file) {
            for used in names_after_crate(text) {
                let message = match LAYERS.iter().position(|name| *name == used) {
                    Some(other) if other <= layer => continue,
                    Some(_) => format!("{module} may not use {used}, which stands above it: see LAYERS"),
                    None => format!("`crate::{used}` hides a layer: name the module it is in"),
                };
                problems.push(file.problem(line, message));
            }
        }
    }
    problems
}

/// Returns the lines that are code, but for tests: these may look at everything.
fn code(file: &File) -> impl Iterator<Item = (usize, &str)> {
    let is_test = file.path.ends_with("/tests.rs");
    let lines = (1..).zip(file.text.lines()).filter(move |_| !is_test);
    let code = lines.take_while(|(_, text)| *text != "mod tests {");
    code.filter(|(_, text)| !text.trim_start().starts_with("//"))
}

/// Returns the names that a line takes from the root of the crate.
fn names_after_crate(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crate::").map(move |(at, found)| {
        let rest = &line[at + found.len()..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> Vec<String> {
        let file = File { path: format!("{FOLDER}{path}"), text: text.into() };
        problems(&[file]).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn arrows_down_and_tests_pass() {
        let text = "//! See [`crate::record`].\nuse crate::vocabulary::Square;\nuse crate::position;\nuse super::x;\n";
        assert_eq!(check("turn/mod.rs", text), [""; 0]);
        assert_eq!(check("powers/x.rs", "#[cfg(test)]\nmod tests {\n    use crate::builtin;\n}\n"), [""; 0]);
        assert_eq!(check("generate/tests.rs", "use crate::Position;\n"), [""; 0]);
        assert_eq!(check("lib.rs", "pub use crate::record;\n"), [""; 0]);
    }

    #[test]
    fn arrows_up_fail() {
        let message =
            "crates/rules/src/travel/x.rs:2: travel may not use game, which stands above it: see LAYERS";
        assert_eq!(check("travel/x.rs", "\nuse crate::game::Class;\n"), [message]);
        let message = "crates/rules/src/perft.rs:1: `crate::Turn` hides a layer: name the module it is in";
        assert_eq!(check("perft.rs", "fn f(t: crate::Turn) {}\n"), [message]);
        assert!(check("new/mod.rs", "")[0].contains("the module new has no place yet"));
    }
}
