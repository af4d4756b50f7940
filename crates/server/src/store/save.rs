//! Writes changes of sessions, in one transaction.

use std::collections::HashSet;
use std::time::SystemTime;

use beaufort_session::{AppendedTurn, Letter, ListingChange, Post, Save};

use super::connection::{Connection, values};
use super::postgres::Sharing;
use super::{ListingColumns, Row, ServerId, StoreError, accounts, expiry, letters, milliseconds, search};

/// Writes sessions.
///
/// # Errors
/// If other servers have some of them, some that begin have names that are taken, a player is not challenged, or they cannot be written:
/// then the transaction is to be taken back.
pub(super) async fn write_all(
    transaction: &mut Connection,
    sharing: Sharing,
    rows: &[Row],
) -> Result<(), StoreError> {
    if let Sharing::With(server) = sharing {
        let superseded = superseded(transaction, server, rows).await?;
        if !superseded.is_empty() {
            return Err(StoreError::Superseded(superseded));
        }
    }
    let mut taken = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        if let Some(challenged) = &row.challenged
            && let Some(why) = accounts::why_not_challenged(transaction, &row.listing, challenged).await?
        {
            return Err(StoreError::NotChallenged(vec![place], why));
        }
        if !write(transaction, row).await? {
            taken.push(place);
        }
    }
    if taken.is_empty() { Ok(()) } else { Err(StoreError::NameTaken(taken)) }
}

/// Returns the places of the rows that other servers write from now on. The others are this server's to the end of the transaction.
pub(super) async fn superseded(
    transaction: &mut Connection,
    server: ServerId,
    rows: &[Row],
) -> Result<Vec<usize>, StoreError> {
    const HELD: &str = "SELECT session FROM lease WHERE member = $1 AND session = ANY($2) FOR SHARE";
    let leased = || rows.iter().enumerate().filter(|(_, row)| row.right.is_leased());
    let names: Vec<&str> = leased().map(|(_, row)| row.name.as_str()).collect();
    let held = transaction.query(HELD, values![server.0, &*names]).await?;
    let held = held.iter().map(|row| row.get(0)).collect::<Result<HashSet<String>, _>>()?;
    Ok(leased().filter(|(_, row)| !held.contains(&row.name)).map(|(place, _)| place).collect())
}

/// Writes a session. Returns `false`, and writes nothing, if it begins and its name is taken.
async fn write(transaction: &mut Connection, row: &Row) -> Result<bool, StoreError> {
    const BEGIN: &str =
        "INSERT INTO session (name, snapshot, flag) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
    const SNAPSHOT: &str = "
        INSERT INTO session (name, snapshot, flag) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET snapshot = excluded.snapshot, state = NULL, flag = excluded.flag,
            changed = unixepoch()";
    const FORGET_TURNS: &str = "DELETE FROM turn WHERE session = $1";
    const STATE: &str = "UPDATE session SET state = $2, flag = $3, changed = unixepoch() WHERE name = $1";
    const TURN: &str = "INSERT INTO turn (session, number, text) VALUES ($1, $2, $3)";
    let Row { name, save, right, flag, listing, record, expires: _, post, challenged } = row;
    let flag = flag.map(milliseconds);
    match save {
        Save::Snapshot(snapshot) if !right.replaces() => {
            if transaction.execute(BEGIN, values![name, snapshot, flag]).await? == 0 {
                return Ok(false);
            }
        }
        Save::Snapshot(snapshot) => {
            transaction.execute(FORGET_TURNS, values![name]).await?;
            transaction.execute(SNAPSHOT, values![name, snapshot, flag]).await?;
        }
        Save::Append { state, turn } => {
            if transaction.execute(STATE, values![name, state, flag]).await? == 0 {
                return Err(StoreError::Failed(
                    "nothing is appended to a session that is not there".to_owned(),
                ));
            }
            if let Some(AppendedTurn { number, text }) = turn {
                transaction.execute(TURN, values![name, *number, text]).await?;
            }
        }
    }
    if let Save::Snapshot(_) = save {
        expiry::mark(transaction, row).await?;
    }
    list(transaction, name, listing).await?;
    if let Some(challenged) = challenged {
        accounts::challenge(transaction, name, challenged).await?;
    }
    if let Some(record) = record {
        search::keep_record(transaction, name, record, true).await?;
    }
    for post in post {
        deliver(transaction, name, post).await?;
    }
    Ok(true)
}

/// Writes the listing of a session, and the ratings that follow from its end.
async fn list(transaction: &mut Connection, name: &str, listing: &ListingChange) -> Result<(), StoreError> {
    const LIST: &str = "
        INSERT INTO listing (session, list, game, result, day, opening, view, first, second)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (session) DO UPDATE SET list = excluded.list, game = excluded.game, result = excluded.result,
            day = excluded.day, opening = excluded.opening, view = excluded.view, first = excluded.first,
            second = excluded.second, changed = unixepoch()";
    const ACCEPTED: &str = "DELETE FROM challenge WHERE session = $1";
    const UNLIST: &str = "DELETE FROM listing WHERE session = $1";
    match listing {
        ListingChange::None => {}
        ListingChange::Listed(listing) => {
            let ListingColumns { list, game, result, day, opening, view, accounts } = (&**listing).into();
            let [first, second] = accounts;
            let values = values![name, list, &game, &result, &day, &opening, &view, first, second];
            transaction.execute(LIST, values).await?;
            if listing.game.free.is_none() {
                transaction.execute(ACCEPTED, values![name]).await?;
            }
            accounts::rate(transaction, name, listing).await?;
        }
        ListingChange::Unlisted => {
            transaction.execute(UNLIST, values![name]).await?;
        }
    }
    Ok(())
}

/// Has letters wait in the place of others that would go the same way.
async fn deliver(
    transaction: &mut Connection,
    name: &str,
    Post { side, way, letters, stops }: &Post,
) -> Result<(), StoreError> {
    const FORGET: &str = "DELETE FROM letter WHERE session = $1 AND side = $2 AND kind BETWEEN $3 AND $4";
    const DELIVER: &str = "
        INSERT INTO letter (session, side, kind, address, token, game, opponent, language, due)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let kinds = letters::kinds(*way);
    transaction.execute(FORGET, values![name, *side, *kinds.start(), *kinds.end()]).await?;
    if let Some(address) = stops {
        letters::stop(transaction, address.as_str()).await?;
    }
    for letter in letters {
        let Letter { kind, to, game, opponent, delay, language } = letter;
        let (address, token) = letters::address(to);
        let due = milliseconds(SystemTime::now() + *delay);
        let kind = letters::kind_number(*way, *kind);
        let values = values![name, *side, kind, address, &token, game, opponent, language, due];
        transaction.execute(DELIVER, values).await?;
    }
    Ok(())
}
