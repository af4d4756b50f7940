//! The links and anchors of pages in Markdown.

use std::collections::BTreeSet;
use std::ops::Range;

/// A link or a picture of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The line, counted from 1.
    pub(crate) line: usize,
    /// The place of `[text](target)` in the page.
    pub(crate) whole: Range<usize>,
    /// The place of the target.
    pub(crate) target: Range<usize>,
}

/// Returns the links of a page, without those in code.
pub(crate) fn links(page: &str) -> Vec<Link> {
    let (mut links, mut open, mut in_code) = (Vec::new(), Vec::new(), false);
    for (number, start, line) in prose(page) {
        if line.trim().is_empty() {
            in_code = false;
            open.clear();
        }
        for (at, letter) in line.char_indices() {
            match letter {
                '`' => in_code = !in_code,
                '[' if !in_code => open.push(start + at),
                ']' if !in_code => {
                    let Some(from) = open.pop() else { continue };
                    let target = line[at + 1..].strip_prefix('(').and_then(|rest| rest.split_once(')'));
                    if let Some((target, _)) = target {
                        let begin = start + at + 2;
                        let target = begin..begin + target.len();
                        links.push(Link { line: number, whole: from..target.end + 1, target });
                    }
                }
                _ => {}
            }
        }
    }
    links
}

/// Returns the anchors of a page's headings.
pub(crate) fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, _, line) in prose(page) {
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let words = heading.trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let again = (1..).map(|n| format!("{anchor}-{n}"));
        let free = std::iter::once(anchor.clone()).chain(again).find(|name| !anchors.contains(name));
        anchors.extend(free);
    }
    anchors
}

/// Returns the lines outside code blocks: the number from 1, the place of its first byte, and the text.
fn prose(page: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let (mut start, mut is_fenced) = (0, false);
    page.split_inclusive('\n').zip(1..).filter_map(move |(line, number)| {
        let at = start;
        start += line.len();
        let text = line.trim_start();
        let is_fence = text.starts_with("```");
        is_fenced ^= is_fence;
        // Items of nested lists are indented, too.
        let is_block = line.starts_with("    ") && !text.starts_with("- ");
        (!is_fenced && !is_fence && !is_block).then_some((number, at, line))
    })
}

/// Returns whether a target is a file of the repository or a place in the same page.
pub(crate) fn is_local(target: &str) -> bool {
    !target.contains(':')
}

/// Returns the file to which a target of a page leads, from the root of the repository, and the anchor, which may be empty.
/// `None` if it leads out of the repository.
pub(crate) fn resolve<'a>(page: &str, target: &'a str) -> Option<(String, &'a str)> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    if path.is_empty() {
        return Some((page.to_owned(), anchor));
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            name => parts.push(name),
        }
    }
    Some((parts.join("/"), anchor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_outside_code_are_found() {
        let page = "See [one](a.md#b), ![two](p.svg) and `[no](c)`,\n[three\nfour](../d.md).\n\n```\n[no](e)\n```\n    [P](P)8\n    - [five](f.md)\n";
        let found: Vec<(usize, &str, &str)> = links(page)
            .iter()
            .map(|link| (link.line, &page[link.whole.clone()], &page[link.target.clone()]))
            .collect();
        assert_eq!(
            found,
            [
                (1, "[one](a.md#b)", "a.md#b"),
                (1, "[two](p.svg)", "p.svg"),
                (3, "[three\nfour](../d.md)", "../d.md"),
                (9, "[five](f.md)", "f.md"),
            ]
        );
    }

    #[test]
    fn anchors_are_those_of_headings() {
        let page = "# A page\n\n## `go`: K1, and more\n\n```\n# no\n```\n\n## A page\n#no\n";
        assert_eq!(anchors(page).into_iter().collect::<Vec<_>>(), ["a-page", "a-page-1", "go-k1-and-more"]);
    }

    #[test]
    fn targets_are_resolved() {
        let resolved = |target| resolve("docs/rules/a.md", target);
        assert_eq!(resolved("../b.md#c"), Some(("docs/b.md".into(), "c")));
        assert_eq!(resolved("#c"), Some(("docs/rules/a.md".into(), "c")));
        assert_eq!(resolved("../../D.md"), Some(("D.md".into(), "")));
        assert_eq!(resolved("../../../x"), None);
        assert!(is_local("a.md") && !is_local("https://example.org"));
    }
}
