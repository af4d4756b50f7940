//! The messages of UCI.

pub(crate) mod command;
pub(crate) mod go;
pub(crate) mod info;

/// Returns the line that announces an option.
pub(crate) fn option_line(name: &str, kind: &str) -> String {
    format!("option name {name} type {kind}")
}

/// Returns the name of an option from the line that announces it.
pub(crate) fn option_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("option name ")?;
    Some(name.split_once(" type ").map_or(name, |(name, _)| name).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_names() {
        for (name, kind) in [("Clear Hash", "button"), ("Hash", "spin default 16 min 1 max 9")] {
            assert_eq!(option_name(&option_line(name, kind)), Some(name));
        }
        assert_eq!(option_name("id name Hash"), None);
    }
}
