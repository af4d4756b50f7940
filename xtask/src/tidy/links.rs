//! Links in Markdown lead to files and headings that exist, and the book has every page of `docs/`.

use std::path::Path;

use super::{File, Problem};
use crate::markdown::{anchors, is_local, links, resolve};

/// The table of contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";
/// Pages of `docs/` that the book leaves out, each with a reason.
const LEFT_OUT: &[(&str, &str)] = &[("docs/decisions/", "reasons for developers, read beside the code")];

/// Returns the problems of all pages.
pub(super) fn problems(root: &Path, files: &[File]) -> Vec<Problem> {
    // In source folders there are parts of the page about the language, which is checked as a whole.
    let is_page = |file: &&File| file.path.ends_with(".md") && !file.path.contains("/src/");
    let pages: Vec<&File> = files.iter().filter(is_page).collect();
    let mut problems: Vec<Problem> = pages.iter().flat_map(|page| broken(root, page, &pages)).collect();
    if let Some(summary) = pages.iter().find(|page| page.path == SUMMARY) {
        problems.extend(missing(summary, files));
    }
    problems
}

/// Returns the links of a page that lead nowhere.
fn broken(root: &Path, page: &File, pages: &[&File]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for link in links(&page.text) {
        let target = &page.text[link.target.clone()];
        if !is_local(target) {
            continue;
        }
        let resolved = resolve(&page.path, target).filter(|(file, _)| root.join(file).exists());
        let Some((file, anchor)) = resolved else {
            problems.push(page.problem(link.line, format!("there is no file `{target}`")));
            continue;
        };
        let leads_to = pages.iter().find(|page| page.path == file);
        if !anchor.is_empty() && !leads_to.is_some_and(|page| anchors(&page.text).contains(anchor)) {
            problems.push(page.problem(link.line, format!("{file} has no heading `#{anchor}`")));
        }
    }
    problems
}

/// Returns the pages of `docs/` that are neither in the book nor left out.
fn missing(summary: &File, files: &[File]) -> Vec<Problem> {
    let targets = links(&summary.text).into_iter().map(|link| &summary.text[link.target]);
    let listed: Vec<String> =
        targets.filter_map(|target| resolve(SUMMARY, target)).map(|(file, _)| file).collect();
    let is_page = |path: &str| {
        path.starts_with("docs/") && (path.ends_with(".md") || path.ends_with(".ipynb")) && path != SUMMARY
    };
    let is_left_out = |path: &str| LEFT_OUT.iter().any(|(start, _)| path.starts_with(start));
    let pages = files.iter().filter(|file| is_page(&file.path));
    let missing = pages.filter(|page| !listed.contains(&page.path) && !is_left_out(&page.path));
    missing.map(|page| page.problem(0, "the page is missing in docs/SUMMARY.md")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_reported() {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let files = [
            file("docs/SUMMARY.md", "[Rules](rules.md)\n"),
            file("docs/rules.md", "# Rules\n\n[self](#rules) [site](https://example.org/x)\n"),
            file("docs/decisions/1.md", "[no](../rules.md#no)\n\n[gone](gone.md)\n"),
            file("docs/other.md", ""),
        ];
        let folder = std::env::temp_dir().join(format!("beaufort-xtask-{}-links", std::process::id()));
        std::fs::create_dir_all(folder.join("docs")).expect("it can be created");
        std::fs::write(folder.join("docs/rules.md"), "").expect("it can be written");
        let found: Vec<String> = problems(&folder, &files).iter().map(Problem::to_string).collect();
        std::fs::remove_dir_all(&folder).expect("it can be removed");
        assert_eq!(
            found,
            [
                "docs/decisions/1.md:1: docs/rules.md has no heading `#no`",
                "docs/decisions/1.md:3: there is no file `gone.md`",
                "docs/other.md: the page is missing in docs/SUMMARY.md",
            ]
        );
    }
}
