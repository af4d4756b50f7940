//! Accounts in the SQLite file.

use std::time::SystemTime;

use beaufort_session::{Account, AccountId};
use rusqlite::{OptionalExtension as _, params};

use super::super::{Sqlite, StoreError};
use super::{AccountStore, Credentials, MAX_SIGN_INS, WhichTokens, seconds};
use crate::accounts::{FoldedName, PasswordHash, TokenHash};

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

    fn sign_in(&self, account: AccountId, token: &TokenHash, expires: SystemTime) -> Result<(), StoreError> {
        const FORGET: &str = "
            DELETE FROM sign_in WHERE account = ?1 AND (expires <= unixepoch() OR rowid NOT IN
                (SELECT rowid FROM sign_in WHERE account = ?1 ORDER BY rowid DESC LIMIT ?2))";
        const KEEP: &str = "INSERT INTO sign_in (token, account, expires) VALUES (?1, ?2, ?3)";
        self.with(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(FORGET, params![account.0, MAX_SIGN_INS - 1])?;
            transaction.execute(KEEP, params![token.as_bytes(), account.0, seconds(expires)])?;
            transaction.commit()
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
}
