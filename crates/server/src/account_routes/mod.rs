//! The HTTP routes of accounts.
//!
//! Passwords travel in the bodies of requests alone. Every change is a POST of JSON, which no form of another site can
//! send, and comes from the server's own page.

mod export;
mod people;
mod players;

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use axum::extract::rejection::{ExtensionRejection, JsonRejection};
use axum::extract::{DefaultBodyLimit, Extension, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use beaufort_session::view::{AccountCode, DeleteAccount, NewPassword, SignIn, SignOut, SignedIn};
use beaufort_session::{Account, AccountId};

use crate::accounts::name::{self, PlayerName};
use crate::accounts::password::Password;
use crate::accounts::token::{SIGN_IN_SECONDS, SignInToken};
use crate::accounts::{AccountRefusal, Accounts, is_own_page, known_browser};
use crate::app::AppState;
use crate::identity::{Browser, FoldedName, PasswordHash, WhichTokens};
use crate::listen::Connection;
use crate::metrics::AccountAct;
use crate::store::Credentials;
pub(crate) use players::{answer, not_found};

/// The longest body of a request, in bytes.
const MAX_BODY_BYTES: usize = 4096;

pub(crate) type Asked<T> = Result<Json<T>, JsonRejection>;

/// Returns the routes.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account", get(who))
        .route("/account/sign-up", post(sign_up))
        .route("/account/sign-in", post(sign_in))
        .route("/account/sign-out", post(sign_out))
        .route("/account/password", post(new_password))
        .route("/account/delete", post(delete))
        .merge(people::routes())
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .merge(players::routes())
}

/// A request about an account; handlers take it as an argument.
pub(crate) struct Call {
    pub(crate) state: AppState,
    connection: Connection,
    headers: HeaderMap,
}

impl FromRequestParts<AppState> for Call {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Call, ExtensionRejection> {
        let Extension(connection) = Extension::from_request_parts(parts, state).await?;
        Ok(Call { state: state.clone(), connection, headers: parts.headers.clone() })
    }
}

impl Call {
    /// Returns the address of which one search is carried out at a time, where addresses are limited.
    pub(crate) fn searcher(&self) -> Option<IpAddr> {
        self.state.guard.limited_address(self.connection.peer, &self.headers)
    }

    pub(crate) fn accounts(&self) -> &Accounts {
        &self.state.accounts
    }

    /// Reads the body of a request from the server's own page.
    pub(crate) fn read<T>(&self, asked: Asked<T>) -> Result<T, AccountRefusal> {
        if !is_own_page(&self.headers) {
            return Err(AccountRefusal::new(AccountCode::Elsewhere, "the server answers its own page alone"));
        }
        // The error is not shown: it may contain a password.
        let Json(asked) = asked.map_err(|_| {
            AccountRefusal::new(AccountCode::Malformed, "expected an object in JSON with the right fields")
        })?;
        Ok(asked)
    }

    pub(crate) async fn browser(&self) -> Result<Browser, AccountRefusal> {
        self.accounts().browser(&self.headers).await?.ok_or_else(AccountRefusal::not_signed_in)
    }

    /// Returns the account in which the browser is signed in, if it is.
    pub(crate) async fn viewer(&self) -> Result<Option<AccountId>, AccountRefusal> {
        Ok(self.accounts().browser(&self.headers).await?.map(|browser| browser.account.id))
    }

    /// Returns the account with a name and a password, with that one's hash. A wrong name takes as long as a wrong password. What
    /// strangers have tried for the name does not count in a browser where it is, or was, signed in.
    async fn check(
        &self,
        name: &str,
        password: String,
        signed_in: Option<AccountId>,
    ) -> Result<Credentials, AccountRefusal> {
        let accounts = self.accounts();
        let address = self.address();
        if !accounts.limits.may_try(address) {
            return Err(AccountRefusal::too_many());
        }
        let folded = FoldedName::new(name);
        let credentials = accounts.answer(accounts.store()?.credentials(&folded).await)?;
        let credentials = credentials.filter(|known| name::is_same(&known.account.name, name));
        let is_known = credentials.as_ref().is_some_and(|known| {
            signed_in == Some(known.account.id)
                || known_browser::is_known(accounts.cookie, &self.headers, &known.password)
        });
        if !is_known && !accounts.limits.may_try_name(address, &folded) {
            return Err(AccountRefusal::too_many());
        }
        let hash = credentials.as_ref().map(|known| known.password.clone());
        let is_right = accounts.hashing.work(move || PasswordHash::matches(hash.as_ref(), &password)).await?;
        credentials.filter(|_| is_right).ok_or_else(AccountRefusal::wrong_password)
    }

    /// Returns the address from which the request comes.
    pub(crate) fn address(&self) -> IpAddr {
        self.state.guard.address(self.connection.peer, &self.headers)
    }

    /// Signs the browser in with a new token, and out with the one that it may have had.
    async fn begin(&self, credentials: Credentials) -> Result<Response, AccountRefusal> {
        let accounts = self.accounts();
        if let Some(old) = accounts.browser(&self.headers).await? {
            accounts.sign_out(old.account.id, WhichTokens::One(old.token)).await?;
        }
        let token = SignInToken::new();
        let hash = token.hash();
        let expires = SystemTime::now() + Duration::from_secs(SIGN_IN_SECONDS);
        let name = credentials.account.name.clone();
        let known = [(header::SET_COOKIE, known_browser::header(accounts.cookie, &credentials.password))];
        let is_kept = accounts.answer(accounts.store()?.sign_in(&credentials, &hash, expires).await)?;
        if !is_kept {
            return Err(AccountRefusal::wrong_password());
        }
        Ok((AppendHeaders(known), self.answer(Some(name), Some(&token))).into_response())
    }

    /// Answers with the account in which the browser is signed in from now on.
    fn answer(&self, name: Option<String>, token: Option<&SignInToken>) -> Response {
        let cookie = self.accounts().cookie.header(token);
        ([(header::SET_COOKIE, cookie)], signed_in(name)).into_response()
    }

    /// Counts a request that was done or refused.
    pub(crate) fn note(&self, act: AccountAct, done: Result<Response, AccountRefusal>) -> Response {
        self.state.services.metrics.note_account(act, done.is_ok());
        done.unwrap_or_else(|refusal| {
            log_limited!(info, ?act, code = ?refusal.code(), "refused");
            refusal.into_response()
        })
    }
}

/// Returns the account in which the browser is signed in.
async fn who(call: Call) -> Response {
    match call.accounts().browser(&call.headers).await {
        Ok(browser) => signed_in(browser.map(|browser| browser.account.name)),
        Err(refusal) => refusal.into_response(),
    }
}

fn signed_in(name: Option<String>) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Json(SignedIn { name })).into_response()
}

async fn sign_up(call: Call, asked: Asked<SignIn>) -> Response {
    let done = async {
        let SignIn { name, password } = call.read(asked)?;
        let (name, password) = (PlayerName::parse(&name)?, Password::parse(password)?);
        let accounts = call.accounts();
        if !accounts.limits.may_sign_up(call.address()) {
            return Err(AccountRefusal::too_many());
        }
        let hash = accounts.hashing.work(move || password.hash()).await?;
        let folded = FoldedName::new(name.as_str());
        let name = name.as_str().to_owned();
        let id = accounts.answer(accounts.store()?.create_account(&name, &folded, &hash).await)?;
        let credentials = id.map(|id| Credentials { account: Account { id, name }, password: hash });
        let taken = || {
            AccountRefusal::new(AccountCode::NameTaken, "somebody has this name, or one that looks like it")
        };
        call.begin(credentials.ok_or_else(taken)?).await
    };
    call.note(AccountAct::SignUp, done.await)
}

async fn sign_in(call: Call, asked: Asked<SignIn>) -> Response {
    let done = async {
        let SignIn { name, password } = call.read(asked)?;
        let credentials = call.check(&name, password, None).await?;
        call.begin(credentials).await
    };
    call.note(AccountAct::SignIn, done.await)
}

async fn sign_out(call: Call, asked: Asked<SignOut>) -> Response {
    let done = async {
        let SignOut { everywhere } = call.read(asked)?;
        // A browser that is not signed in has nothing to do.
        if let Some(Browser { account, token }) = call.accounts().browser(&call.headers).await? {
            let which = if everywhere { WhichTokens::All } else { WhichTokens::One(token) };
            call.accounts().sign_out(account.id, which).await?;
        }
        Ok(call.answer(None, None))
    };
    call.note(AccountAct::SignOut, done.await)
}

async fn new_password(call: Call, asked: Asked<NewPassword>) -> Response {
    let done = async {
        let NewPassword { password, new } = call.read(asked)?;
        let Browser { account, token } = call.browser().await?;
        let new = Password::parse(new)?;
        let account = call.check(&account.name, password, Some(account.id)).await?.account;
        let hash = call.accounts().hashing.work(move || new.hash()).await?;
        let known = [(header::SET_COOKIE, known_browser::header(call.accounts().cookie, &hash))];
        let id = account.id;
        let accounts = call.accounts();
        accounts.answer(accounts.store()?.set_password(id, &hash).await)?;
        call.accounts().sign_out(id, WhichTokens::AllBut(token)).await?;
        Ok((AppendHeaders(known), signed_in(Some(account.name))).into_response())
    };
    call.note(AccountAct::NewPassword, done.await)
}

async fn delete(call: Call, asked: Asked<DeleteAccount>) -> Response {
    let done = async {
        let DeleteAccount { password } = call.read(asked)?;
        let browser = call.browser().await?;
        let id = call.check(&browser.account.name, password, Some(browser.account.id)).await?.account.id;
        let accounts = call.accounts();
        accounts.answer(accounts.store()?.delete_account(id).await)?;
        call.accounts().end_connections(id, WhichTokens::All);
        call.accounts().forget(id);
        Ok(call.answer(None, None))
    };
    call.note(AccountAct::Delete, done.await)
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Call(..)")
    }
}
