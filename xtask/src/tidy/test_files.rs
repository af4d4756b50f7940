//! Every file of tests belongs to a program of tests: the compiler does not see one that `main.rs` forgets.

use super::{File, Problem};

/// Returns the files of tests that are never compiled.
pub(super) fn problems(files: &[File]) -> Vec<Problem> {
    let mains = files.iter().filter(|file| file.path.contains("/tests/") && file.path.ends_with("/main.rs"));
    mains.flat_map(|main| forgotten(main, files)).collect()
}

fn forgotten<'a>(main: &'a File, files: &'a [File]) -> impl Iterator<Item = Problem> + 'a {
    let folder = main.path.strip_suffix("main.rs").unwrap_or_default();
    let manifest = folder.split("/tests/").next().map(|package| format!("{package}/Cargo.toml"));
    let manifest = files.iter().find(move |file| Some(&file.path) == manifest.as_ref());
    files.iter().filter_map(move |file| {
        let name = module(file.path.strip_prefix(folder)?)?;
        let is_named = [format!("mod {name};"), format!("mod r#{name};")]
            .iter()
            .any(|named| main.text.lines().any(|line| line == named));
        let is_program =
            manifest.is_some_and(|file| file.text.contains(&format!("[[test]]\nname = \"{name}\"\n")));
        (!is_named && !is_program)
            .then(|| file.problem(0, format!("it is never compiled: {} lacks `mod {name};`", main.path)))
    })
}

/// Returns the module of a path beside `main.rs`.
fn module(path: &str) -> Option<&str> {
    let name = path.strip_suffix("/mod.rs").or_else(|| path.strip_suffix(".rs"))?;
    (name != "main" && !name.contains('/')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forgotten_file_is_found() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let files = [
            file("crates/a/Cargo.toml", "[[test]]\nname = \"alone\"\n"),
            file("crates/a/tests/main.rs", "mod known;\nmod folder;\nmod r#match;\n"),
            file("crates/a/tests/alone.rs", ""),
            file("crates/a/tests/folder/mod.rs", ""),
            file("crates/a/tests/folder/part.rs", ""),
            file("crates/a/tests/forgotten.rs", ""),
            file("crates/a/tests/known.rs", ""),
            file("crates/a/tests/known_as/mod.rs", ""),
            file("crates/a/tests/match.rs", ""),
            file("crates/a/src/main.rs", ""),
            file("crates/a/src/other.rs", ""),
        ];
        let found: Vec<String> = problems(&files).iter().map(Problem::to_string).collect();
        assert_eq!(
            found,
            [
                "crates/a/tests/forgotten.rs: it is never compiled: crates/a/tests/main.rs lacks `mod forgotten;`",
                "crates/a/tests/known_as/mod.rs: it is never compiled: crates/a/tests/main.rs lacks `mod known_as;`",
            ]
        );
    }
}
