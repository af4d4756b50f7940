//! Accounts in the PostgreSQL database.

use std::time::SystemTime;

use beaufort_session::{Account, AccountId};

use super::super::postgres::{Connection, answered};
use super::super::{Postgres, StoreError};
use super::{AccountStore, Credentials, MAX_SIGN_INS, WhichTokens, seconds};
use crate::accounts::{FoldedName, PasswordHash, TokenHash};

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
        self.with(async |Connection { client, .. }| {
            let (folded, password) = (folded.as_str(), password.as_str());
            let row = answered(client.query_opt(CREATE, &[&name, &folded, &password])).await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?.map(AccountId))
        })
    }

    fn credentials(&self, folded: &FoldedName) -> Result<Option<Credentials>, StoreError> {
        const CREDENTIALS: &str = "SELECT id, name, password FROM account WHERE folded = $1";
        self.with(async |Connection { client, .. }| {
            let row = answered(client.query_opt(CREDENTIALS, &[&folded.as_str()])).await?;
            let Some(row) = row else { return Ok(None) };
            let account = Account { id: AccountId(row.try_get(0)?), name: row.try_get(1)? };
            Ok(Some(Credentials { account, password: PasswordHash::kept(row.try_get(2)?) }))
        })
    }

    fn sign_in(&self, account: AccountId, token: &TokenHash, expires: SystemTime) -> Result<(), StoreError> {
        const FORGET: &str = "
            DELETE FROM sign_in
            WHERE account = $1 AND (expires <= extract(epoch FROM now()) OR number NOT IN
                (SELECT number FROM sign_in WHERE account = $1 ORDER BY number DESC LIMIT $2))";
        const KEEP: &str = "INSERT INTO sign_in (token, account, expires) VALUES ($1, $2, $3)";
        self.with(async |Connection { client, .. }| {
            let transaction = answered(client.transaction()).await?;
            let others = (MAX_SIGN_INS - 1) as i64;
            answered(transaction.execute(FORGET, &[&account.0, &others])).await?;
            let values = (token.as_bytes(), seconds(expires));
            answered(transaction.execute(KEEP, &[&values.0, &account.0, &values.1])).await?;
            answered(transaction.commit()).await
        })
    }

    fn signed_in(&self, token: &TokenHash, now: SystemTime) -> Result<Option<Account>, StoreError> {
        const SIGNED_IN: &str = "
            SELECT account.id, account.name FROM sign_in JOIN account ON account.id = sign_in.account
            WHERE token = $1 AND expires > $2";
        self.with(async |Connection { client, .. }| {
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
        self.with(async |Connection { client, .. }| {
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
        self.with(async |Connection { client, .. }| {
            answered(client.execute(SET, &[&account.0, &password.as_str()])).await.map(drop)
        })
    }

    fn delete_account(&self, account: AccountId) -> Result<(), StoreError> {
        self.with(async |Connection { client, .. }| {
            answered(client.execute("DELETE FROM account WHERE id = $1", &[&account.0])).await.map(drop)
        })
    }
}
