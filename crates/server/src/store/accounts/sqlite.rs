//! Accounts in the SQLite file.

use std::time::SystemTime;

use beaufort_session::{Account, AccountId};
use rusqlite::{OptionalExtension as _, params};
use serde_json::Value;

use super::super::sqlite::listed;
use super::super::{Listed, Sqlite, StoreError};
use super::ratings_sqlite::read;
use super::{AccountStore, Credentials, MAX_SIGN_INS, WhichTokens, seconds};
use crate::accounts::{FoldedName, PasswordHash, TokenHash};
use crate::rating::{Rating, SURE_DEVIATION};

impl AccountStore for Sqlite {
    fn create_account(
        &self,
        name: &str,
        folded: &FoldedName,
        password: &PasswordHash,
    ) -> Result<Option<AccountId>, StoreError> {
        const CREATE: &str = "
            INSERT INTO account (name, folded, password) VALUES (?1, ?2, ?3)
            ON CONFLICT (folded) DO NOTHING RETURNING id";
        self.with(|connection| {
            let values = params![name, folded.as_str(), password.as_str()];
            let id = connection.query_row(CREATE, values, |row| row.get(0)).optional()?;
            Ok(id.map(AccountId))
        })
    }

    fn credentials(&self, folded: &FoldedName) -> Result<Option<Credentials>, StoreError> {
        const CREDENTIALS: &str = "SELECT id, name, password FROM account WHERE folded = ?1";
        self.with(|connection| {
            let read = |row: &rusqlite::Row<'_>| {
                let account = Account { id: AccountId(row.get(0)?), name: row.get(1)? };
                Ok(Credentials { account, password: PasswordHash::kept(row.get(2)?) })
            };
            connection.prepare_cached(CREDENTIALS)?.query_row([folded.as_str()], read).optional()
        })
    }

    fn sign_in(
        &self,
        credentials: &Credentials,
        token: &TokenHash,
        expires: SystemTime,
    ) -> Result<bool, StoreError> {
        const FORGET: &str = "
            DELETE FROM sign_in WHERE account = ?1 AND (expires <= unixepoch() OR rowid NOT IN
                (SELECT rowid FROM sign_in WHERE account = ?1 ORDER BY rowid DESC LIMIT ?2))";
        const KEEP: &str = "
            INSERT INTO sign_in (token, account, expires)
            SELECT ?1, id, ?3 FROM account WHERE id = ?2 AND password = ?4";
        let Credentials { account, password } = credentials;
        self.with(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(FORGET, params![account.id.0, MAX_SIGN_INS - 1])?;
            let values = params![token.as_bytes(), account.id.0, seconds(expires), password.as_str()];
            let kept = transaction.execute(KEEP, values)?;
            transaction.commit()?;
            Ok(kept == 1)
        })
    }

    fn signed_in(&self, token: &TokenHash, now: SystemTime) -> Result<Option<Account>, StoreError> {
        const SIGNED_IN: &str = "
            SELECT account.id, account.name FROM sign_in JOIN account ON account.id = sign_in.account
            WHERE token = ?1 AND expires > ?2";
        self.with(|connection| {
            let mut account = connection.prepare_cached(SIGNED_IN)?;
            let read =
                |row: &rusqlite::Row<'_>| Ok(Account { id: AccountId(row.get(0)?), name: row.get(1)? });
            account.query_row(params![token.as_bytes(), seconds(now)], read).optional()
        })
    }

    fn sign_out(&self, account: AccountId, which: WhichTokens) -> Result<(), StoreError> {
        self.with(|connection| {
            let all = "DELETE FROM sign_in WHERE account = ?1";
            match which {
                WhichTokens::All => connection.execute(all, [account.0]),
                WhichTokens::One(token) => {
                    connection.execute(&format!("{all} AND token = ?2"), params![account.0, token.as_bytes()])
                }
                WhichTokens::AllBut(token) => connection
                    .execute(&format!("{all} AND token <> ?2"), params![account.0, token.as_bytes()]),
            }
            .map(drop)
        })
    }

    fn set_password(&self, account: AccountId, password: &PasswordHash) -> Result<(), StoreError> {
        const SET: &str = "UPDATE account SET password = ?2 WHERE id = ?1";
        self.with(|connection| connection.execute(SET, params![account.0, password.as_str()]).map(drop))
    }

    fn delete_account(&self, account: AccountId) -> Result<(), StoreError> {
        self.with(|connection| connection.execute("DELETE FROM account WHERE id = ?1", [account.0]).map(drop))
    }

    fn account_name(&self, account: AccountId) -> Result<Option<String>, StoreError> {
        const NAME: &str = "SELECT name FROM account WHERE id = ?1";
        self.with(|connection| {
            connection.prepare_cached(NAME)?.query_row([account.0], |row| row.get(0)).optional()
        })
    }

    fn games_of(&self, account: AccountId, offset: u32, limit: u32) -> Result<Vec<Listed>, StoreError> {
        // Each half is in the order of its index: only what is wanted is read.
        const GAMES: &str = "
            SELECT session, view, first, one.name, second, other.name, changed FROM listing
            LEFT JOIN account one ON one.id = first LEFT JOIN account other ON other.id = second
            WHERE first = ?1
            UNION ALL
            SELECT session, view, first, one.name, second, other.name, changed FROM listing
            LEFT JOIN account one ON one.id = first LEFT JOIN account other ON other.id = second
            WHERE second = ?1 AND first IS NOT ?1
            ORDER BY changed DESC, session LIMIT ?2 OFFSET ?3";
        self.search(|connection| {
            let mut games = connection.prepare_cached(GAMES)?;
            games.query_map(params![account.0, limit, offset], listed)?.collect()
        })
    }

    fn ratings_of(&self, account: AccountId) -> Result<Vec<(String, Rating)>, StoreError> {
        const RATINGS: &str = "
            SELECT game, rating, deviation, volatility, games, changed FROM rating WHERE account = ?1 ORDER BY game";
        self.with(|connection| {
            let mut ratings = connection.prepare_cached(RATINGS)?;
            ratings.query_map([account.0], |row| Ok((row.get(0)?, read(row, 1)?)))?.collect()
        })
    }

    fn best_players(&self, game: &str, limit: u32) -> Result<Vec<(String, Rating)>, StoreError> {
        const BEST: &str = "
            SELECT name, rating, deviation, volatility, games, changed FROM rating JOIN account ON id = account
            WHERE game = ?1 ORDER BY deviation > ?2, rating DESC, name LIMIT ?3";
        self.with(|connection| {
            let mut best = connection.prepare_cached(BEST)?;
            let values = params![game, SURE_DEVIATION, limit];
            best.query_map(values, |row| Ok((row.get(0)?, read(row, 1)?)))?.collect()
        })
    }

    fn facts_about(&self, account: AccountId) -> Result<Value, StoreError> {
        const FACTS: &str = "
            SELECT json_object(
                'name', name, 'created', datetime(created, 'unixepoch'),
                'signIns', (SELECT json_group_array(json_object(
                    'begun', datetime(begun, 'unixepoch'), 'expires', datetime(expires, 'unixepoch')))
                    FROM sign_in WHERE account = ?1),
                'ratedGames', (SELECT json_group_array(json_object(
                    'session', session, 'game', game, 'side', second = ?1,
                    'score', iif(first = ?1, score, 1 - score),
                    'rating', iif(first = ?1, first_rating, second_rating), 'rated', datetime(rated, 'unixepoch')))
                    FROM rated_game WHERE first = ?1 OR second = ?1))
            FROM account WHERE id = ?1";
        self.search(|connection| {
            let facts: Option<String> =
                connection.query_row(FACTS, [account.0], |row| row.get(0)).optional()?;
            Ok(facts.and_then(|facts| serde_json::from_str(&facts).ok()).unwrap_or_default())
        })
    }
}
