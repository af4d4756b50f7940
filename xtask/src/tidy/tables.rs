//! The tables of Markdown pages: every row has as many cells as the head, since Markdown drops the others.

use super::{File, Problem};

/// Returns the rows of a page whose number of cells differs from that of the head of their table.
pub(super) fn problems(file: &File) -> Vec<Problem> {
    let mut problems = Vec::new();
    // The number of cells of the table's head.
    let mut columns = None;
    let mut is_code = false;
    for (index, line) in file.text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code || !line.starts_with('|') {
            columns = None;
            continue;
        }
        let (cells, expected) = (cells(line), columns);
        match expected {
            None => columns = Some(cells),
            Some(expected) if expected != cells => {
                let message = format!("the row has {cells} cells, the head of the table {expected}");
                problems.push(file.problem(index + 1, message));
            }
            Some(_) => {}
        }
    }
    problems
}

/// Returns the number of cells of a row. As in GitHub's Markdown, `\|` is a character, in code, too.
fn cells(row: &str) -> usize {
    let bars = row.replace("\\|", "").matches('|').count();
    bars.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> File {
        File { path: "a.md".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn finds_rows_with_more_or_fewer_cells() {
        let text = "| a | b |\n|---|---|\n| `x \\| y` | 2 |\n| 1 |\n| 1 | 2 | 3 |\n\n| c |\n|---|\n| 1 |\n";
        let found: Vec<String> = problems(&page(text)).iter().map(ToString::to_string).collect();
        let expected = [
            "a.md:4: the row has 1 cells, the head of the table 2",
            "a.md:5: the row has 3 cells, the head of the table 2",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn leaves_code_alone() {
        assert_eq!(problems(&page("```\n| a | b |\n| 1 |\n```\n")), []);
    }
}
