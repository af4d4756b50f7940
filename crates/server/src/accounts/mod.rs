//! Accounts: names, passwords, and the browsers that are signed in.
//!
//! No name is needed to play. A password is kept as its hash by argon2id, the token of a browser as its SHA-256 hash; neither
//! stands in a log, an address or a record.

mod hashing;
pub(crate) mod known_browser;
mod limits;
pub(crate) mod name;
pub(crate) mod password;
mod refusal;
pub(crate) mod token;

use std::sync::Arc;
use std::time::SystemTime;

use axum::http::{HeaderMap, header};
use beaufort_session::AccountId;

use crate::identity::{Browser, WhichTokens};
use crate::message::RoomMessage;
use crate::public::PublicUrl;
use crate::services::Services;
use crate::store::{AccountStore, StoreError};
use hashing::HashThread;
use limits::AccountLimits;
pub(crate) use refusal::AccountRefusal;
use token::Cookie;

/// The accounts of a server.
#[derive(Debug)]
pub(crate) struct Accounts {
    services: Arc<Services>,
    pub(crate) cookie: Cookie,
    pub(crate) limits: AccountLimits,
    /// Where passwords are hashed.
    pub(crate) hashing: HashThread,
}

impl Accounts {
    /// Creates the accounts of a server.
    ///
    /// # Errors
    /// If the system has no threads to give.
    pub(crate) fn new(services: &Arc<Services>, public: Option<&PublicUrl>) -> std::io::Result<Accounts> {
        password::prepare();
        Ok(Accounts {
            services: Arc::clone(services),
            cookie: Cookie { is_secure: public.is_some_and(PublicUrl::is_secure) },
            limits: AccountLimits::new(public.is_some(), &services.trusted),
            hashing: HashThread::start()?,
        })
    }

    /// Returns the browser of a request; `None` if it has no known token, or comes from a page of another site.
    ///
    /// # Errors
    /// If that cannot be looked up.
    pub(crate) async fn browser(&self, headers: &HeaderMap) -> Result<Option<Browser>, AccountRefusal> {
        let Some(token) = self.cookie.read(headers).filter(|_| is_own_page(headers)) else { return Ok(None) };
        let token = token.hash();
        let account = self.answer(self.store()?.signed_in(&token, SystemTime::now()).await)?;
        Ok(account.map(|account| Browser { account, token }))
    }

    /// Returns whether a browser is still signed in.
    pub(crate) async fn is_signed_in(&self, browser: &Browser) -> bool {
        let Ok(store) = self.store() else { return false };
        let account = self.answer(store.signed_in(&browser.token, SystemTime::now()).await);
        account.is_ok_and(|account| account.is_some())
    }

    /// Signs browsers out: their tokens are forgotten, then their connections end.
    pub(crate) async fn sign_out(
        &self,
        account: AccountId,
        which: WhichTokens,
    ) -> Result<(), AccountRefusal> {
        self.answer(self.store()?.sign_out(account, which).await)?;
        self.end_connections(account, which);
        Ok(())
    }

    /// Ends the connections of browsers that are no longer signed in; they reconnect without an account.
    pub(crate) fn end_connections(&self, account: AccountId, which: WhichTokens) {
        self.services.rooms.tell_all(|| RoomMessage::SignedOut(account, which));
        if let Some(cluster) = &self.services.cluster {
            cluster.announce_sign_out(account, which);
        }
    }

    /// Removes the name of a deleted account from all games.
    pub(crate) fn forget(&self, account: AccountId) {
        self.services.rooms.tell_all(|| RoomMessage::AccountDeleted(account));
        if let Some(cluster) = &self.services.cluster {
            cluster.announce_deletion(account);
        }
    }

    /// Returns the store of accounts.
    pub(crate) fn store(&self) -> Result<&dyn AccountStore, AccountRefusal> {
        self.answer(self.services.accounts())
    }

    /// Turns a failure of the store into a refusal.
    pub(crate) fn answer<T>(&self, answer: Result<T, StoreError>) -> Result<T, AccountRefusal> {
        self.services.resave_if_gone(answer).map_err(failed)
    }
}

pub(crate) fn failed(error: StoreError) -> AccountRefusal {
    log_limited!(error, %error, "cannot read or write accounts");
    AccountRefusal::busy()
}

/// Returns whether a request comes from the server's own page, or from no page at all: on a machine other servers may have other
/// pages, which the guard lets in and the cookie of the host goes along with.
pub(crate) fn is_own_page(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    headers.get_all(header::ORIGIN).iter().all(|origin| {
        let authority = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        authority.is_some_and(|(_, authority)| same_authority(authority, host))
    })
}

/// Returns whether two hosts are the same; browsers leave the usual ports out, proxies may not.
fn same_authority(one: &str, other: &str) -> bool {
    let plain = |text: &str| {
        let text = text.to_ascii_lowercase();
        text.trim_end_matches(":443").trim_end_matches(":80").to_owned()
    };
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_page_is_signed_in() {
        for (host, origin, expected) in [
            ("127.0.0.1:8437", None, true),
            ("127.0.0.1:8437", Some("http://127.0.0.1:8437"), true),
            ("127.0.0.1:8437", Some("http://127.0.0.1:3000"), false),
            ("127.0.0.1:8437", Some("http://localhost:8437"), false),
            ("127.0.0.1:8437", Some("null"), false),
            ("chess.example.org", Some("https://chess.example.org"), true),
            ("Chess.example.org:443", Some("https://chess.example.org"), true),
            ("chess.example.org", Some("https://evil.example"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(is_own_page(&headers), expected, "{host} {origin:?}");
        }
    }
}
