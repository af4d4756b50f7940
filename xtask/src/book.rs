//! The book: the pages of `docs/SUMMARY.md`, the notebooks as pages, and the pages of the games, built by mdBook in `dist/book`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::markdown::{is_local, links, resolve};
use crate::step::{self, Step, root};

/// The version of mdBook that is installed.
const VERSION: &str = "0.5.4";
const INSTALL: Step = Step::cargo(
    "mdbook",
    "install mdbook --locked --no-default-features --features search --root target/tools --version",
);
const GAME_PAGES: &str = "run --quiet --package beaufort-draw --example game_pages --";
const SUMMARY: &str = "docs/SUMMARY.md";
/// The line of the table of contents below which the pages of the games stand.
const GAMES: &str = "- [The games](games.md)\n";
/// The collected pages are in its folder `src`.
const FOLDER: &str = "target/book";
/// The output folder.
const OUTPUT: &str = "dist/book";

/// Builds the book, and checks that its links lead somewhere.
///
/// # Errors
/// If mdBook cannot be installed, a page cannot be read or written, or a link leads nowhere.
pub(crate) fn build() -> Result<(), String> {
    let mdbook = mdbook()?;
    step::announce("book");
    let book = root().join(FOLDER);
    let source = book.join("src");
    let output = root().join(OUTPUT);
    for folder in [&book, &output] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(failed("remove", folder))?;
        }
    }
    let chapters = step::output(
        Command::new(step::cargo_path())
            .args(GAME_PAGES.split(' '))
            .arg(source.join("games"))
            .current_dir(root()),
    )?;
    collect(&source, &chapters)?;
    let config = root().join("docs/book.toml");
    fs::copy(&config, book.join("book.toml")).map_err(failed("copy", &config))?;
    step::output(Command::new(mdbook).args(["build", "--dest-dir"]).arg(&output).arg(&book))?;
    let broken = broken_links(&output)?;
    if broken.is_empty() {
        eprintln!("the book is in {OUTPUT}");
        return Ok(());
    }
    Err(format!("links of the book lead nowhere:\n{}", broken.join("\n")))
}

/// Returns the program mdBook of [`VERSION`], after installing it if it is missing.
fn mdbook() -> Result<PathBuf, String> {
    let program = root().join("target/tools/bin/mdbook").with_extension(std::env::consts::EXE_EXTENSION);
    let version = step::output(Command::new(&program).arg("--version"));
    if !version.is_ok_and(|version| version.trim().ends_with(VERSION)) {
        INSTALL.run(&[VERSION, "--force"])?;
    }
    Ok(program)
}

/// Copies the pages of the table of contents with their pictures, and rewrites their links.
fn collect(source: &Path, games: &str) -> Result<(), String> {
    let read = |file: &str| {
        fs::read_to_string(root().join(file)).map_err(|error| format!("cannot read {file}: {error}"))
    };
    let summary = read(SUMMARY)?;
    let targets = links(&summary).into_iter().map(|link| &summary[link.target]);
    let mut pages: BTreeMap<String, String> = targets
        .filter_map(|target| resolve(SUMMARY, target))
        .map(|(file, _)| (file.clone(), book_path(&file)))
        .collect();
    pages.insert(SUMMARY.to_owned(), "SUMMARY.md".to_owned());
    for (file, place) in &pages {
        let mut text = read(file)?;
        if file.ends_with(".ipynb") {
            let (page, pictures) = notebook(&text, place.trim_end_matches(".md"))
                .ok_or_else(|| format!("{file} is no notebook"))?;
            for (name, svg) in pictures {
                write(&source.join(name), svg.as_bytes())?;
            }
            text = page;
        } else {
            text = linked(&text, file, place, &pages, |asset| {
                let bytes =
                    fs::read(root().join("docs").join(asset)).map_err(failed("read", Path::new(asset)))?;
                write(&source.join(asset), &bytes)
            })?;
        }
        if file == SUMMARY {
            let nested: String = games.lines().map(|line| format!("  {line}\n")).collect();
            text = text.replacen(GAMES, &format!("{GAMES}{nested}"), 1);
        }
        write(&source.join(place), text.as_bytes())?;
    }
    Ok(())
}

/// Returns the place of a page in the book.
fn book_path(file: &str) -> String {
    let place = match file.strip_prefix("docs/") {
        Some(place) => place.to_owned(),
        // Pages of other folders stand at the top.
        None => file.to_lowercase().replace("/readme", "").replace('/', "-"),
    };
    let place = place.strip_suffix("README.md").map_or(place.clone(), |folder| format!("{folder}index.md"));
    place.strip_suffix(".ipynb").map_or(place.clone(), |name| format!("{name}.md"))
}

/// Returns a page whose links lead to the pages of the book. A link to any other file of `docs/` takes that file along; of one that
/// leads out of the book the text remains.
fn linked(
    page: &str,
    file: &str,
    place: &str,
    pages: &BTreeMap<String, String>,
    mut take: impl FnMut(&str) -> Result<(), String>,
) -> Result<String, String> {
    let up = "../".repeat(place.matches('/').count());
    let (mut text, mut copied) = (String::new(), 0);
    for link in links(page) {
        let target = &page[link.target.clone()];
        // A picture that is a link holds another one.
        if !is_local(target) || target.starts_with('#') || link.whole.start < copied {
            continue;
        }
        let (path, anchor) = resolve(file, target).ok_or_else(|| format!("{file}: {target} leads out"))?;
        let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
        let asset = path.strip_prefix("docs/").filter(|_| root().join(&path).is_file());
        text += &page[copied..link.whole.start];
        let words = &page[link.whole.start..link.target.start];
        match (pages.get(&path), asset) {
            (Some(place), _) => text += &format!("{words}{up}{place}{anchor})"),
            (None, Some(asset)) if !asset.ends_with(".md") => {
                take(asset)?;
                text += &format!("{words}{up}{asset})");
            }
            (None, _) => text += &words[1..words.len() - 2],
        }
        copied = link.whole.end;
    }
    Ok(text + &page[copied..])
}

/// Returns a Jupyter notebook as a page, and its pictures with their places; `None` if it is no notebook.
fn notebook(text: &str, place: &str) -> Option<(String, Vec<(String, String)>)> {
    let notebook: Value = serde_json::from_str(text).ok()?;
    let joined = |value: &Value| -> String {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let (mut page, mut pictures) = (String::new(), Vec::new());
    for cell in notebook["cells"].as_array()? {
        let source = joined(&cell["source"]);
        if cell["cell_type"] == "markdown" {
            page += &format!("{source}\n\n");
            continue;
        }
        page += &format!("```python\n{source}\n```\n\n");
        for output in cell["outputs"].as_array().into_iter().flatten() {
            let svg = joined(&output["data"]["image/svg+xml"]);
            let printed = joined(&output["text"]);
            if !svg.is_empty() {
                let name = format!("{place}-{}.svg", pictures.len() + 1);
                let file = name.rsplit('/').next()?;
                page += &format!(
                    "![{}]({file})\n\n",
                    joined(&output["data"]["text/plain"]).replace(['<', '>', '[', ']'], "")
                );
                pictures.push((name, svg));
            } else if !printed.is_empty() {
                page += &format!("```text\n{}\n```\n\n", printed.trim_end());
            }
        }
    }
    Some((page, pictures))
}

/// Returns the links in a folder of web pages that lead to no file or no place in it.
fn broken_links(folder: &Path) -> Result<Vec<String>, String> {
    let mut pages = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(failed("read", &folder))?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html") {
                let text = fs::read_to_string(&path).map_err(failed("read", &path))?;
                pages.insert(path, text);
            }
        }
    }
    let mut broken = Vec::new();
    for (path, text) in &pages {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        // A server shows this page for addresses in any folder.
        if name == "404.html" {
            continue;
        }
        let found = [" href=\"", " src=\""].into_iter().flat_map(|start| text.split(start).skip(1));
        for target in found.filter_map(|rest| rest.split_once('"')).map(|(target, _)| target) {
            if !is_local(target) {
                continue;
            }
            let resolved = resolve(&name, target);
            let is_there = resolved.is_some_and(|(file, anchor)| {
                let file = folder.join(file);
                let has_anchor = |text: &String| text.contains(&format!("id=\"{anchor}\""));
                file.exists() && (anchor.is_empty() || pages.get(&file).is_none_or(has_anchor))
            });
            if !is_there {
                broken.push(format!("{name}: {target}"));
            }
        }
    }
    Ok(broken)
}

/// Writes a file and creates its folder.
fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(failed("create", folder))?;
    }
    fs::write(file, bytes).map_err(failed("write", file))
}

fn failed<'a>(action: &'a str, file: &'a Path) -> impl Fn(std::io::Error) -> String + use<'a> {
    move |error| format!("cannot {action} {}: {error}", file.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_of_the_book() {
        let pages = [("docs/a/README.md", "a/index.md"), ("CONTRIBUTING.md", "contributing.md")];
        let pages = pages.map(|(file, place)| (file.to_owned(), place.to_owned())).into();
        let page = "[a](README.md#x), [b](../../CONTRIBUTING.md), [c](#d), [`e`](../../Cargo.toml), [f](https://example.org).\n";
        let text = linked(page, "docs/a/b.md", "a/b.md", &pages, |_| Ok(())).expect("no file is needed");
        assert_eq!(
            text,
            "[a](../a/index.md#x), [b](../contributing.md), [c](#d), `e`, [f](https://example.org).\n"
        );
        assert_eq!(book_path("games/nets/README.md"), "games-nets.md");
        assert_eq!(book_path("docs/python/pieces.ipynb"), "python/pieces.md");
    }

    #[test]
    fn a_notebook_is_a_page() {
        let text = r##"{"cells": [{"cell_type": "markdown", "source": ["# A\n", "b"]},
            {"cell_type": "code", "source": ["x"], "outputs": [{"text": ["1\n"]},
             {"data": {"image/svg+xml": ["<svg/>"], "text/plain": ["<X>"]}}]}]}"##;
        let (page, pictures) = notebook(text, "p/n").expect("it is a notebook");
        assert_eq!(page, "# A\nb\n\n```python\nx\n```\n\n```text\n1\n```\n\n![X](n-1.svg)\n\n");
        assert_eq!(pictures, [("p/n-1.svg".to_owned(), "<svg/>".to_owned())]);
        assert!(notebook("{}", "n").is_none());
    }
}
