//! Ratings, which change with the end of a game.

use std::time::SystemTime;

use beaufort_session::view::PublicGame;
use beaufort_session::{AccountId, Listing, MIN_RATED_TURNS, RatedOutcome};
use skillratings::glicko2::Glicko2Rating;

use super::super::StoreError;
use super::super::connection::{Connection, Dialect, Record, values};
use super::super::postgres::RATINGS_LOCK;
use super::{seconds, to_rate};
use crate::rating::{self, MAX_PAIR_GAMES, Rating};

/// Rates a game that is rated and over, once, in the transaction that writes its end. If an account of either has been
/// deleted nothing is rated.
pub(in super::super) async fn rate(
    transaction: &mut Connection,
    session: &str,
    listing: &Listing,
) -> Result<(), StoreError> {
    match to_rate(listing) {
        Some((accounts, outcome)) => {
            rate_result(transaction, session, &listing.game.table.game, accounts, outcome).await
        }
        None => Ok(()),
    }
}

/// Rates a game with its result, once. A game of two players who have had enough with each other in a day is noted, and changes no
/// rating.
async fn rate_result(
    transaction: &mut Connection,
    session: &str,
    game: &str,
    accounts: [i64; 2],
    outcome: RatedOutcome,
) -> Result<(), StoreError> {
    const NOTE: &str = "
        INSERT INTO rated_game (session, game, first, second, score)
        SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM account WHERE id IN ($3, $4)) = 2
        ON CONFLICT (session) DO NOTHING";
    const OF_DAY: &str = "
        SELECT count(*) FROM rated_game WHERE (first = $1 AND second = $2 OR first = $2 AND second = $1)
            AND first_rating IS NOT NULL AND rated > unixepoch() - 86400";
    const READ: &str = "
        SELECT rating, deviation, volatility, games, changed FROM rating WHERE account = $1 AND game = $2";
    const WRITE: &str = "
        INSERT INTO rating (account, game, rating, deviation, volatility, games, changed)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (account, game) DO UPDATE
        SET rating = $3, deviation = $4, volatility = $5, games = $6, changed = $7";
    const AFTER: &str = "UPDATE rated_game SET first_rating = $2, second_rating = $3 WHERE session = $1";
    let ([first, second], score) = (accounts, rating::score(outcome));
    if transaction.dialect() == Dialect::Postgres {
        // Another server may rate another game of the same players.
        transaction.execute("SELECT pg_advisory_xact_lock($1)", values![RATINGS_LOCK]).await?;
    }
    if transaction.execute(NOTE, values![session, game, first, second, score]).await? == 0 {
        return Ok(());
    }
    let of_day = transaction.query_opt(OF_DAY, values![first, second]).await?;
    if of_day.map(|row| row.get::<i64>(0)).transpose()?.is_some_and(|games| games >= MAX_PAIR_GAMES) {
        return Ok(());
    }
    let now = seconds(SystemTime::now());
    let mut before = [Rating::new(now); 2];
    for (account, rating) in accounts.iter().zip(&mut before) {
        let known = transaction.query_opt(READ, values![*account, game]).await?;
        *rating = known.map(|row| read(&row, 0)).transpose()?.unwrap_or(*rating);
    }
    let after = rating::rate(before, outcome, now);
    for (account, Rating { value, games, changed }) in accounts.iter().zip(&after) {
        let Glicko2Rating { rating, deviation, volatility } = value;
        let values = values![*account, game, *rating, *deviation, *volatility, *games, *changed];
        transaction.execute(WRITE, values).await?;
    }
    let [one, other] = after.map(|rating| rating.value.rating);
    transaction.execute(AFTER, values![session, one, other]).await.map(drop)
}

/// Rates the games that go on of an account that is deleted: it has lost them.
pub(super) async fn rate_lost_games(
    transaction: &mut Connection,
    account: AccountId,
) -> Result<(), StoreError> {
    const RUNNING: &str = "
        SELECT session, view, first, second FROM listing WHERE (first = $1 OR second = $1) AND result IS NULL";
    for row in transaction.query(RUNNING, values![account.0]).await? {
        let (session, view): (String, String) = (row.get(0)?, row.get(1)?);
        let (Some(first), Some(second)) = (row.get::<Option<i64>>(2)?, row.get::<Option<i64>>(3)?) else {
            continue;
        };
        // One that a newer version has written is left out.
        let Ok(game) = serde_json::from_str::<PublicGame>(&view) else { continue };
        if game.rated && game.opening.split_whitespace().count() >= MIN_RATED_TURNS {
            let outcome = RatedOutcome::Won(u8::from(first == account.0));
            rate_result(transaction, &session, &game.table.game, [first, second], outcome).await?;
        }
    }
    Ok(())
}

/// Reads a rating from the columns from this one on.
pub(super) fn read(row: &Record, at: usize) -> Result<Rating, StoreError> {
    let value =
        Glicko2Rating { rating: row.get(at)?, deviation: row.get(at + 1)?, volatility: row.get(at + 2)? };
    Ok(Rating { value, games: row.get(at + 3)?, changed: row.get(at + 4)? })
}
