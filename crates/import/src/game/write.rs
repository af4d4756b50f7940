//! A game file as text, in the order and the layout of those that people write.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{At, GameFile, PieceEntry, Symmetry, bestiary, list, quoted, square};
use crate::betza::join;

/// The greatest width of a comment.
const WIDTH: usize = 110;

impl GameFile {
    /// Returns the text of the file.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out).expect("writing to memory does not fail");
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        for comment in &self.comments {
            for line in wrapped(comment) {
                writeln!(out, "{}", format!("# {line}").trim_end())?;
            }
        }
        writeln!(out, "id = {}", quoted(&self.id))?;
        writeln!(out, "name = {}", quoted(&self.name))?;
        writeln!(out, "author = \"Unknown\" # the source names none, and no year\nyear = 2000")?;
        writeln!(out, "summary = {}", quoted(&self.summary))?;
        writeln!(out, "sides = {}", list(&self.sides))?;
        writeln!(out, "pieces = {}", list(self.pieces.iter().map(|piece| &piece.name)))?;
        writeln!(out, "notation = \"algebraic with checks\"")?;
        writeln!(out, "\n[board]\nfiles = {}\nranks = {}", self.files, self.ranks)?;
        if let Some((zone, duty)) = self.zone {
            writeln!(out, "promotion-zone = {zone}\npromotion = {}", quoted(duty))?;
        }
        if let Some(edges) = self.edges {
            writeln!(out, "edges = {}", quoted(edges))?;
        }
        self.write_regions(out)?;
        self.write_array(out)?;
        if !self.promotions.is_empty() {
            writeln!(out, "\n[promotions]")?;
            for (&piece, items) in &self.promotions {
                let value = match &items[..] {
                    [item] if item.starts_with('"') => item.clone(),
                    items => format!("[{}]", items.join(", ")),
                };
                writeln!(out, "{} = {value}", key(&self.pieces[piece].name))?;
            }
        }
        let ending = ("[ending]".to_owned(), self.ending.clone());
        for (header, lines) in self.sections.iter().chain([&ending]).chain(&self.endings) {
            writeln!(out, "\n{header}")?;
            for (name, value) in lines {
                writeln!(out, "{name} = {value}")?;
            }
        }
        for piece in &self.pieces {
            write_piece(out, piece)?;
        }
        Ok(())
    }

    fn write_regions(&self, out: &mut String) -> std::fmt::Result {
        if self.regions.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n[regions]")?;
        let symmetry = self.symmetry();
        for (name, [first, second]) in &self.regions {
            let twins: BTreeSet<At> = first.iter().map(|&at| self.seen(symmetry, at)).collect();
            if *second == twins {
                writeln!(out, "{name} = {}", list(self.parts(first)))?;
            } else {
                let [white, black] = &self.sides;
                let (first, second) = (list(self.parts(first)), list(self.parts(second)));
                writeln!(out, "{name} = {{ {white} = {first}, {black} = {second} }}")?;
            }
        }
        Ok(())
    }

    /// Returns the parts of a region: rows, files, rectangles and squares.
    fn parts(&self, squares: &BTreeSet<At>) -> Vec<String> {
        let mut left = squares.clone();
        let mut parts = Vec::new();
        let spans = |whole: &dyn Fn(u8) -> bool, number: u8| -> Vec<(u8, u8)> {
            let mut spans: Vec<(u8, u8)> = Vec::new();
            for index in (0..number).filter(|&index| whole(index)) {
                match spans.last_mut() {
                    Some((_, last)) if *last + 1 == index => *last = index,
                    _ => spans.push((index, index)),
                }
            }
            spans
        };
        let full_rank = |rank| (0..self.files).all(|file| squares.contains(&(file, rank)));
        for (low, high) in spans(&full_rank, self.ranks) {
            parts.push(if low == high {
                format!("row {}", low + 1)
            } else {
                format!("rows {}-{}", low + 1, high + 1)
            });
            left.retain(|&(_, rank)| !(low..=high).contains(&rank));
        }
        // The largest rectangles from the first squares on.
        while let Some(&(file, rank)) = left.iter().min_by_key(|&&(file, rank)| (rank, file)) {
            let right =
                (file..self.files).take_while(|&file| left.contains(&(file, rank))).last().unwrap_or(file);
            let full = |rank| (file..=right).all(|file| left.contains(&(file, rank)));
            let top = (rank..self.ranks).take_while(|&rank| full(rank)).last().unwrap_or(rank);
            let corners = [square((file, rank)), square((right, top))];
            parts.push(if corners[0] == corners[1] { corners[0].clone() } else { corners.join("-") });
            left.retain(|&(f, r)| !((file..=right).contains(&f) && (rank..=top).contains(&r)));
        }
        parts
    }

    fn write_array(&self, out: &mut String) -> std::fmt::Result {
        let symmetry = self.symmetry();
        let name = match symmetry {
            Symmetry::Mirror => "mirror",
            Symmetry::Rotational => "rotational",
            Symmetry::None => "none",
        };
        writeln!(out, "\n[array]\nsymmetry = {}\nranks = \"\"\"", quoted(name))?;
        let word = |at: At| match self.array.get(&at) {
            _ if self.holes.contains(&at) => "#".to_owned(),
            Some(&(side, piece)) => match (symmetry, side) {
                (Symmetry::None, 0) => format!("[{}]", self.pieces[piece].id),
                (Symmetry::None, _) => format!("({})", self.pieces[piece].id),
                (_, 0) => self.pieces[piece].id.clone(),
                _ => ".".to_owned(),
            },
            None => ".".to_owned(),
        };
        let rows: Vec<Vec<String>> = (0..self.ranks)
            .rev()
            .map(|rank| (0..self.files).map(|file| word((file, rank))).collect())
            .collect();
        let width = rows.iter().flatten().map(String::len).max().unwrap_or(1);
        for row in rows.iter().skip_while(|row| row.iter().all(|word| word == ".")) {
            let words: Vec<String> = row.iter().map(|word| format!("{word:width$}")).collect();
            writeln!(out, "  {}", words.join(" ").trim_end())?;
        }
        writeln!(out, "\"\"\"")
    }
}

fn write_piece(out: &mut String, piece: &PieceEntry) -> std::fmt::Result {
    let mut ability = join(&piece.terms);
    for power in &piece.powers {
        let sign = if power == "royal" { "; " } else { " + " };
        ability = if ability.is_empty() { power.clone() } else { format!("{ability}{sign}{power}") };
    }
    let known: Vec<_> = bestiary::find(&ability).collect();
    let same = known.iter().find(|known| known.name == piece.name);
    let mut lines: Vec<(String, String)> = Vec::new();
    match same.or(known.first()) {
        Some(known) => {
            if known.name != piece.name {
                lines.push(("like".to_owned(), quoted(&known.name)));
            }
            if known.name != piece.name || known.id != piece.id {
                lines.push(("id".to_owned(), quoted(&piece.id)));
            }
        }
        None => {
            lines.push(("id".to_owned(), quoted(&piece.id)));
            lines.push(("ability".to_owned(), quoted(&ability)));
            let moves = match piece.betza.as_str() {
                "" => "Never moves.".to_owned(),
                betza => format!("Moves, in Betza's notation: {betza}."),
            };
            lines.push(("description".to_owned(), quoted(&moves)));
        }
    }
    if piece.unnamed {
        lines.push(("unnamed".to_owned(), quoted("in turns")));
    }
    lines.extend(piece.lines.iter().cloned());
    if !lines.is_empty() {
        writeln!(out, "\n[piece.{}]", key(&piece.name))?;
    }
    for (name, value) in lines {
        writeln!(out, "{name} = {value}")?;
    }
    Ok(())
}

/// Returns a key of TOML, in quotation marks where they are needed.
fn key(name: &str) -> String {
    let is_bare = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare && !name.is_empty() { name.to_owned() } else { quoted(name) }
}

/// Breaks a text into lines.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line from the beginning");
        if !line.is_empty() && line.len() + word.len() + 1 > WIDTH {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
