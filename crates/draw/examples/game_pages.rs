//! Writes a page in Markdown for each built-in game, with its rules and the pictures of its board and its pieces, and prints the pages
//! as lines of a table of contents: `cargo run --example game_pages FOLDER`.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use beaufort_draw::{BoardPicture, PiecePage, rules_chapters};
use beaufort_rules::help::{self, Diagram};
use beaufort_rules::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name the folder")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder.join("pictures"))?;
    let mut pictures = Pictures::default();
    for id in builtin::ids() {
        let game = builtin::game(id).ok_or("every id has a game")?;
        std::fs::write(folder.join(format!("{id}.md")), page(&game, &mut pictures))?;
        writeln!(std::io::stdout(), "- [{}](games/{id}.md)", game.definition().name)?;
    }
    for (svg, name) in &pictures.names {
        std::fs::write(folder.join(name), svg)?;
    }
    Ok(())
}

/// Pictures with their file names; equal pictures, such as those of pieces of several revisions, share a file.
#[derive(Default)]
pub(crate) struct Pictures {
    names: HashMap<String, String>,
}

impl Pictures {
    /// Returns Markdown that shows a picture.
    fn show(&mut self, text: &str, svg: String) -> String {
        let next = self.names.len() + 1;
        let name = self.names.entry(svg).or_insert_with(|| format!("pictures/{next}.svg"));
        format!("![{text}]({name})\n\n")
    }
}

/// Returns the page of a game.
pub(crate) fn page(game: &Arc<Game>, pictures: &mut Pictures) -> String {
    let definition = game.definition();
    let mut page = format!(
        "# {}\n\n{}, {}. {}\n\n",
        definition.name, definition.author, definition.year, definition.summary
    );
    let start = Position::initial(game);
    page += &pictures.show("The board at the start", BoardPicture::new(&start).svg());
    for chapter in help::chapters(game).unwrap_or_else(|| rules_chapters(game)) {
        let _ = write!(page, "## {}\n\n", chapter.title);
        for paragraph in &chapter.paragraphs {
            let _ = write!(page, "{}\n\n", escaped(&paragraph.to_string()));
        }
        for diagram in &chapter.diagrams {
            page += &shown(diagram, pictures);
        }
        for entry in &chapter.entries {
            let _ = writeln!(page, "- `{}`: {}", entry.term, escaped(&entry.text));
        }
        page.push('\n');
    }
    page += "## The pieces\n\n";
    for kind in game.types() {
        let piece = game.piece(kind);
        let _ = write!(page, "### {}\n\n`{}`: `{}`\n\n", piece.name, piece.id, piece.ability_text);
        let facts = PiecePage::new(game, kind);
        let _ = write!(page, "{}\n\n", escaped(&piece.description));
        for fact in facts.facts() {
            let _ = writeln!(page, "- {}", escaped(&fact.to_string()));
        }
        page.push('\n');
        page += &pictures.show(&format!("{} and its moves", piece.name), facts.svg());
    }
    page
}

/// Returns a diagram of a chapter with its text.
fn shown(diagram: &Diagram, pictures: &mut Pictures) -> String {
    let picture = BoardPicture::new(&diagram.position).with_marks([diagram.square]);
    let mut text = format!("**{}** {}\n\n", escaped(&diagram.title), escaped(&diagram.text.to_string()));
    for (label, turns) in [("Legal", &diagram.turns), ("Illegal", &diagram.illegal)] {
        if !turns.is_empty() {
            let _ = write!(text, "{label}: `{}`\n\n", turns.join("`, `"));
        }
    }
    text + &pictures.show(&diagram.title, picture.svg())
}

/// Returns a text in which nothing is taken for Markdown.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, letter| {
        if "\\`*_[]<>#".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
        out
    })
}
