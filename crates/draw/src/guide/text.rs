//! The piece guide as text of at most 80 columns.

use std::fmt::Write as _;

use super::{PieceList, PiecePage};
use crate::canvas::Canvas;
use crate::diagram::{Diagram, LentPanel};
use crate::palette;
use crate::words::wrap;

/// The columns of a page.
const WIDTH: usize = 80;
/// The columns between two things side by side.
const GAP: usize = 3;
/// The columns of a sentence above a panel.
const TITLE: usize = 34;
/// What stands before a sentence of the legend that belongs to no sign.
const NOTE: char = '•';

impl PiecePage<'_> {
    /// Returns the page as text with the terminal's codes for colours.
    pub fn text(&self) -> String {
        let piece = self.game.piece(self.kind);
        let (bold, dim) = (palette::BOLD, palette::DIM);
        let mut text =
            format!("{bold}{} ({}){bold:#}  {}\n", piece.name, piece.id, self.game.definition().name);
        for line in wrap(&piece.ability_text, WIDTH - 4) {
            writeln!(text, "    {line}").expect(INFALLIBLE);
        }
        if !piece.description.is_empty() {
            text.push('\n');
        }
        for line in wrap(&piece.description, WIDTH - 2) {
            writeln!(text, "{line}").expect(INFALLIBLE);
        }
        for fact in self.facts() {
            let indent = fact.label.len() + 2;
            write!(text, "{dim}{}:{dim:#} ", fact.label).expect(INFALLIBLE);
            text += &wrap(&fact.text, WIDTH - indent).join(&format!("\n{:indent$}", ""));
            text.push('\n');
        }
        text.push('\n');
        let diagram = Diagram::of(&piece.ability, &piece.name);
        for line in draw(&diagram).lines() {
            text += &line;
            text.push('\n');
        }
        text
    }
}

const INFALLIBLE: &str = "writing to a string succeeds";

/// Draws the panels with the legend to the right of the first.
fn draw(diagram: &Diagram) -> Canvas {
    let left = diagram.own.text_width() + GAP;
    let width = WIDTH.saturating_sub(left + 3).max(24);
    let mut legend = Vec::new();
    for (sign, meaning) in diagram.legend() {
        let bullet = sign.map_or((NOTE, palette::DIM), |sign| (sign.character(), sign.style()));
        let lines = wrap(&meaning, width).into_iter().enumerate();
        legend.extend(lines.map(|(i, line)| ((i == 0).then_some(bullet), line)));
    }
    let own_height = diagram.own.text_height().max(legend.len() + 2);
    let rows: Vec<&[LentPanel]> = diagram.lent.chunks(2).collect();
    let heights: Vec<usize> = rows.iter().map(|row| lent_height(row)).collect();
    let mut canvas = Canvas::new(WIDTH.max(left + 30), own_height + heights.iter().sum::<usize>());
    diagram.own.draw(&mut canvas, 0, 0);
    for (row, (bullet, line)) in legend.into_iter().enumerate() {
        if let Some((character, style)) = bullet {
            canvas.put(left, row + 1, character, style);
        }
        canvas.write(left + 3, row + 1, &line, anstyle::Style::new());
    }
    let mut top = own_height;
    for (row, height) in rows.into_iter().zip(heights) {
        let mut left = 0;
        for lent in row {
            let title = wrap(&lent.title, TITLE);
            for (i, line) in title.iter().enumerate() {
                canvas.write(left, top + i, line, palette::BOLD);
            }
            lent.panel.draw(&mut canvas, left, top + title.len());
            left += TITLE.max(lent.panel.text_width()) + GAP;
        }
        top += height;
    }
    canvas
}

fn lent_height(row: &[LentPanel]) -> usize {
    row.iter().map(|lent| wrap(&lent.title, TITLE).len() + lent.panel.text_height()).max().unwrap_or(0)
}

impl PieceList<'_> {
    /// Returns the list as text: a line for each piece with its id, its name, its ability and what it promotes to.
    pub fn text(&self) -> String {
        let game = self.game;
        let (bold, dim) = (palette::BOLD, palette::DIM);
        let definition = game.definition();
        let by = format!("by {}, {}", definition.author, definition.year);
        let apart = if definition.name.chars().count() + by.chars().count() < WIDTH { " " } else { "\n" };
        let mut text = format!("{bold}{}{bold:#}{apart}{by}\n\n", definition.name);
        let width = |of: &dyn Fn(beaufort_rules::PieceType) -> usize| game.types().map(of).max().unwrap_or(0);
        let id_width = width(&|kind| game.piece(kind).id.chars().count());
        let name_width = width(&|kind| game.piece(kind).name.chars().count());
        for kind in game.types() {
            let piece = game.piece(kind);
            let (id, name) = (&piece.id, &piece.name);
            write!(text, "{bold}{id:<id_width$}{bold:#}  {name:<name_width$}  ").expect(INFALLIBLE);
            let promotions: Vec<&str> =
                piece.promotions.iter().map(|p| game.piece(p.to).id.as_str()).collect();
            let ability = match promotions[..] {
                [] => piece.ability_text.clone(),
                _ => format!("{} → {}", piece.ability_text, promotions.join(", ")),
            };
            let indent = id_width + name_width + 4;
            let lines = wrap(&ability, WIDTH.saturating_sub(indent + 2).max(30));
            text += &lines.join(&format!("\n{:1$}", "", indent + 2));
            text.push('\n');
        }
        writeln!(text, "\n{dim}→ what the piece promotes to{dim:#}").expect(INFALLIBLE);
        text
    }
}
