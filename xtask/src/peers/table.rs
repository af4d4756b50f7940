//! The tables of a run, in Markdown, and the programs that are missing in them.

use std::fmt;

/// The tables of a run, and what is not installed.
#[derive(Debug, Default)]
pub(super) struct Report {
    tables: Vec<Table>,
    missing: Vec<String>,
}

/// Measurements of one kind.
#[derive(Debug)]
struct Table {
    title: &'static str,
    /// The unit of the numbers.
    unit: &'static str,
    rows: Vec<Row>,
}

/// A measurement of two programs.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) what: String,
    pub(super) ours: f64,
    pub(super) peer: &'static str,
    pub(super) theirs: f64,
}

impl Report {
    /// Adds a table; one without rows is left out.
    pub(super) fn add(&mut self, title: &'static str, unit: &'static str, rows: Vec<Row>) {
        if !rows.is_empty() {
            self.tables.push(Table { title, unit, rows });
        }
    }

    /// Notes a program that is not installed.
    pub(super) fn missing(&mut self, program: &str, package: &str) {
        self.missing.push(format!("{program} (Debian: `apt-get install {package}`)"));
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in &self.tables {
            writeln!(f, "{}, {}:\n", table.title, table.unit)?;
            writeln!(f, "| Game | Beaufort | Other program | Its speed | Ratio |\n|---|---|---|---|---|")?;
            for Row { what, ours, peer, theirs } in &table.rows {
                let (ratio, ours, theirs) = (ours / theirs, number(*ours), number(*theirs));
                writeln!(f, "| {what} | {ours} | {peer} | {theirs} | {ratio:.2} |")?;
            }
            writeln!(f)?;
        }
        if self.missing.is_empty() {
            return Ok(());
        }
        writeln!(f, "Not installed:\n")?;
        self.missing.iter().try_for_each(|line| writeln!(f, "- {line}"))
    }
}

/// Returns a number with three digits or all before the point.
fn number(number: f64) -> String {
    match number {
        0.0..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_ratios_and_the_missing_programs_follow() {
        let row = |ours, theirs| Row { what: "chess".to_owned(), ours, peer: "Other", theirs };
        let mut report = Report::default();
        report.add("Speed", "nodes a second", vec![row(20.0, 8.0), row(2.0, 250.0)]);
        report.add("Nothing", "seconds", Vec::new());
        report.missing("HaChu", "hachu");
        let expected = "Speed, nodes a second:\n\n\
                        | Game | Beaufort | Other program | Its speed | Ratio |\n|---|---|---|---|---|\n\
                        | chess | 20.0 | Other | 8.00 | 2.50 |\n| chess | 2.00 | Other | 250 | 0.01 |\n\n\
                        Not installed:\n\n- HaChu (Debian: `apt-get install hachu`)\n";
        assert_eq!(report.to_string(), expected);
    }
}
