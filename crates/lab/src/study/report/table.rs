//! Tables of Markdown.

use std::fmt;

/// A table: a heading and rows; the first column is text, the others are numbers.
pub(super) struct MarkdownTable {
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl MarkdownTable {
    pub(super) fn new<const N: usize>(heading: [&str; N]) -> MarkdownTable {
        MarkdownTable { heading: heading.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    pub(super) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }
}

impl fmt::Display for MarkdownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| {} |", self.heading.join(" | "))?;
        writeln!(f, "|---|{}", "--:|".repeat(self.heading.len() - 1))?;
        for row in &self.rows {
            writeln!(f, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_markdown() {
        let mut table = MarkdownTable::new(["piece", "games", "won"]);
        table.row(["King", "3", "1"].map(str::to_owned));
        assert_eq!(table.to_string(), "| piece | games | won |\n|---|--:|--:|\n| King | 3 | 1 |\n");
    }
}
