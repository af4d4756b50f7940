//! Looking games up in lists, by what an index serves.

use beaufort_session::view::NamedPlayer;
use beaufort_session::{AccountId, List};

use super::connection::{Connection, Record, Value, values};
use super::{Archived, Listed, Search, StoreError, number, whole_turns};

/// Follows everything that begins with a text, in the order of the bytes.
const END_OF_PREFIX: char = char::MAX;

impl Search {
    /// Returns whether the end of an index has it, whatever is asked for: nothing is looked through.
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

impl<'a> Conditions<'a> {
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

/// Returns what a text that begins with another one lies between.
fn range(prefix: &str) -> [String; 2] {
    [prefix.to_owned(), format!("{prefix}{END_OF_PREFIX}")]
}

/// Returns public games, those that have changed last first.
pub(super) async fn listed(connection: &mut Connection, search: &Search) -> Result<Vec<Listed>, StoreError> {
    const PLAYER: &str = "SELECT id FROM account WHERE folded = $1";
    let Search { list, session, game, result, day, opening, player, age, offset, limit } = search;
    let mut account = None;
    if let Some(player) = player {
        let Some(row) = connection.query_opt(PLAYER, values![player]).await? else { return Ok(Vec::new()) };
        account = Some(AccountId(row.get(0)?));
    }
    let (day, opening) =
        (day.as_deref().map(range), opening.as_deref().map(|turns| range(&whole_turns(turns))));
    let mut conditions = Conditions { text: String::new(), values: Vec::new() };
    conditions.is("list", Some(number(*list)));
    conditions.is("session", session.as_deref());
    conditions.is("game", game.as_deref());
    conditions.is("result", result.as_deref());
    conditions.begins("day", &day);
    conditions.begins("opening", &opening);
    if *age < u32::MAX {
        let age = conditions.value(*age);
        conditions.add(&format!("changed >= unixepoch() - {age}"));
    }
    find(connection, conditions, account, *offset, *limit).await
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

async fn find(
    connection: &mut Connection,
    conditions: Conditions<'_>,
    account: Option<AccountId>,
    offset: u32,
    limit: u32,
) -> Result<Vec<Listed>, StoreError> {
    let (sql, values) = statement(conditions, account, offset, limit);
    let games = connection.query(&sql, &values).await?;
    let listed = |row: &Record| Ok(Listed { session: row.get(0)?, game: row.get(1)?, names: names(row, 2)? });
    games.iter().map(listed).collect()
}

/// Returns what finds games. Which ones are wanted is found in the indices alone; then these are read.
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
        "SELECT listing.session, view, first, one.name, second, other.name
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
        Ok(row.get::<Option<i64>>(at)?.map(|_| NamedPlayer { name }))
    };
    Ok([side(at)?, side(at + 2)?])
}
