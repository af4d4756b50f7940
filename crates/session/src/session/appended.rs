//! The difference between two records: most changes append a turn or none.

use super::Session;

/// How a record has changed since it was last saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordChange<'a> {
    /// Not at all.
    None,
    /// By this turn at the end of its main line, and by what follows from it.
    Appended(&'a str),
    /// In some other way.
    Other,
}

impl Session {
    /// Returns how the record differs from that of the session as it was.
    pub(crate) fn record_change<'a>(&'a self, before: &Session) -> RecordChange<'a> {
        // The result and its reason follow from the moves, or from what the players have agreed on.
        let tags = |session: &Session| {
            let mut tags = session.record.tags.clone();
            tags.remove("Termination");
            tags
        };
        if self.ended != before.ended || self.phases != before.phases || tags(self) != tags(before) {
            return RecordChange::Other;
        }
        match self.record.moves.appended_since(&before.record.moves) {
            Some(text) => RecordChange::Appended(text),
            None if self.record.moves == before.record.moves => RecordChange::None,
            None => RecordChange::Other,
        }
    }
}
