//! The routes about players: the public ones, and those about the own games.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use beaufort_session::Account;
use beaufort_session::view::{AccountCode, BestPlayers, GameRating, LobbyPage, PlayerView, RatedPlayer};
use serde::{Deserialize, Serialize};

use super::{Call, export};
use crate::accounts::{AccountRefusal, failed};
use crate::app::AppState;
use crate::metrics::AccountAct;
use crate::public_games::{MAX_PAGES, PAGE_GAMES};
use crate::services::LookUpError;
use crate::store::Listed;

/// The greatest number of a player's ratings in a curve, one after each game.
const MAX_CURVE_GAMES: u32 = 100;
/// The greatest number of opponents on the page of a player.
const MAX_OPPONENTS: u32 = 20;
/// The most players in the list of the best of a game.
const MAX_BEST_PLAYERS: u32 = 50;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account/games", get(games))
        .route("/account/export", get(exported))
        .route("/players/{name}", get(player))
        .route("/ratings/{game}", get(best))
}

/// Which page of a list, counted from 0.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Page {
    page: u32,
}

/// Returns the games of the account.
async fn games(call: Call, page: Result<Query<Page>, QueryRejection>) -> Response {
    answer(async {
        let account = call.browser().await?.account;
        let page = page.ok().map(|Query(Page { page })| page).filter(|&page| page < MAX_PAGES);
        let expected = || format!("expected a `page` from 0 to {}", MAX_PAGES - 1);
        let page = page.ok_or_else(|| AccountRefusal::new(AccountCode::Malformed, expected()))?;
        let (offset, limit) = (page * PAGE_GAMES, PAGE_GAMES + 1);
        let services = Arc::clone(&call.state.services);
        let found = async move {
            services.resave_if_gone(services.accounts()?.games_of(account.id, offset, limit).await)
        };
        let games = call.state.services.look_up(call.searcher(), found).await.map_err(not_found)?;
        let more = games.len() > PAGE_GAMES as usize && page + 1 < MAX_PAGES;
        let games = games.into_iter().take(PAGE_GAMES as usize).filter_map(Listed::parse).collect();
        Ok(LobbyPage { games, more })
    })
    .await
}

/// Returns all data about the account.
async fn exported(call: Call) -> Response {
    let done = async {
        let account = call.browser().await?.account;
        if !call.accounts().limits.may_export(account.id) {
            return Err(AccountRefusal::too_many());
        }
        Ok(export::answer(&call.state.services, account.id))
    };
    call.note(AccountAct::Export, done.await)
}

/// Returns the public data of a player.
async fn player(call: Call, Path(asked): Path<String>) -> Response {
    answer(async {
        let Account { id, name } = call.player(&asked).await?;
        let accounts = call.accounts();
        let challenges = accounts.answer(accounts.store()?.allows_challenges(id).await)?;
        let ratings = accounts.answer(accounts.store()?.ratings_of(id).await)?;
        let mut curves = accounts.answer(accounts.store()?.rating_curves(id, MAX_CURVE_GAMES).await)?;
        let opponents = accounts.answer(accounts.store()?.opponents(id, MAX_OPPONENTS).await)?;
        let ratings = ratings.into_iter().map(|(game, rating)| {
            let curve = curves.remove(&game).unwrap_or_default();
            GameRating { game, rating: rating.view(), curve }
        });
        Ok(PlayerView { name, ratings: ratings.collect(), challenges, opponents })
    })
    .await
}

/// Returns the best players of a game.
async fn best(call: Call, Path(game): Path<String>) -> Response {
    answer(async {
        let accounts = call.accounts();
        let best = accounts.answer(accounts.store()?.best_players(&game, MAX_BEST_PLAYERS).await)?;
        let player =
            |(name, rating): (String, crate::rating::Rating)| RatedPlayer { name, rating: rating.view() };
        Ok(BestPlayers { players: best.into_iter().map(player).collect() })
    })
    .await
}

/// Turns a failed lookup into a refusal.
pub(crate) fn not_found(error: LookUpError) -> AccountRefusal {
    match error {
        LookUpError::Crowded(crowded) => AccountRefusal::new(AccountCode::Busy, crowded.message().trim_end()),
        LookUpError::Store(error) => failed(error),
    }
}

pub(crate) async fn answer<T: Serialize>(found: impl Future<Output = Result<T, AccountRefusal>>) -> Response {
    match found.await {
        Ok(found) => ([(header::CACHE_CONTROL, "no-store")], Json(found)).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}
