//! The routes about other players: challenges that wait for the account, and the players that it follows.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, http::header};
use beaufort_session::Account;
use beaufort_session::view::{
    AccountCode, AllowChallenges, Challenges, Follow, FollowedPlayer, FollowedPlayers,
};

use super::{Asked, Call, answer, not_found};
use crate::accounts::{AccountRefusal, name};
use crate::app::AppState;
use crate::identity::FoldedName;
use crate::metrics::AccountAct;
use crate::public_games::is_waited_at;
use crate::store::Listed;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account/challenges", get(challenges))
        .route("/account/allow-challenges", post(allow))
        .route("/account/score/{name}", get(score))
        .route("/account/followed", get(followed))
        .route("/account/follow", post(follow))
}

impl Call {
    /// Returns the account of a player.
    pub(super) async fn player(&self, asked: &str) -> Result<Account, AccountRefusal> {
        let accounts = self.accounts();
        let known = accounts.answer(accounts.store()?.credentials(&FoldedName::new(asked)).await)?;
        let known = known.filter(|known| name::is_same(&known.account.name, asked));
        let unknown = || AccountRefusal::new(AccountCode::Unknown, "there is no player of this name");
        Ok(known.ok_or_else(unknown)?.account)
    }
}

/// Returns the games to which the account is challenged. A game with a clock of minutes waits only while its maker is there.
async fn challenges(call: Call) -> Response {
    answer(async {
        let account = call.browser().await?.account.id;
        let accounts = call.accounts();
        let found = accounts.answer(accounts.store()?.challenges(account).await)?;
        let allowed = accounts.answer(accounts.store()?.allows_challenges(account).await)?;
        let mut games: Vec<_> = found.into_iter().filter_map(Listed::parse).collect();
        games.retain(|listed| is_waited_at(&call.state.services, listed));
        Ok(Challenges { games, allowed })
    })
    .await
}

/// Sets whether the account may be challenged.
async fn allow(call: Call, asked: Asked<AllowChallenges>) -> Response {
    let done = async {
        let AllowChallenges { allowed } = call.read(asked)?;
        let account = call.browser().await?.account.id;
        let accounts = call.accounts();
        accounts.answer(accounts.store()?.allow_challenges(account, allowed).await)?;
        Ok(Json(AllowChallenges { allowed }).into_response())
    };
    call.note(AccountAct::AllowChallenges, done.await)
}

/// Returns the results of the games of the account against another player.
async fn score(call: Call, Path(name): Path<String>) -> Response {
    answer(async {
        let account = call.browser().await?.account.id;
        let other = call.player(&name).await?.id;
        let services = Arc::clone(&call.state.services);
        let found = async move { services.resave_if_gone(services.accounts()?.score(account, other).await) };
        call.state.services.look_up(call.searcher(), found).await.map_err(not_found)
    })
    .await
}

/// Returns the players whom the account follows.
async fn followed(call: Call) -> Response {
    answer(read_followed(&call)).await
}

async fn read_followed(call: &Call) -> Result<FollowedPlayers, AccountRefusal> {
    let account = call.browser().await?.account.id;
    let accounts = call.accounts();
    let found = accounts.answer(accounts.store()?.followed(account).await)?;
    let player = |(Account { id, name }, playing)| {
        let online = call.state.services.online.has(id);
        FollowedPlayer { name, online, playing }
    };
    Ok(FollowedPlayers { players: found.into_iter().map(player).collect() })
}

/// Follows a player, or not any more.
async fn follow(call: Call, asked: Asked<Follow>) -> Response {
    let done = async {
        let Follow { name, on } = call.read(asked)?;
        let account = call.browser().await?.account.id;
        let followed = call.player(&name).await?.id;
        let accounts = call.accounts();
        if !accounts.answer(accounts.store()?.follow(account, followed, on).await)? {
            let message = "you follow as many players as a name can";
            return Err(AccountRefusal::new(AccountCode::TooManyPlayers, message));
        }
        Ok(([(header::CACHE_CONTROL, "no-store")], Json(read_followed(&call).await?)).into_response())
    };
    call.note(AccountAct::Follow, done.await)
}
