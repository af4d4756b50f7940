//! The piece guide as text of at most 80 columns.

use std::fmt::Write as _;

use super::{PieceList, PiecePage};
use crate::canvas::Canvas;
use crate::diagram::{Diagram, LentPanel};
use crate::palette;
use crate::words::wrap;

/// The greatest number of columns of a page.
const WIDTH: usize = 80;
/// The least number of columns of a legend.
const LEGEND: usize = 24;
/// The number of columns between two items side by side.
const GAP: usize = 3;
/// The number of columns of a sentence above a panel.
const TITLE: usize = 34;
/// The mark before a sentence of the legend without a sign.
const NOTE: char = '•';

impl PiecePage<'_> {
    /// Returns the page as text with ANSI colour codes, in at most 80 columns.
    pub fn text(&self) -> String {
        self.text_within(WIDTH)
    }

    /// Returns the page as text in at most `columns` columns, unless its diagrams need more.
    pub fn text_within(&self, columns: usize) -> String {
        let width = columns.min(WIDTH);
        let piece = self.game.piece(self.kind);
        let (bold, dim) = (palette::BOLD, palette::DIM);
        let (name, id, game) = (&piece.name, &piece.id, &self.game.definition().name);
        let fits = [name, id, game].map(|word| word.chars().count()).iter().sum::<usize>() + 5 <= width;
        let apart = if fits { "  " } else { "\n" };
        let mut text = format!("{bold}{name} ({id}){bold:#}{apart}{game}\n");
        for line in wrap(&piece.ability_text, width.saturating_sub(4)) {
            writeln!(text, "    {line}").expect(INFALLIBLE);
        }
        if !piece.description.is_empty() {
            text.push('\n');
        }
        for line in wrap(&piece.description, width.saturating_sub(2)) {
            writeln!(text, "{line}").expect(INFALLIBLE);
        }
        for fact in self.facts() {
            let indent = fact.label.len() + 2;
            write!(text, "{dim}{}:{dim:#} ", fact.label).expect(INFALLIBLE);
            text += &wrap(&fact.text, width.saturating_sub(indent)).join(&format!("\n{:indent$}", ""));
            text.push('\n');
        }
        text.push('\n');
        let diagram = Diagram::of(&piece.ability, &piece.name);
        for line in draw(&diagram, width).lines() {
            text += &line;
            text.push('\n');
        }
        text
    }
}

const INFALLIBLE: &str = "writing to a string succeeds";

/// Draws the panels with the legend to the right of the first, or below it if there is no room.
fn draw(diagram: &Diagram, columns: usize) -> Canvas {
    let beside = diagram.own.text_width() + GAP;
    let is_beside = beside + 3 + LEGEND <= columns;
    let (left, above) = if is_beside { (beside, 1) } else { (0, diagram.own.text_height() + 1) };
    let width = columns.saturating_sub(left + 3).max(LEGEND);
    let mut legend = Vec::new();
    for (sign, meaning) in diagram.legend() {
        let bullet = sign.map_or((NOTE, palette::DIM), |sign| (sign.character(), sign.style()));
        let lines = wrap(&meaning, width).into_iter().enumerate();
        legend.extend(lines.map(|(i, line)| ((i == 0).then_some(bullet), line)));
    }
    let own_height = diagram.own.text_height().max(above + legend.len() + 1);
    let across = if 2 * TITLE + GAP <= columns { 2 } else { 1 };
    let rows: Vec<&[LentPanel]> = diagram.lent.chunks(across).collect();
    let heights: Vec<usize> = rows.iter().map(|row| lent_height(row)).collect();
    let mut canvas = Canvas::new(WIDTH.max(beside + 30), own_height + heights.iter().sum::<usize>());
    diagram.own.draw(&mut canvas, 0, 0);
    for (row, (bullet, line)) in legend.into_iter().enumerate() {
        if let Some((character, style)) = bullet {
            canvas.put(left, above + row, character, style);
        }
        canvas.write(left + 3, above + row, &line, anstyle::Style::new());
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
    /// Returns the list as text: a line for each piece with its id, name, ability and promotions.
    pub fn text(&self) -> String {
        self.text_within(WIDTH)
    }

    /// Returns the list as text in at most `columns` columns, unless the names of the pieces need more.
    pub fn text_within(&self, columns: usize) -> String {
        let columns = columns.min(WIDTH);
        let game = self.game;
        let (bold, dim) = (palette::BOLD, palette::DIM);
        let definition = game.definition();
        let by = format!("by {}, {}", definition.author, definition.year);
        let apart = if definition.name.chars().count() + by.chars().count() < columns { " " } else { "\n" };
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
            let lines = wrap(&ability, columns.saturating_sub(indent + 2).max(20));
            text += &lines.join(&format!("\n{:1$}", "", indent + 2));
            text.push('\n');
        }
        writeln!(text, "\n{dim}→ what the piece promotes to{dim:#}").expect(INFALLIBLE);
        text
    }
}
