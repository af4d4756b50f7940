//! Searches for games in lists, by the indices.

use beaufort_session::view::{NamedPlayer, PairScore};
use beaufort_session::{AccountId, List};

use super::connection::{Connection, Record, Value, values};
use super::{Archived, Listed, Search, StoreError, number, whole_turns};

/// Sorts after all texts with the same prefix, in the order of the bytes.
const END_OF_PREFIX: char = char::MAX;

impl Search {
    /// Returns whether the end of an index answers the search without a scan.
    pub(crate) fn is_quick(&self) -> bool {
        let Search { result, day, opening, player, .. } = self;
        result.is_none() && day.is_none() && opening.is_none() && player.is_none()
    }
}

/// The conditions of a search, with their parameters.
struct Conditions<'a> {
    text: String,
    values: Vec<Value<'a>>,
}

/// The ranges of texts that are searched by a prefix.
struct Ranges {
    day: Option<[String; 2]>,
    opening: Option<[String; 2]>,
}

impl Ranges {
    fn new(Search { day, opening, .. }: &Search) -> Ranges {
        let opening = opening.as_deref().map(|turns| range(&whole_turns(turns)));
        Ranges { day: day.as_deref().map(range), opening }
    }
}

impl<'a> Conditions<'a> {
    /// Returns the conditions of a search but for the player.
    fn new(search: &'a Search, ranges: &'a Ranges) -> Conditions<'a> {
        let Search { list, game, result, age, .. } = search;
        let mut conditions = Conditions { text: String::new(), values: Vec::new() };
        conditions.is("list", Some(number(*list)));
        conditions.is("game", game.as_deref());
        conditions.is("result", result.as_deref());
        conditions.begins("day", &ranges.day);
        conditions.begins("opening", &ranges.opening);
        if *age < u32::MAX {
            let age = conditions.value(*age);
            conditions.add(&format!("changed >= unixepoch() - {age}"));
        }
        conditions
    }

    /// Adds a parameter, and returns its name.
    fn value(&mut self, value: impl Into<Value<'a>>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn add(&mut self, condition: &str) {
        self.text += if self.text.is_empty() { "" } else { " AND " };
        self.text += condition;
    }

    /// Adds the condition that a column has a value, if there is one.
    fn is(&mut self, column: &str, value: Option<impl Into<Value<'a>>>) {
        if let Some(value) = value {
            let value = self.value(value);
            self.add(&format!("{column} = {value}"));
        }
    }

    /// Adds the condition that a column begins with a text, if there is one.
    fn begins(&mut self, column: &str, range: &'a Option<[String; 2]>) {
        if let Some([first, end]) = range {
            let (first, end) = (self.value(first), self.value(end));
            self.add(&format!("{column} >= {first} AND {column} < {end}"));
        }
    }
}

/// Returns the range of texts with a prefix.
fn range(prefix: &str) -> [String; 2] {
    [prefix.to_owned(), format!("{prefix}{END_OF_PREFIX}")]
}

/// Returns public games, those that have changed last first.
pub(super) async fn listed(connection: &mut Connection, search: &Search) -> Result<Vec<Listed>, StoreError> {
    const PLAYER: &str = "SELECT id FROM account WHERE folded = $1";
    let Search { player, offset, limit, .. } = search;
    let mut account = None;
    if let Some(player) = player {
        let Some(row) = connection.query_opt(PLAYER, values![player]).await? else { return Ok(Vec::new()) };
        account = Some(AccountId(row.get(0)?));
    }
    let ranges = Ranges::new(search);
    find(connection, Conditions::new(search, &ranges), account, *offset, *limit).await
}

/// Returns the games of an account, those that have changed last first.
pub(super) async fn games_of(
    connection: &mut Connection,
    account: AccountId,
    offset: u32,
    limit: u32,
) -> Result<Vec<Listed>, StoreError> {
    let conditions = Conditions { text: String::new(), values: Vec::new() };
    find(connection, conditions, Some(account), offset, limit).await
}

/// Returns the results of the games of an account against another one.
pub(super) async fn score_of(
    connection: &mut Connection,
    account: AccountId,
    other: AccountId,
) -> Result<PairScore, StoreError> {
    const RESULTS: &str = "
        SELECT result, count(*) FROM listing WHERE first = $1 AND second = $2 AND result IS NOT NULL GROUP BY result";
    let mut score = PairScore::default();
    for (first, second, own) in [(account, other, "1-0"), (other, account, "0-1")] {
        for row in connection.query(RESULTS, values![first.0, second.0]).await? {
            let (result, count): (String, i64) = (row.get(0)?, row.get(1)?);
            let sum = match result.as_str() {
                "1/2-1/2" => &mut score.drawn,
                result if result == own => &mut score.won,
                "1-0" | "0-1" => &mut score.lost,
                _ => continue,
            };
            *sum += u32::try_from(count).unwrap_or(u32::MAX);
        }
    }
    Ok(score)
}

/// Returns the games to which an account has been challenged in the last seconds and that wait for it, the newest first.
pub(super) async fn challenges_of(
    connection: &mut Connection,
    account: AccountId,
    seconds: i64,
    limit: i64,
) -> Result<Vec<Listed>, StoreError> {
    const CHALLENGES: &str = "
        SELECT listing.session, view, first, one.name, second, other.name, unixepoch() - made
        FROM challenge JOIN listing ON listing.session = challenge.session
        LEFT JOIN account one ON one.id = first LEFT JOIN account other ON other.id = second
        WHERE challenge.account = $1 AND made > unixepoch() - CAST($2 AS bigint)
        ORDER BY made DESC, listing.session LIMIT $3";
    let rows = connection.query(CHALLENGES, values![account.0, seconds, limit]).await?;
    rows.iter().map(listed_game).collect()
}

async fn find(
    connection: &mut Connection,
    conditions: Conditions<'_>,
    account: Option<AccountId>,
    offset: u32,
    limit: u32,
) -> Result<Vec<Listed>, StoreError> {
    let (sql, values) = statement(conditions, account, offset, limit);
    let games = connection.query(&sql, &values).await?;
    games.iter().map(listed_game).collect()
}

/// Reads a game of a list.
fn listed_game(row: &Record) -> Result<Listed, StoreError> {
    // A clock that was set back makes no age negative.
    let age = u32::try_from(row.get::<i64>(6)?.max(0)).unwrap_or(u32::MAX);
    Ok(Listed { session: row.get(0)?, game: row.get(1)?, names: names(row, 2)?, age })
}

/// Returns the statement that finds games: it selects them by the indices alone, and reads them afterwards.
fn statement(
    mut conditions: Conditions<'_>,
    account: Option<AccountId>,
    offset: u32,
    limit: u32,
) -> (String, Vec<Value<'_>>) {
    let select = |condition: &str| format!("SELECT session, changed FROM listing WHERE {condition}");
    let mut found = select(&conditions.text);
    if let Some(AccountId(account)) = account {
        let other = conditions.text.clone();
        let account = conditions.value(account);
        let and = |own: &str| if other.is_empty() { own.to_owned() } else { format!("{own} AND {other}") };
        // Each half has its index.
        let [first, second] = [
            format!("first = {account}"),
            format!("second = {account} AND first IS DISTINCT FROM {account}"),
        ]
        .map(|own| select(&and(&own)));
        found = format!("{first} UNION ALL {second}");
    }
    let (limit, offset) = (conditions.value(limit), conditions.value(offset));
    let sql = format!(
        "SELECT listing.session, view, first, one.name, second, other.name, unixepoch() - found.changed
        FROM ({found} ORDER BY changed DESC, session LIMIT {limit} OFFSET {offset}) AS found
        JOIN listing ON listing.session = found.session
        LEFT JOIN account one ON one.id = first LEFT JOIN account other ON other.id = second
        ORDER BY found.changed DESC, found.session"
    );
    (sql, conditions.values)
}

/// Returns the record of a game of the archive.
pub(super) async fn archived(
    connection: &mut Connection,
    session: &str,
) -> Result<Option<Archived>, StoreError> {
    const ARCHIVED: &str = "
        SELECT game, text, first, one.name, second, other.name FROM listing
        LEFT JOIN record ON record.session = listing.session
        LEFT JOIN account one ON one.id = first LEFT JOIN account other ON other.id = second
        WHERE listing.session = $1 AND list = $2";
    let row = connection.query_opt(ARCHIVED, values![session, number(List::Archive)]).await?;
    row.map(|row| Ok(Archived { game: row.get(0)?, record: row.get(1)?, names: names(&row, 2)? })).transpose()
}

/// Keeps the record of a game that is in a list; whatever was kept of it is replaced, or stays.
pub(super) async fn keep_record(
    transaction: &mut Connection,
    session: &str,
    record: &str,
    replaces: bool,
) -> Result<(), StoreError> {
    let conflict = if replaces { "DO UPDATE SET text = excluded.text" } else { "DO NOTHING" };
    let sql = format!(
        "INSERT INTO record (session, text) SELECT session, $2 FROM listing WHERE session = $1
        ON CONFLICT (session) {conflict}"
    );
    transaction.execute(&sql, values![session, record]).await.map(drop)
}

/// Reads for each side the number of an account and the name, if the account is there still.
fn names(row: &Record, at: usize) -> Result<[Option<NamedPlayer>; 2], StoreError> {
    let side = |at| -> Result<Option<NamedPlayer>, StoreError> {
        let name = row.get(at + 1)?;
        Ok(row.get::<Option<i64>>(at)?.map(|_| NamedPlayer::account(name)))
    };
    Ok([side(at)?, side(at + 2)?])
}

#[cfg(test)]
mod tests {
    use super::super::connection::Dialect;
    use super::super::contract::{Place, on_each_store};
    use super::super::{SqlStore, Store as _};
    use super::*;

    on_each_store!(no_search_looks_through_the_archive, what_is_searched_is_found);

    /// Any game of the archive.
    fn any() -> Search {
        Search { limit: 21, ..Search::first_of(List::Archive) }
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    /// Every kind of search, with an index that serves it.
    fn kinds() -> Vec<(Search, Option<AccountId>, &'static str)> {
        let player = Some(AccountId(1));
        vec![
            (any(), None, "listing_changed"),
            (Search { list: List::Open, age: 86_400, ..any() }, None, "listing_changed"),
            (Search { list: List::Live, age: 86_400, ..any() }, None, "listing_changed"),
            (Search { game: text("game1"), ..any() }, None, "listing_game"),
            (Search { result: text("0-1"), ..any() }, None, "listing_"),
            (Search { result: text("none"), ..any() }, None, "listing_result"),
            (Search { day: text("2026.11.07"), ..any() }, None, "listing_day"),
            (Search { opening: text("P-zz9"), ..any() }, None, "listing_opening"),
            (any(), player, "listing_first"),
            (any(), player, "listing_second"),
            (Search { opening: text("P-a1"), result: text("0-1"), ..any() }, player, "listing_"),
        ]
    }

    /// Fills the lists with games.
    async fn fill(store: &SqlStore, games: u32) {
        let numbers =
            format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {games})");
        let accounts =
            "INSERT INTO account (name, folded, password) SELECT 'P' || i, 'p' || i, '' FROM n WHERE i <= 99";
        let sessions = "INSERT INTO session (name, snapshot) SELECT 'game' || i, 'x' FROM n";
        let listings = "
            INSERT INTO listing (session, list, game, result, day, opening, view, changed, first, second)
            SELECT 'game' || i, CASE i % 1000 WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE 2 END, 'game' || (i % 50),
                CASE i % 2 WHEN 0 THEN '1-0' ELSE '0-1' END, '2026.11.' || (10 + i % 20),
                'P-a' || (i % 99) || ' P-b' || (i % 7) || ' ', '{\"table\":null}', unixepoch() - i,
                1 + i % 99, CASE WHEN i % 3 = 0 THEN 1 + (i / 3) % 99 END FROM n";
        let mut write = store.write().await.unwrap();
        for sql in [accounts, sessions, listings] {
            write.batch(&format!("{numbers} {sql}")).await.unwrap();
        }
        write.commit().await.unwrap();
        store.read().await.unwrap().batch("ANALYZE").await.unwrap();
    }

    /// Returns the query plan.
    async fn plan(connection: &mut Connection, search: &Search, account: Option<AccountId>) -> Vec<String> {
        let ranges = Ranges::new(search);
        let (sql, values) = statement(Conditions::new(search, &ranges), account, 0, 21);
        let (explain, column) = match connection.dialect() {
            Dialect::Sqlite => ("EXPLAIN QUERY PLAN", 3),
            Dialect::Postgres => ("EXPLAIN", 0),
        };
        let plan = connection.query(&format!("{explain} {sql}"), &values).await.unwrap();
        plan.iter().map(|row| row.get(column).unwrap()).collect()
    }

    async fn no_search_looks_through_the_archive(place: &Place) {
        let store = place.open().await;
        fill(&store, 10_000).await;
        let mut connection = store.search().await.unwrap();
        for (search, account, index) in kinds() {
            let plan = plan(&mut connection, &search, account).await;
            let is_scan = |line: &String| {
                line.contains("Seq Scan on listing") || line.starts_with("SCAN ") && line != "SCAN found"
            };
            assert!(!plan.iter().any(is_scan), "{search:?}: {plan:#?}");
            assert!(plan.iter().any(|line| line.contains(index)), "{search:?}, {index}: {plan:#?}");
        }
    }

    async fn what_is_searched_is_found(place: &Place) {
        let store = place.open().await;
        fill(&store, 400).await;
        let count =
            async |search: Search| store.listed(&Search { limit: 999, ..search }).await.unwrap().len();
        assert_eq!(count(any()).await, 399);
        assert_eq!(count(Search { list: List::Live, ..any() }).await, 1);
        assert_eq!(count(Search { list: List::Live, age: 0, ..any() }).await, 0);
        assert_eq!(count(Search { result: text("1-0"), ..any() }).await, 200);
        assert_eq!(count(Search { day: text("2026.11"), ..any() }).await, 399);
        assert_eq!(count(Search { day: text("2026.11.10"), ..any() }).await, 20);
        assert_eq!(count(Search { day: text("2026.12"), ..any() }).await, 0);
        // `P-a1` is no beginning of `P-a11`.
        assert_eq!(count(Search { opening: text("P-a2"), ..any() }).await, 5);
        assert_eq!(count(Search { opening: text("P-a2 P-b1"), ..any() }).await, 0);
        assert_eq!(count(Search { opening: text("P-a2  P-b2"), ..any() }).await, 1);
        let of_player = Search { player: text("p7"), ..any() };
        assert_eq!(count(of_player.clone()).await, 6);
        assert_eq!(count(Search { game: text("game6"), ..of_player.clone() }).await, 1);
        assert_eq!(count(Search { player: text("nobody"), ..any() }).await, 0);
        let names = async |search: &Search| -> Vec<String> {
            store.listed(search).await.unwrap().into_iter().map(|game| game.session).collect()
        };
        assert_eq!(names(&any()).await[..2], ["game2", "game3"]);
        let all = names(&of_player).await;
        assert_eq!(names(&Search { offset: 1, limit: 3, ..of_player }).await, all[1..4]);
    }

    #[tokio::test]
    #[ignore = "fills a large archive"]
    async fn long_every_search_of_a_large_archive_ends_in_time() {
        for place in [Place::file(), Place::postgres()] {
            let store = place.open().await;
            fill(&store, 60_000).await;
            for _ in 0..20 {
                for (search, ..) in kinds() {
                    store.listed(&search).await.unwrap();
                }
                store.listed(&Search { player: text("nobody"), ..any() }).await.unwrap();
            }
        }
    }
}
