//! Published games in a database of either kind.

use async_trait::async_trait;
use beaufort_session::AccountId;

use super::super::connection::{Connection, Record, Value, values};
use super::super::{SqlStore, StoreError};
use super::{GalleryOrder, GallerySearch, GalleryStore, NewGame, Origin, OwnList, Published, Viewer};

/// The character before which another one stands for itself in a pattern.
const ESCAPE: char = '!';

#[async_trait]
impl GalleryStore for SqlStore {
    async fn publish(&self, game: &NewGame) -> Result<bool, StoreError> {
        const PUBLISH: &str = "
            INSERT INTO made_game
                (id, text, title, words, view, files, ranks, account, origin, visibility, published)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, unixepoch())
            ON CONFLICT (id) DO NOTHING";
        let NewGame { id, text, summary, words, account, origin, is_public } = game;
        let view = serde_json::to_string(summary).expect("a game is made of lists, numbers and texts");
        let values = values![
            id,
            text,
            &summary.name,
            words,
            &view,
            summary.files,
            summary.ranks,
            account.map(|AccountId(id)| id),
            origin,
            i64::from(*is_public)
        ];
        let mut transaction = self.write().await?;
        let count = transaction.execute(PUBLISH, values).await?;
        transaction.commit().await?;
        Ok(count == 1)
    }

    async fn adopt(&self, id: &str, account: AccountId) -> Result<(), StoreError> {
        const ADOPT: &str = "UPDATE made_game SET account = $2 WHERE id = $1 AND account IS NULL";
        let mut transaction = self.write().await?;
        transaction.execute(ADOPT, values![id, account.0]).await?;
        transaction.commit().await
    }

    async fn set_public(&self, id: &str, account: AccountId, is_public: bool) -> Result<bool, StoreError> {
        const SET: &str =
            "UPDATE made_game SET visibility = $3 WHERE id = $1 AND account = $2 AND removed = 0";
        let mut transaction = self.write().await?;
        let count = transaction.execute(SET, values![id, account.0, i64::from(is_public)]).await?;
        transaction.commit().await?;
        Ok(count == 1)
    }

    async fn published(&self, id: &str, viewer: Viewer) -> Result<Option<(Published, String)>, StoreError> {
        let mut read = self.read().await?;
        let mut query = Query::new(&read, viewer);
        let id = query.value(id);
        let sql =
            query.select(&format!("SELECT id FROM made_game WHERE id = {id}"), ", game.text", "game.id");
        let row = read.query_opt(&sql, &query.values).await?;
        row.map(|row| Ok((published(&row)?, row.get(COLUMNS)?))).transpose()
    }

    async fn public_games(
        &self,
        search: &GallerySearch,
        viewer: Viewer,
    ) -> Result<Vec<Published>, StoreError> {
        let mut connection = if search.is_quick() { self.read().await? } else { self.search().await? };
        let patterns: Vec<String> = search.words.iter().map(|word| pattern(word)).collect();
        let (sql, values) = gallery(&connection, search, &patterns, viewer);
        all(&mut connection, &sql, &values).await
    }

    async fn boards(&self) -> Result<Vec<[u8; 2]>, StoreError> {
        const BOARDS: &str = "
            SELECT files, ranks FROM made_game WHERE visibility = 1 AND removed = 0
            GROUP BY files, ranks ORDER BY files, ranks";
        let rows = self.search().await?.query(BOARDS, &[]).await?;
        rows.iter().map(|row| Ok([side(row, 0)?, side(row, 1)?])).collect()
    }

    async fn own(
        &self,
        list: OwnList,
        account: AccountId,
        offset: u32,
        limit: u32,
    ) -> Result<Vec<Published>, StoreError> {
        let mut read = self.read().await?;
        let mut query = Query::new(&read, Some(account));
        let [account, limit, offset] =
            [account.0, limit.into(), offset.into()].map(|number: i64| query.value(number));
        let (games, place) = match list {
            OwnList::Published => (format!("made_game WHERE account = {account}"), "published"),
            OwnList::Favourites => (
                format!(
                    "favourite JOIN made_game ON id = game WHERE favourite.account = {account} AND removed = 0"
                ),
                "marked",
            ),
        };
        let found = format!(
            "SELECT id, {place} AS place FROM {games} ORDER BY {place} DESC, id DESC LIMIT {limit} OFFSET {offset}"
        );
        let sql = query.select(&found, "", "found.place DESC, found.id DESC");
        all(&mut read, &sql, &query.values).await
    }

    async fn count_published(&self, account: AccountId) -> Result<u32, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM made_game WHERE account = $1";
        count(self.read().await?.query_opt(COUNT, values![account.0]).await?.as_ref())
    }

    async fn mark(&self, account: AccountId, id: &str, on: bool, most: u32) -> Result<bool, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM favourite WHERE account = $1";
        const MARK: &str = "
            INSERT INTO favourite (account, game, marked) SELECT $1, id, unixepoch() FROM made_game
            WHERE id = $2 AND removed = 0 ON CONFLICT (account, game) DO NOTHING";
        const UNMARK: &str = "DELETE FROM favourite WHERE account = $1 AND game = $2";
        const ADD: &str = "UPDATE made_game SET favourites = favourites + $2 WHERE id = $1";
        let mut transaction = self.write().await?;
        if on && count(transaction.query_opt(COUNT, values![account.0]).await?.as_ref())? >= most {
            return Ok(false);
        }
        let changed = transaction.execute(if on { MARK } else { UNMARK }, values![account.0, id]).await?;
        if changed > 0 {
            transaction.execute(ADD, values![id, if on { 1_i64 } else { -1 }]).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    async fn add_plays(&self, plays: &[(String, u32)]) -> Result<(), StoreError> {
        const ADD: &str = "UPDATE made_game SET plays = plays + $2 WHERE id = $1";
        let mut transaction = self.write().await?;
        for (id, count) in plays {
            transaction.execute(ADD, values![id, *count]).await?;
        }
        transaction.commit().await
    }

    async fn removed(&self, most: u32) -> Result<Vec<String>, StoreError> {
        const REMOVED: &str = "SELECT id FROM made_game WHERE removed = 1 ORDER BY id LIMIT $1";
        let rows = self.read().await?.query(REMOVED, values![most]).await?;
        rows.iter().map(|row| row.get(0)).collect()
    }

    async fn delete_unplayed(&self, age: u32) -> Result<u64, StoreError> {
        const IS_UNPLAYED: &str =
            "account IS NULL AND plays = 0 AND removed = 0 AND published < unixepoch() - $1";
        let found = format!("SELECT id FROM made_game WHERE {IS_UNPLAYED} LIMIT 1");
        if self.read().await?.query(&found, values![age]).await?.is_empty() {
            return Ok(0);
        }
        let mut transaction = self.write().await?;
        let sql = format!("DELETE FROM made_game WHERE {IS_UNPLAYED}");
        let deleted = transaction.execute(&sql, values![age]).await?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

/// Unmarks the favourites of an account that is deleted.
pub(in super::super) async fn forget_favourites(
    transaction: &mut Connection,
    account: AccountId,
) -> Result<(), StoreError> {
    const FORGET: &str = "
        UPDATE made_game SET favourites = favourites - 1 WHERE id IN (SELECT game FROM favourite WHERE account = $1)";
    transaction.execute(FORGET, values![account.0]).await.map(drop)
}

/// The number of columns that [`published`] reads.
const COLUMNS: usize = 15;

/// The parameters of a statement that reads games.
struct Query<'a> {
    values: Vec<Value<'a>>,
    /// The column of the day.
    day: String,
}

impl<'a> Query<'a> {
    fn new(connection: &Connection, viewer: Viewer) -> Query<'a> {
        // No account has the number 0.
        let viewer = viewer.map_or(0, |AccountId(id)| id);
        let day = connection.dialect().utc("game.published");
        Query { values: vec![viewer.into()], day }
    }

    /// Adds a parameter, and returns its name.
    fn value(&mut self, value: impl Into<Value<'a>>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Returns the statement that reads the games whose ids are `found`.
    fn select(&self, found: &str, more: &str, order: &str) -> String {
        let day = &self.day;
        format!(
            "SELECT game.id, game.view, game.account, publisher.name, game.origin, origin.title, origin.account,
                author.name, game.visibility, game.removed, game.featured, game.favourites, game.plays,
                {day}, CASE WHEN favourite.game IS NULL THEN CAST(0 AS bigint) ELSE CAST(1 AS bigint) END{more}
            FROM ({found}) AS found JOIN made_game AS game ON game.id = found.id
            LEFT JOIN account AS publisher ON publisher.id = game.account
            LEFT JOIN made_game AS origin
                ON origin.id = game.origin AND origin.visibility = 1 AND origin.removed = 0
            LEFT JOIN account AS author ON author.id = origin.account
            LEFT JOIN favourite ON favourite.game = game.id AND favourite.account = $1
            ORDER BY {order}"
        )
    }
}

/// Returns the statement that finds public games, and its parameters.
fn gallery<'a>(
    connection: &Connection,
    search: &'a GallerySearch,
    patterns: &'a [String],
    viewer: Viewer,
) -> (String, Vec<Value<'a>>) {
    let GallerySearch { publisher, board, order, offset, limit, .. } = search;
    let mut query = Query::new(connection, viewer);
    let place = match order {
        GalleryOrder::Newest => "published",
        GalleryOrder::Plays => "plays",
        GalleryOrder::Favourites => "favourites",
    };
    let mut conditions = "visibility = 1 AND removed = 0".to_owned();
    if let Some([files, ranks]) = board {
        let [files, ranks] = [files, ranks].map(|&side| query.value(side));
        conditions += &format!(" AND files = {files} AND ranks = {ranks}");
    }
    let words: Vec<String> =
        patterns.iter().map(|word| format!("words LIKE {} ESCAPE '{ESCAPE}'", query.value(word))).collect();
    if !words.is_empty() {
        let words = words.join(" AND ");
        let by = publisher.as_ref().map(|name| query.value(name));
        let by =
            by.map(|name| format!(" OR account = (SELECT account.id FROM account WHERE folded = {name})"));
        conditions += &format!(" AND ({words}{})", by.unwrap_or_default());
    }
    let (limit, offset) = (query.value(*limit), query.value(*offset));
    let found = format!(
        "SELECT id, featured, {place} AS place FROM made_game WHERE {conditions}
        ORDER BY featured DESC, {place} DESC, id DESC LIMIT {limit} OFFSET {offset}"
    );
    let sql = query.select(&found, "", "found.featured DESC, found.place DESC, found.id DESC");
    (sql, query.values)
}

/// Returns the pattern of texts that contain a word.
fn pattern(word: &str) -> String {
    let escaped = word.chars().flat_map(|letter| {
        let escape = matches!(letter, '%' | '_' | ESCAPE).then_some(ESCAPE);
        escape.into_iter().chain([letter])
    });
    format!("%{}%", escaped.collect::<String>())
}

async fn all(
    connection: &mut Connection,
    sql: &str,
    values: &[Value<'_>],
) -> Result<Vec<Published>, StoreError> {
    connection.query(sql, values).await?.iter().map(published).collect()
}

fn published(row: &Record) -> Result<Published, StoreError> {
    let account = |at| Ok::<_, StoreError>(row.get::<Option<i64>>(at)?.map(AccountId));
    let is = |at| Ok::<_, StoreError>(row.get::<i64>(at)? != 0);
    let number = |at| Ok::<_, StoreError>(u32::try_from(row.get::<i64>(at)?.max(0)).unwrap_or(u32::MAX));
    let origin = match row.get(4)? {
        Some(id) => Some(Origin { id, title: row.get(5)?, account: account(6)?, name: row.get(7)? }),
        None => None,
    };
    let moment: String = row.get(13)?;
    Ok(Published {
        id: row.get(0)?,
        view: row.get(1)?,
        account: account(2)?,
        name: row.get(3)?,
        origin,
        is_public: is(8)?,
        is_removed: is(9)?,
        is_featured: is(10)?,
        favourites: number(11)?,
        plays: number(12)?,
        day: moment.chars().take("2026-11-30".len()).collect::<String>().replace('-', "."),
        is_favourite: is(14)?,
    })
}

/// Returns the plan of a search.
#[cfg(test)]
pub(super) async fn plan(connection: &mut Connection, search: &GallerySearch) -> Vec<String> {
    use super::super::connection::Dialect;

    let (sql, values) = gallery(connection, search, &[], None);
    let (explain, column) = match connection.dialect() {
        Dialect::Sqlite => ("EXPLAIN QUERY PLAN", 3),
        Dialect::Postgres => ("EXPLAIN", 0),
    };
    let plan = connection.query(&format!("{explain} {sql}"), &values).await.unwrap();
    plan.iter().map(|row| row.get(column).unwrap()).collect()
}

fn count(row: Option<&Record>) -> Result<u32, StoreError> {
    let count: i64 = row.map_or(Ok(0), |row| row.get(0))?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

fn side(row: &Record, at: usize) -> Result<u8, StoreError> {
    Ok(u8::try_from(row.get::<i64>(at)?).unwrap_or(0))
}
