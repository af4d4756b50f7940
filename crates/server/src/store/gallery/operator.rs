//! The operator's commands on published games; a server may run meanwhile.

use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;

use super::super::backup::open_with;
use super::super::connection::{Connection, Record, values};
use super::super::postgres::connect;
use super::super::{Database, StoreError, schema};

/// The longest wait for each answer of a database.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A command on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GalleryAct {
    /// It leads the gallery, or no longer does.
    Feature(bool),
    /// It is removed, or is there again.
    Remove(bool),
}

/// A published game in the operator's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryEntry {
    /// The id.
    pub id: String,
    /// The name of the game.
    pub title: String,
    /// The name of the publisher, if there is one.
    pub publisher: Option<String>,
    /// Whether everybody finds it in the gallery.
    pub is_public: bool,
    /// Whether it has been removed.
    pub is_removed: bool,
    /// Whether it leads the gallery.
    pub is_featured: bool,
    /// The number of games that have begun.
    pub plays: i64,
}

/// Returns the published games of a database, the newest first, `most` at most.
///
/// # Errors
/// If it cannot be read.
pub async fn gallery_entries(database: &Database, most: u32) -> Result<Vec<GalleryEntry>, StoreError> {
    const ENTRIES: &str = "
        SELECT made_game.id, title, name, visibility, removed, featured, plays
        FROM made_game LEFT JOIN account ON account.id = made_game.account ORDER BY published DESC, made_game.id LIMIT $1";
    let mut connection = open(database).await?;
    let rows = connection.query(ENTRIES, values![most]).await?;
    let entry = |row: &Record| {
        Ok(GalleryEntry {
            id: row.get(0)?,
            title: row.get(1)?,
            publisher: row.get(2)?,
            is_public: row.get::<i64>(3)? != 0,
            is_removed: row.get::<i64>(4)? != 0,
            is_featured: row.get::<i64>(5)? != 0,
            plays: row.get(6)?,
        })
    };
    rows.iter().map(entry).collect()
}

/// Does something about a published game. Returns `false` if there is none of this id.
///
/// # Errors
/// If the database cannot be read or written.
pub async fn operate_gallery(database: &Database, id: &str, act: GalleryAct) -> Result<bool, StoreError> {
    let (column, value) = match act {
        GalleryAct::Feature(is_featured) => ("featured", is_featured),
        GalleryAct::Remove(is_removed) => ("removed", is_removed),
    };
    let mut connection = open(database).await?;
    let sql = format!("UPDATE made_game SET {column} = $2 WHERE id = $1");
    Ok(connection.execute(&sql, values![id, i64::from(value)]).await? == 1)
}

/// Opens a database that a server has made.
async fn open(database: &Database) -> Result<Connection, StoreError> {
    let mut connection = match database {
        Database::File(path) => open_with(path, SqliteConnectOptions::new()).await?,
        Database::Postgres(url) => connect(url, "").await?.with_limit(Some(ANSWER_TIMEOUT)),
    };
    schema::expect_present(&mut connection).await?;
    Ok(connection)
}
