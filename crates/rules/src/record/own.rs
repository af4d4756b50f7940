//! Records that hold the rules of their game.

use crate::own_game::own_id;
use crate::vocabulary::tag::RULES;

use super::Record;

/// Returns the text of the rules that a record holds in its tag `Rules`, for [`own_game`](crate::own_game). The tag counts if
/// `Variant` is the id of that text; without one that counts, `None`.
///
/// # Examples
/// ```
/// use beaufort_rules::record::{Record, rules_text};
/// use beaufort_rules::own_id;
///
/// let text = format!("[Variant \"{}\"]\n[Rules \"abc\"]\n\n*", own_id("abc"));
/// assert_eq!(rules_text(&Record::parse(&text)?[0]), Some("abc"));
/// assert_eq!(rules_text(&Record::parse("[Variant \"chess\"]\n[Rules \"abc\"]\n\n*")?[0]), None);
/// # Ok::<(), beaufort_rules::record::RecordError>(())
/// ```
pub fn rules_text(record: &Record) -> Option<&str> {
    let text = record.tags.get(RULES)?;
    (record.tags.get("Variant") == Some(own_id(text).as_str())).then_some(text)
}
