//! The dates of records.

/// Returns whether a text is the date of a record: a day of the calendar, in which a question mark stands for each digit of
/// a part that is not known.
pub(super) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let [year, month, day] = parts[..] else { return false };
    let (Some(year), Some(month), Some(day)) = (date_part(year, 4), date_part(month, 2), date_part(day, 2))
    else {
        return false;
    };
    let days = match (month, year) {
        (Some(4 | 6 | 9 | 11), _) => 30,
        (Some(2), Some(year)) if !year.is_multiple_of(4) => 28,
        (Some(2), Some(year)) if year.is_multiple_of(100) && !year.is_multiple_of(400) => 28,
        (Some(2), _) => 29,
        _ => 31,
    };
    month.is_none_or(|month| (1..=12).contains(&month)) && day.is_none_or(|day| (1..=days).contains(&day))
}

/// Reads a part of a date: a number of `digits` digits, or as many question marks.
fn date_part(text: &str, digits: usize) -> Option<Option<u32>> {
    if text.len() != digits {
        return None;
    }
    if text.bytes().all(|byte| byte == b'?') {
        return Some(None);
    }
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_of_the_calendar() {
        for date in [
            "2026.11.22",
            "2026.12.31",
            "2024.02.29",
            "2000.02.29",
            "2026.11.??",
            "2026.??.??",
            "????.??.??",
            "????.02.29",
            "2026.??.31",
        ] {
            assert!(is_date(date), "{date}");
        }
        for date in [
            "2026.99.99",
            "2026.00.01",
            "2026.13.01",
            "2026.01.00",
            "2026.01.32",
            "2026.04.31",
            "2026.02.29",
            "1900.02.29",
            "????.02.30",
            "2026.1?.01",
            "2026.1.22",
            "+026.11.22",
            "2026.11.2\u{e9}",
            "2026.11.22.",
            "2026.11",
        ] {
            assert!(!is_date(date), "{date}");
        }
    }
}
