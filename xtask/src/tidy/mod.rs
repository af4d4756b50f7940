//! The rules of the repository that no compiler checks.

mod engine;
mod layers;
mod limits;
mod links;
mod manifests;
mod rulings;
mod tables;
mod test_files;
mod text;
mod units;
mod workflows;

use std::fmt;
use std::path::Path;

/// A violation of a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The file, from the root of the repository.
    file: String,
    /// The line, counted from 1; 0 for the file as a whole.
    line: usize,
    /// The problem and its fix.
    message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

/// A text file of the repository.
struct File {
    /// From the root of the repository, with `/` between the parts.
    path: String,
    text: String,
}

impl File {
    fn problem(&self, line: usize, message: impl Into<String>) -> Problem {
        Problem { file: self.path.clone(), line, message: message.into() }
    }
}

/// Returns all problems of the repository.
pub(crate) fn problems(root: &Path) -> Vec<Problem> {
    let files = text_files(root);
    let mut problems = Vec::new();
    for file in &files {
        problems.extend(text::problems(file));
        if file.path.ends_with("Cargo.toml") {
            problems.extend(manifests::problems(file));
        }
        if file.path.ends_with(".md") {
            problems.extend(tables::problems(file));
        }
        if file.path.ends_with(".service") {
            problems.extend(units::problems(file));
        }
        if file.path.starts_with(".github/workflows/") {
            problems.extend(workflows::problems(file));
        }
    }
    problems.extend(text::stale_exceptions(&files));
    problems.extend(manifests::stale_arrows(&files));
    problems.extend(manifests::other_versions(&files));
    problems.extend(engine::problems(&files));
    problems.extend(layers::problems(&files));
    problems.extend(rulings::problems(&files));
    problems.extend(limits::problems(&files));
    problems.extend(test_files::problems(&files));
    problems.extend(links::problems(root, &files));
    problems
}

/// Returns the text files of the repository sorted by path, without built and downloaded files.
fn text_files(root: &Path) -> Vec<File> {
    const SKIPPED: &[&str] = &[
        ".git",
        "target",
        "dist",
        "node_modules",
        "artifacts",
        ".cache",
        ".mypy_cache",
        ".pytest_cache",
        "__pycache__",
    ];
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if SKIPPED.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let path = path.strip_prefix(root).expect("it was found under the root");
                let path = path.to_string_lossy().replace('\\', "/");
                files.push(File { path, text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_tidy() {
        let problems: Vec<String> = problems(crate::step::root()).iter().map(Problem::to_string).collect();
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    }

    #[test]
    fn the_whole_tree_is_read() {
        let files = text_files(crate::step::root());
        for path in ["Cargo.toml", "README.md", ".ci/run", "xtask/src/tidy/mod.rs", "crates/rules/Cargo.toml"]
        {
            assert!(files.iter().any(|file| file.path == path), "{path}");
        }
        assert!(!files.iter().any(|file| file.path.starts_with("target/")));
    }
}
