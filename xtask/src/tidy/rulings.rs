//! Every cited rule, as in (K75), must be in the pages of the rules.

use std::collections::BTreeSet;

use super::{File, Problem};

/// The folder with the numbered rules.
const PAGES: &str = "docs/rules/";
/// The letters before the numbers.
const LETTERS: [char; 2] = ['K', 'L'];

/// Returns the citations of rules without an entry in the pages.
pub(super) fn problems(files: &[File]) -> Vec<Problem> {
    let pages = files.iter().filter(|file| file.path.starts_with(PAGES));
    let entries: BTreeSet<&str> =
        pages.flat_map(|file| file.text.lines()).filter_map(number_of_entry).collect();
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with("crates/") && file.path.ends_with(".rs")) {
        for (line, text) in (1..).zip(file.text.lines()) {
            for number in numbers(text).filter(|number| !entries.contains(number)) {
                problems.push(file.problem(line, format!("{number} has no entry in {PAGES}")));
            }
        }
    }
    problems
}

/// Returns the number of the rule that a line begins: `- **K75** Dervish: ...`.
fn number_of_entry(line: &str) -> Option<&str> {
    Some(line.strip_prefix("- **")?.split_once("** ")?.0)
}

/// Returns the numbers that a line cites.
fn numbers(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| {
        let digits = word.strip_prefix(LETTERS).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let page = file("docs/rules/some.md", "# Rules\n\n- **K1** One.\n- **K12** Twelve,\n  and K3.\n");
        let code = file("crates/rules/src/some.rs", code);
        problems(&[page, code]).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn what_has_an_entry_may_be_cited() {
        assert_eq!(check("// (K1, K12)\nconst K: [u8; 3] = [KL9, K1_0, L];\n"), [""; 0]);
    }

    #[test]
    fn what_has_none_may_not() {
        let expected = ["K2", "K3", "L1"]
            .map(|number| format!("crates/rules/src/some.rs:2: {number} has no entry in docs/rules/"));
        assert_eq!(check("//! Text.\n/// (K2 to K3, L1)\n"), expected);
    }
}
