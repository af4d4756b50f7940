//! Accounts in the PostgreSQL database.

use std::time::SystemTime;

use beaufort_session::{Account, AccountId};
use serde_json::Value;

use super::super::postgres::{PostgresConnection, answered, listed};
use super::super::{Listed, Postgres, StoreError};
use super::ratings_postgres::read;
use super::{AccountStore, Credentials, MAX_SIGN_INS, WhichTokens, seconds};
use crate::accounts::{FoldedName, PasswordHash, TokenHash};
use crate::rating::{Rating, SURE_DEVIATION};

impl AccountStore for Postgres {
    fn create_account(
        &self,
        name: &str,
        folded: &FoldedName,
        password: &PasswordHash,
    ) -> Result<Option<AccountId>, StoreError> {
        const CREATE: &str = "
            INSERT INTO account (name, folded, password) VALUES ($1, $2, $3)
            ON CONFLICT (folded) DO NOTHING RETURNING id";
        self.with(async |PostgresConnection { client, .. }| {
            let (folded, password) = (folded.as_str(), password.as_str());
            let row = answered(client.query_opt(CREATE, &[&name, &folded, &password])).await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?.map(AccountId))
        })
    }

    fn credentials(&self, folded: &FoldedName) -> Result<Option<Credentials>, StoreError> {
        const CREDENTIALS: &str = "SELECT id, name, password FROM account WHERE folded = $1";
        self.with(async |PostgresConnection { client, .. }| {
            let row = answered(client.query_opt(CREDENTIALS, &[&folded.as_str()])).await?;
            let Some(row) = row else { return Ok(None) };
            let account = Account { id: AccountId(row.try_get(0)?), name: row.try_get(1)? };
            Ok(Some(Credentials { account, password: PasswordHash::kept(row.try_get(2)?) }))
        })
    }

    fn sign_in(
        &self,
        credentials: &Credentials,
        token: &TokenHash,
        expires: SystemTime,
    ) -> Result<bool, StoreError> {
        const FORGET: &str = "
            DELETE FROM sign_in
            WHERE account = $1 AND (expires <= extract(epoch FROM now()) OR number NOT IN
                (SELECT number FROM sign_in WHERE account = $1 ORDER BY number DESC LIMIT $2))";
        // Who gives the account another password waits, and signs this browser out as well.
        const KEEP: &str = "
            INSERT INTO sign_in (token, account, expires)
            SELECT $1, id, $3 FROM account WHERE id = $2 AND password = $4 FOR SHARE";
        let Credentials { account, password } = credentials;
        self.with(async |PostgresConnection { client, .. }| {
            let transaction = answered(client.transaction()).await?;
            let others = (MAX_SIGN_INS - 1) as i64;
            answered(transaction.execute(FORGET, &[&account.id.0, &others])).await?;
            let (token, expires, password) = (token.as_bytes(), seconds(expires), password.as_str());
            let kept =
                answered(transaction.execute(KEEP, &[&token, &account.id.0, &expires, &password])).await?;
            answered(transaction.commit()).await?;
            Ok(kept == 1)
        })
    }

    fn signed_in(&self, token: &TokenHash, now: SystemTime) -> Result<Option<Account>, StoreError> {
        const SIGNED_IN: &str = "
            SELECT account.id, account.name FROM sign_in JOIN account ON account.id = sign_in.account
            WHERE token = $1 AND expires > $2";
        self.with(async |PostgresConnection { client, .. }| {
            let values = (token.as_bytes(), seconds(now));
            let row = answered(client.query_opt(SIGNED_IN, &[&values.0, &values.1])).await?;
            let Some(row) = row else { return Ok(None) };
            Ok(Some(Account { id: AccountId(row.try_get(0)?), name: row.try_get(1)? }))
        })
    }

    fn sign_out(&self, account: AccountId, which: WhichTokens) -> Result<(), StoreError> {
        const ALL: &str = "DELETE FROM sign_in WHERE account = $1";
        const ONE: &str = "DELETE FROM sign_in WHERE account = $1 AND token = $2";
        const ALL_BUT: &str = "DELETE FROM sign_in WHERE account = $1 AND token <> $2";
        self.with(async |PostgresConnection { client, .. }| {
            let account = account.0;
            answered(async {
                match which {
                    WhichTokens::All => client.execute(ALL, &[&account]).await,
                    WhichTokens::One(token) => client.execute(ONE, &[&account, &token.as_bytes()]).await,
                    WhichTokens::AllBut(token) => {
                        client.execute(ALL_BUT, &[&account, &token.as_bytes()]).await
                    }
                }
            })
            .await
            .map(drop)
        })
    }

    fn set_password(&self, account: AccountId, password: &PasswordHash) -> Result<(), StoreError> {
        const SET: &str = "UPDATE account SET password = $2 WHERE id = $1";
        self.with(async |PostgresConnection { client, .. }| {
            answered(client.execute(SET, &[&account.0, &password.as_str()])).await.map(drop)
        })
    }

    fn delete_account(&self, account: AccountId) -> Result<(), StoreError> {
        self.with(async |PostgresConnection { client, .. }| {
            answered(client.execute("DELETE FROM account WHERE id = $1", &[&account.0])).await.map(drop)
        })
    }

    fn account_name(&self, account: AccountId) -> Result<Option<String>, StoreError> {
        const NAME: &str = "SELECT name FROM account WHERE id = $1";
        self.with(async |PostgresConnection { client, .. }| {
            let row = answered(client.query_opt(NAME, &[&account.0])).await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    fn games_of(&self, account: AccountId, offset: u32, limit: u32) -> Result<Vec<Listed>, StoreError> {
        const GAMES: &str = "
            SELECT session, view, first, one.name, second, other.name FROM listing
            LEFT JOIN account one ON one.id = first LEFT JOIN account other ON other.id = second
            WHERE first = $1 OR second = $1 ORDER BY changed DESC, session LIMIT $2 OFFSET $3";
        self.with(async |PostgresConnection { client, .. }| {
            let [limit, offset] = [limit, offset].map(i64::from);
            let games = answered(client.query(GAMES, &[&account.0, &limit, &offset])).await?;
            games.iter().map(listed).collect()
        })
    }

    fn ratings_of(&self, account: AccountId) -> Result<Vec<(String, Rating)>, StoreError> {
        const RATINGS: &str = "
            SELECT game, rating, deviation, volatility, games, changed FROM rating WHERE account = $1 ORDER BY game";
        self.with(async |PostgresConnection { client, .. }| {
            let ratings = answered(client.query(RATINGS, &[&account.0])).await?;
            ratings.iter().map(|row| Ok((row.try_get(0)?, read(row, 1)?))).collect()
        })
    }

    fn best_players(&self, game: &str, limit: u32) -> Result<Vec<(String, Rating)>, StoreError> {
        const BEST: &str = "
            SELECT name, rating, deviation, volatility, games, changed FROM rating JOIN account ON id = account
            WHERE game = $1 ORDER BY deviation > $2, rating DESC, name LIMIT $3";
        self.with(async |PostgresConnection { client, .. }| {
            let limit = i64::from(limit);
            let best = answered(client.query(BEST, &[&game, &SURE_DEVIATION, &limit])).await?;
            best.iter().map(|row| Ok((row.try_get(0)?, read(row, 1)?))).collect()
        })
    }

    fn facts_about(&self, account: AccountId) -> Result<Value, StoreError> {
        const FACTS: &str = "
            SELECT json_build_object(
                'name', name, 'created', created,
                'signIns', (SELECT coalesce(json_agg(json_build_object(
                    'begun', begun, 'expires', to_timestamp(expires))), '[]')
                    FROM sign_in WHERE account = $1),
                'ratedGames', (SELECT coalesce(json_agg(json_build_object(
                    'session', session, 'game', game, 'side', (second = $1)::integer,
                    'score', CASE WHEN first = $1 THEN score ELSE 1 - score END,
                    'rating', CASE WHEN first = $1 THEN first_rating ELSE second_rating END, 'rated', rated)), '[]')
                    FROM rated_game WHERE first = $1 OR second = $1))::text
            FROM account WHERE id = $1";
        self.with(async |PostgresConnection { client, .. }| {
            let row = answered(client.query_opt(FACTS, &[&account.0])).await?;
            let facts: Option<String> = row.map(|row| row.try_get(0)).transpose()?;
            Ok(facts.and_then(|facts| serde_json::from_str(&facts).ok()).unwrap_or_default())
        })
    }
}
