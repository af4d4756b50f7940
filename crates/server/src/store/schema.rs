//! The tables of the file, and how a file of an older version becomes one of this version.

use std::sync::LazyLock;

use rusqlite::Connection;
use rusqlite_migration::{Error, M, MigrationDefinitionError, Migrations};

use super::StoreError;

/// The steps from one version of the tables to the next. A step that has been published never changes.
static STEPS: LazyLock<Migrations<'static>> = LazyLock::new(|| {
    Migrations::new(vec![
        // The first version had no number: its table may be there already.
        M::up(
            "CREATE TABLE IF NOT EXISTS session (
                name TEXT PRIMARY KEY,
                saved TEXT NOT NULL,
                changed INTEGER NOT NULL DEFAULT (unixepoch())
            ) STRICT;",
        ),
        // A snapshot, what has changed since but for the turns, and a row for each turn since.
        M::up(
            "ALTER TABLE session RENAME COLUMN saved TO snapshot;
            ALTER TABLE session ADD COLUMN state TEXT;
            CREATE TABLE turn (
                session TEXT NOT NULL REFERENCES session (name) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                text TEXT NOT NULL,
                played INTEGER NOT NULL DEFAULT (unixepoch()),
                PRIMARY KEY (session, number)
            ) STRICT, WITHOUT ROWID;",
        ),
        // When the flag falls of a clock that runs while the session is not in memory, in milliseconds since 1970.
        M::up(
            "ALTER TABLE session ADD COLUMN flag INTEGER;
            CREATE INDEX session_flag ON session (flag) WHERE flag IS NOT NULL;",
        ),
        // Public games: 0 with a seat to take, 1 those that are played, 2 those that are over.
        M::up(
            "CREATE TABLE listing (
                session TEXT PRIMARY KEY REFERENCES session (name) ON DELETE CASCADE,
                list INTEGER NOT NULL,
                game TEXT NOT NULL,
                result TEXT,
                day TEXT,
                opening TEXT NOT NULL,
                view TEXT NOT NULL,
                changed INTEGER NOT NULL DEFAULT (unixepoch())
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX listing_changed ON listing (list, changed);
            CREATE INDEX listing_game ON listing (list, game, changed);",
        ),
        M::up(include_str!("accounts/sqlite_5_accounts.sql")),
        // When there was a server last, in milliseconds since 1970.
        M::up("CREATE TABLE server (id INTEGER PRIMARY KEY, alive INTEGER NOT NULL) STRICT;"),
        // Letters that wait to be sent, one for each player at most. A number is never used again.
        M::up(
            "CREATE TABLE letter (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                session TEXT NOT NULL,
                side INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                address TEXT NOT NULL,
                token TEXT NOT NULL,
                game TEXT NOT NULL,
                due INTEGER NOT NULL DEFAULT 0,
                attempts INTEGER NOT NULL DEFAULT 0,
                UNIQUE (session, side)
            ) STRICT;
            CREATE INDEX letter_due ON letter (due);",
        ),
        // The language of the letter, as a BCP 47 tag; empty for English.
        M::up("ALTER TABLE letter ADD COLUMN language TEXT NOT NULL DEFAULT '';"),
    ])
});

/// Brings the tables of a file to the present version. All steps that are due are taken, or none.
///
/// # Errors
/// If the file cannot be written, or is of a newer version of the program.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    STEPS.to_latest(connection).map_err(|error| {
        StoreError::Failed(match error {
            Error::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
                "the file is of a newer version of Beaufort".to_owned()
            }
            error => error.to_string(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as the first version made it.
    const FIRST: &str = "
        CREATE TABLE IF NOT EXISTS session (
            name TEXT PRIMARY KEY,
            saved TEXT NOT NULL,
            changed INTEGER NOT NULL DEFAULT (unixepoch())
        ) STRICT;
        INSERT INTO session (name, saved, changed) VALUES ('a', 'one', 7), ('b', 'two', 8);";

    #[test]
    fn the_steps_lead_from_nothing_to_the_present_version() {
        STEPS.validate().unwrap();
    }

    #[test]
    fn the_first_version_is_migrated_and_loses_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(FIRST).unwrap();
        migrate(&mut connection).unwrap();
        migrate(&mut connection).unwrap();
        let mut rows = connection.prepare("SELECT name, snapshot, state, changed FROM session").unwrap();
        let rows: Vec<(String, String, Option<String>, i64)> = rows
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let row = |name: &str, text: &str, at| (name.to_owned(), text.to_owned(), None, at);
        assert_eq!(rows, [row("a", "one", 7), row("b", "two", 8)]);
    }

    #[test]
    fn a_file_of_a_newer_version_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        let error = migrate(&mut connection).unwrap_err();
        assert_eq!(error.to_string(), "the file is of a newer version of Beaufort");
    }
}
