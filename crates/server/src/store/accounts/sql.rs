//! Accounts in a database of either kind.

use std::collections::BTreeMap;
use std::time::SystemTime;

use async_trait::async_trait;
use beaufort_session::view::{OpponentScore, PairScore, RatedAt};
use beaufort_session::{Account, AccountId};
use serde_json::{Value, json};

use super::super::connection::{Record, values};
use super::super::{Listed, SqlStore, StoreError, gallery, search};
use super::ratings::{rate_lost_games, read};
use super::{AccountStore, Credentials, MAX_SIGN_INS, WhichTokens, seconds};
use super::{challenges, follows};
use crate::identity::{FoldedName, PasswordHash, TokenHash};
use crate::rating::{Rating, SURE_DEVIATION, SURE_GAMES};

#[async_trait]
impl AccountStore for SqlStore {
    async fn create_account(
        &self,
        name: &str,
        folded: &FoldedName,
        password: &PasswordHash,
    ) -> Result<Option<AccountId>, StoreError> {
        const CREATE: &str = "
            INSERT INTO account (name, folded, password) VALUES ($1, $2, $3)
            ON CONFLICT (folded) DO NOTHING RETURNING id";
        let mut transaction = self.write().await?;
        let values = values![name, folded.as_str(), password.as_str()];
        let id = transaction.query_opt(CREATE, values).await?.map(|row| row.get(0)).transpose()?;
        transaction.commit().await?;
        Ok(id.map(AccountId))
    }

    async fn credentials(&self, folded: &FoldedName) -> Result<Option<Credentials>, StoreError> {
        const CREDENTIALS: &str = "SELECT id, name, password FROM account WHERE folded = $1";
        let row = self.read().await?.query_opt(CREDENTIALS, values![folded.as_str()]).await?;
        row.map(|row| Ok(Credentials { account: account(&row)?, password: PasswordHash::kept(row.get(2)?) }))
            .transpose()
    }

    async fn sign_in(
        &self,
        credentials: &Credentials,
        token: &TokenHash,
        expires: SystemTime,
    ) -> Result<bool, StoreError> {
        const FORGET: &str = "
            DELETE FROM sign_in WHERE account = $1 AND (expires <= unixepoch() OR number NOT IN
                (SELECT number FROM sign_in WHERE account = $1 ORDER BY number DESC LIMIT $2))";
        const KEEP: &str = "
            INSERT INTO sign_in (token, account, expires)
            SELECT $1, id, $3 FROM account WHERE id = $2 AND password = $4";
        let Credentials { account: Account { id: AccountId(id), .. }, password } = credentials;
        let mut transaction = self.write().await?;
        transaction.execute(FORGET, values![*id, MAX_SIGN_INS - 1]).await?;
        // A concurrent change of the password waits for this, then signs this browser out as well.
        let keep = format!("{KEEP}{}", transaction.dialect().for_share());
        let values = values![token.as_bytes(), *id, seconds(expires), password.as_str()];
        let kept = transaction.execute(&keep, values).await?;
        transaction.commit().await?;
        Ok(kept == 1)
    }

    async fn signed_in(&self, token: &TokenHash, now: SystemTime) -> Result<Option<Account>, StoreError> {
        const SIGNED_IN: &str = "
            SELECT account.id, account.name FROM sign_in JOIN account ON account.id = sign_in.account
            WHERE token = $1 AND expires > $2";
        let row = self.read().await?.query_opt(SIGNED_IN, values![token.as_bytes(), seconds(now)]).await?;
        row.map(|row| account(&row)).transpose()
    }

    async fn sign_out(&self, account: AccountId, which: WhichTokens) -> Result<(), StoreError> {
        const ALL: &str = "DELETE FROM sign_in WHERE account = $1";
        const ONE: &str = "DELETE FROM sign_in WHERE account = $1 AND token = $2";
        const ALL_BUT: &str = "DELETE FROM sign_in WHERE account = $1 AND token <> $2";
        let mut transaction = self.write().await?;
        match which {
            WhichTokens::All => transaction.execute(ALL, values![account.0]).await?,
            WhichTokens::One(token) => transaction.execute(ONE, values![account.0, token.as_bytes()]).await?,
            WhichTokens::AllBut(token) => {
                transaction.execute(ALL_BUT, values![account.0, token.as_bytes()]).await?
            }
        };
        transaction.commit().await
    }

    async fn set_password(&self, account: AccountId, password: &PasswordHash) -> Result<(), StoreError> {
        const SET: &str = "UPDATE account SET password = $2 WHERE id = $1";
        let mut transaction = self.write().await?;
        transaction.execute(SET, values![account.0, password.as_str()]).await?;
        transaction.commit().await
    }

    async fn delete_account(&self, account: AccountId) -> Result<(), StoreError> {
        let mut transaction = self.write().await?;
        rate_lost_games(&mut transaction, account).await?;
        gallery::forget_favourites(&mut transaction, account).await?;
        transaction.execute("DELETE FROM account WHERE id = $1", values![account.0]).await?;
        transaction.commit().await
    }

    async fn account_name(&self, account: AccountId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT name FROM account WHERE id = $1";
        self.read().await?.query_opt(sql, values![account.0]).await?.map(|row| row.get(0)).transpose()
    }

    async fn games_of(&self, account: AccountId, offset: u32, limit: u32) -> Result<Vec<Listed>, StoreError> {
        search::games_of(&mut *self.search().await?, account, offset, limit).await
    }

    async fn challenges(&self, account: AccountId) -> Result<Vec<Listed>, StoreError> {
        challenges::challenges(&mut *self.read().await?, account).await
    }

    async fn allows_challenges(&self, account: AccountId) -> Result<bool, StoreError> {
        challenges::allows(&mut *self.read().await?, account).await
    }

    async fn allow_challenges(&self, account: AccountId, allows: bool) -> Result<(), StoreError> {
        let mut transaction = self.write().await?;
        challenges::allow(&mut transaction, account, allows).await?;
        transaction.commit().await
    }

    async fn score(&self, account: AccountId, other: AccountId) -> Result<PairScore, StoreError> {
        search::score_of(&mut *self.search().await?, account, other).await
    }

    async fn followed(&self, account: AccountId) -> Result<Vec<(Account, Option<String>)>, StoreError> {
        follows::followed(&mut *self.read().await?, account).await
    }

    async fn follow(&self, account: AccountId, followed: AccountId, on: bool) -> Result<bool, StoreError> {
        let mut transaction = self.write().await?;
        let is_done = follows::follow(&mut transaction, account, followed, on).await?;
        transaction.commit().await?;
        Ok(is_done)
    }

    async fn ratings_of(&self, account: AccountId) -> Result<Vec<(String, Rating)>, StoreError> {
        const RATINGS: &str = "
            SELECT game, rating, deviation, volatility, games, changed FROM rating WHERE account = $1 ORDER BY game";
        named_ratings(&self.read().await?.query(RATINGS, values![account.0]).await?)
    }

    async fn rating_curves(
        &self,
        account: AccountId,
        limit: u32,
    ) -> Result<BTreeMap<String, Vec<RatedAt>>, StoreError> {
        const CURVES: &str = "
            SELECT game, rated, own FROM (
                SELECT game, rated, session, CASE WHEN first = $1 THEN first_rating ELSE second_rating END AS own,
                    row_number() OVER (PARTITION BY game ORDER BY rated DESC, session DESC) AS place
                FROM rated_game WHERE (first = $1 OR second = $1) AND first_rating IS NOT NULL
            ) AS last WHERE place <= $2 ORDER BY game, place DESC";
        let mut curves: BTreeMap<String, Vec<RatedAt>> = BTreeMap::new();
        for row in self.search().await?.query(CURVES, values![account.0, limit]).await? {
            let rating = row.get::<f64>(2)?.round() as i32;
            curves.entry(row.get(0)?).or_default().push(RatedAt { at: row.get(1)?, rating });
        }
        Ok(curves)
    }

    async fn opponents(&self, account: AccountId, limit: u32) -> Result<Vec<OpponentScore>, StoreError> {
        const OPPONENTS: &str = "
            SELECT name, count(CASE WHEN own > 0.75 THEN 1 END), count(CASE WHEN own < 0.25 THEN 1 END), count(*)
            FROM (
                SELECT second AS other, score AS own FROM rated_game WHERE first = $1
                UNION ALL SELECT first, 1 - score FROM rated_game WHERE second = $1
            ) AS played JOIN account ON id = other
            GROUP BY id, name ORDER BY count(*) DESC, name LIMIT $2";
        let rows = self.search().await?.query(OPPONENTS, values![account.0, limit]).await?;
        let read = |row: &Record| {
            let count = |column| row.get::<i64>(column).map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            let (won, lost, all) = (count(1)?, count(2)?, count(3)?);
            Ok(OpponentScore { name: row.get(0)?, score: PairScore { won, lost, drawn: all - won - lost } })
        };
        rows.iter().map(read).collect()
    }

    async fn best_players(&self, game: &str, limit: u32) -> Result<Vec<(String, Rating)>, StoreError> {
        const BEST: &str = "
            SELECT name, rating, deviation, volatility, games, changed FROM rating JOIN account ON id = account
            WHERE game = $1 AND deviation <= $2 AND games >= $3 ORDER BY rating DESC, name LIMIT $4";
        named_ratings(
            &self.read().await?.query(BEST, values![game, SURE_DEVIATION, SURE_GAMES, limit]).await?,
        )
    }

    async fn facts_about(&self, account: AccountId) -> Result<Value, StoreError> {
        const FAVOURITES: &str = "SELECT game FROM favourite WHERE account = $1 ORDER BY marked, game";
        let mut search = self.search().await?;
        let utc = |column| search.dialect().utc(column);
        let account_sql = format!("SELECT name, {} FROM account WHERE id = $1", utc("created"));
        let sign_ins_sql = format!(
            "SELECT {}, {} FROM sign_in WHERE account = $1 ORDER BY number",
            utc("begun"),
            utc("expires")
        );
        let rated_sql = format!(
            "SELECT session, game, first, second, score, first_rating, second_rating, {}
            FROM rated_game WHERE first = $1 OR second = $1 ORDER BY rated_game.rated, session",
            utc("rated")
        );
        let Some(row) = search.query_opt(&account_sql, values![account.0]).await? else {
            return Ok(Value::Null);
        };
        let (name, created): (String, String) = (row.get(0)?, row.get(1)?);
        let sign_ins = search.query(&sign_ins_sql, values![account.0]).await?;
        let sign_in =
            |row: &Record| Ok(json!({ "begun": row.get::<String>(0)?, "expires": row.get::<String>(1)? }));
        let sign_ins = sign_ins.iter().map(sign_in).collect::<Result<Vec<_>, StoreError>>()?;
        let rated = search.query(&rated_sql, values![account.0]).await?;
        let rated = rated.iter().map(|row| rated_game(row, account)).collect::<Result<Vec<_>, _>>()?;
        let favourites = search.query(FAVOURITES, values![account.0]).await?;
        let favourites = favourites.iter().map(|row| row.get(0)).collect::<Result<Vec<String>, _>>()?;
        let followed = follows::followed(&mut search, account).await?;
        let followed: Vec<String> = followed.into_iter().map(|(player, _)| player.name).collect();
        let allows = challenges::allows(&mut search, account).await?;
        Ok(json!({
            "name": name, "created": created, "signIns": sign_ins, "ratedGames": rated, "favourites": favourites,
            "followed": followed, "allowsChallenges": allows
        }))
    }
}

fn account(row: &Record) -> Result<Account, StoreError> {
    Ok(Account { id: AccountId(row.get(0)?), name: row.get(1)? })
}

/// Reads ratings with the name of the game or the player before each.
fn named_ratings(rows: &[Record]) -> Result<Vec<(String, Rating)>, StoreError> {
    rows.iter().map(|row| Ok((row.get(0)?, read(row, 1)?))).collect()
}

/// Tells a game that was rated, as the account sees it.
fn rated_game(row: &Record, account: AccountId) -> Result<Value, StoreError> {
    let is_first = row.get::<i64>(2)? == account.0;
    let is_second = row.get::<i64>(3)? == account.0;
    let score: f64 = row.get(4)?;
    let rating: Option<f64> = row.get(if is_first { 5 } else { 6 })?;
    Ok(json!({
        "session": row.get::<String>(0)?,
        "game": row.get::<String>(1)?,
        "side": u8::from(is_second),
        "score": if is_first { score } else { 1.0 - score },
        "rating": rating,
        "rated": row.get::<String>(7)?,
    }))
}
