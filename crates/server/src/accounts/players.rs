//! What is told of players: of each to everybody, and of the own games to the player alone.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use beaufort_session::view::{AccountCode, BestPlayers, GameRating, LobbyPage, PlayerView, RatedPlayer};
use serde::{Deserialize, Serialize};

use super::routes::Call;
use super::{FoldedName, Refusal, export, name};
use crate::AppState;
use crate::lobby::read_listed;
use crate::metrics::AccountAct;
use crate::public_games::{MAX_PAGES, PAGE_GAMES};

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

/// Tells the games of who asks.
async fn games(call: Call, page: Result<Query<Page>, QueryRejection>) -> Response {
    answer(async {
        let account = call.browser().await?.account;
        let page = page.ok().map(|Query(Page { page })| page).filter(|&page| page < MAX_PAGES);
        let expected = || format!("expected a `page` from 0 to {}", MAX_PAGES - 1);
        let page = page.ok_or_else(|| Refusal::new(AccountCode::Malformed, expected()))?;
        let (offset, limit) = (page * PAGE_GAMES, PAGE_GAMES + 1);
        let games = call.accounts().look_up(move |store| store.games_of(account.id, offset, limit)).await?;
        let more = games.len() > PAGE_GAMES as usize && page + 1 < MAX_PAGES;
        let games = games.into_iter().take(PAGE_GAMES as usize).filter_map(read_listed).collect();
        Ok(LobbyPage { games, more })
    })
    .await
}

/// Tells everything that is kept about who asks.
async fn exported(call: Call) -> Response {
    let done = async {
        let account = call.browser().await?.account;
        if !call.accounts().limits.may_export(account.id) {
            return Err(Refusal::too_many());
        }
        Ok(export::answer(&call.state.lobby, account.id))
    };
    call.note(AccountAct::Export, done.await)
}

/// Tells of a player what everybody may know.
async fn player(call: Call, Path(asked): Path<String>) -> Response {
    answer(async {
        let folded = FoldedName::new(&asked);
        let found = call
            .accounts()
            .in_store(move |store| {
                let Some(known) = store.credentials(&folded)? else { return Ok(None) };
                let ratings = store.ratings_of(known.account.id)?;
                Ok(Some((known.account.name, ratings)))
            })
            .await?;
        let unknown = || Refusal::new(AccountCode::Unknown, "there is no player of this name");
        let (name, ratings) = found.filter(|(name, _)| name::is_same(name, &asked)).ok_or_else(unknown)?;
        let ratings = ratings.into_iter().map(|(game, rating)| GameRating { game, rating: rating.view() });
        Ok(PlayerView { name, ratings: ratings.collect() })
    })
    .await
}

/// Tells the best players of a game.
async fn best(call: Call, Path(game): Path<String>) -> Response {
    answer(async {
        let best = call.accounts().in_store(move |store| store.best_players(&game, MAX_BEST_PLAYERS)).await?;
        let player =
            |(name, rating): (String, crate::rating::Rating)| RatedPlayer { name, rating: rating.view() };
        Ok(BestPlayers { players: best.into_iter().map(player).collect() })
    })
    .await
}

async fn answer<T: Serialize>(found: impl Future<Output = Result<T, Refusal>>) -> Response {
    match found.await {
        Ok(found) => ([(header::CACHE_CONTROL, "no-store")], Json(found)).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}
