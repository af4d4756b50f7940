//! The rules for workflows: actions pinned by commit, minimal permissions, no token left in the work tree.

use super::{File, Problem};

/// The action that leaves a token in the work tree by default.
const CHECKOUT: &str = "actions/checkout@";

/// Returns the problems of a workflow.
pub(super) fn problems(file: &File) -> Vec<Problem> {
    let lines: Vec<&str> = file.text.lines().collect();
    let mut problems = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((_, action)) = line.split_once("uses: ") else { continue };
        if !is_pinned(action) {
            let message = format!("`{action}`: name the action by its commit, with the version after `# `");
            problems.push(file.problem(at + 1, message));
        }
        let is_forgetful =
            lines.iter().skip(at + 1).take(2).any(|line| line.trim() == "persist-credentials: false");
        if action.starts_with(CHECKOUT) && !is_forgetful {
            problems.push(file.problem(at + 1, "the checkout lacks `persist-credentials: false`"));
        }
    }
    let rights = lines.iter().skip_while(|line| **line != "permissions:").skip(1);
    let rights: Vec<&str> = rights.take_while(|line| line.starts_with(' ')).map(|line| line.trim()).collect();
    if rights != ["contents: read"] {
        let message = "the workflow as a whole may read and nothing else: give a job what it needs besides";
        problems.push(file.problem(0, message));
    }
    problems
}

/// Returns whether an action is named as `owner/name@COMMIT # vVERSION`, or is a workflow of this repository.
fn is_pinned(action: &str) -> bool {
    if action.starts_with("./.github/workflows/") {
        return true;
    }
    let pinned = action.split_once('@').and_then(|(_, commit)| commit.split_once(" # v"));
    pinned.is_some_and(|(commit, version)| {
        commit.len() == 40
            && commit.bytes().all(|byte| byte.is_ascii_hexdigit())
            && version.starts_with(|digit: char| digit.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "permissions:
  contents: read
jobs:
      - uses: actions/checkout@0123456789012345678901234567890123456789 # v4.3.1
        with:
          persist-credentials: false
";

    fn check(text: &str) -> Vec<String> {
        let file = File { path: "a.yml".into(), text: text.into() };
        problems(&file).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn actions_are_pinned_and_have_few_rights() {
        assert_eq!(check(GOOD), [""; 0]);
        assert_eq!(check(&format!("{GOOD}    uses: ./.github/workflows/wheels.yml\n")), [""; 0]);
        for (good, bad, expected) in [
            (
                "0123456789012345678901234567890123456789 # v4.3.1",
                "v4",
                "a.yml:4: `actions/checkout@v4`: name",
            ),
            (" # v4.3.1", "", "a.yml:4: `actions/checkout@0123"),
            ("persist-credentials: false", "fetch-depth: 0", "a.yml:4: the checkout lacks"),
            ("contents: read", "contents: write", "a.yml: the workflow as a whole may read"),
        ] {
            let problems = check(&GOOD.replace(good, bad));
            assert!(problems.len() == 1 && problems[0].starts_with(expected), "{problems:?}");
        }
    }

    /// The release workflow runs the script with the version of the tag.
    #[cfg(unix)]
    #[test]
    fn each_version_in_the_changelog_has_release_notes() {
        let notes = |version: &str| {
            let mut command = std::process::Command::new(crate::step::root().join(".ci/notes"));
            crate::step::output(command.arg(version))
        };
        let changelog = std::fs::read_to_string(crate::step::root().join("CHANGELOG.md")).unwrap();
        let headings = changelog.lines().filter_map(|line| line.strip_prefix("## [")?.split_once(']'));
        let versions = headings.map(|(version, _)| version).filter(|&version| version != "Unreleased");
        let versions: Vec<&str> = versions.collect();
        assert!(!versions.is_empty());
        for version in versions {
            let notes = notes(version).unwrap();
            assert!(changelog.contains(&notes) && !notes.contains("\n## "), "{version}: {notes}");
        }
        assert!(notes("0.0").unwrap_err().contains("CHANGELOG.md says nothing about 0.0"));
    }
}
