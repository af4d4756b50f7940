//! The routes of the gallery: games that people have published.

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, Path, Query};
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::{get, post};
use beaufort_session::view::{
    AccountCode, ChangeVisibility, GalleryPage, MarkFavourite, PublishGame, PublishedGame, PublishedText,
};
use beaufort_session::{AccountId, Card, MAX_OWN_TEXT, ReadError, is_own_id, own_id};
use serde::Deserialize;

use crate::account_routes::{Asked, Call, answer, not_found};
use crate::accounts::AccountRefusal;
use crate::app::AppState;
use crate::identity::FoldedName;
use crate::limits::AddressRights;
use crate::metrics::AccountAct;
use crate::public_games::{MAX_PAGES, MAX_SEARCH_BYTES, PAGE_GAMES};
use crate::services::Services;
use crate::store::{GalleryOrder, GallerySearch, GalleryStore, NewGame, OwnList, Published, Viewer};
use crate::work_budget::{self, Payer, measure};

/// The longest body of a request to publish, in bytes: a text of the greatest length, with escapes.
const MAX_PUBLISH_BYTES: usize = 3 * MAX_OWN_TEXT;
/// The most games that a name has published.
const MAX_PUBLISHED: u32 = 200;
/// The most favourites of a name.
const MAX_FAVOURITES: u32 = 500;
/// The most words of a search.
const MAX_SEARCH_WORDS: usize = 8;

/// Returns the routes.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/gallery/games", get(games))
        .route("/gallery/game/{id}", get(game))
        .route("/gallery/own", get(|call, asked| own(call, asked, OwnList::Published)))
        .route("/gallery/favourites", get(|call, asked| own(call, asked, OwnList::Favourites)))
        .route("/gallery/publish", post(publish))
        .route("/gallery/visibility", post(visibility))
        .route("/gallery/favourite", post(favourite))
        .layer(DefaultBodyLimit::max(MAX_PUBLISH_BYTES))
}

/// A search.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Wish {
    /// Words of the title, the inventor or the pieces, or the name of the publisher.
    text: String,
    /// The files and ranks of the board: `10x10`.
    board: String,
    order: GalleryOrder,
    /// Which page, counted from 0.
    page: u32,
}

type AskedPage = Result<Query<Wish>, QueryRejection>;

fn malformed(message: impl Into<String>) -> AccountRefusal {
    AccountRefusal::new(AccountCode::Malformed, message)
}

fn removed() -> AccountRefusal {
    AccountRefusal::new(AccountCode::Removed, "the owner of this server has removed this game")
}

fn no_game() -> AccountRefusal {
    AccountRefusal::new(AccountCode::NoGame, "there is no such published game")
}

fn busy() -> AccountRefusal {
    AccountRefusal::busy()
}

fn store(call: &Call) -> Result<&dyn GalleryStore, AccountRefusal> {
    call.accounts().answer(call.state.services.published())
}

/// Returns the wish of a request; its page and the length of its texts are bounded.
fn wish(asked: AskedPage) -> Result<Wish, AccountRefusal> {
    let Query(wish) = asked.map_err(|rejection| malformed(rejection.body_text()))?;
    if wish.page >= MAX_PAGES || wish.text.len() > MAX_SEARCH_BYTES {
        let message = format!(
            "there are {MAX_PAGES} pages, and what is looked for has at most {MAX_SEARCH_BYTES} bytes"
        );
        return Err(malformed(message));
    }
    Ok(wish)
}

/// Returns the files and ranks of a board as in `10x10`; none for an empty text.
fn board(text: &str) -> Result<Option<[u8; 2]>, AccountRefusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let sides =
        text.split_once('x').and_then(|(files, ranks)| Some([files.parse().ok()?, ranks.parse().ok()?]));
    sides.map(Some).ok_or_else(|| malformed("expected a `board` as in `10x10`"))
}

/// Returns public games.
async fn games(call: Call, asked: AskedPage) -> Response {
    answer(async {
        let Wish { text, board: size, order, page } = wish(asked)?;
        let words: Vec<String> =
            text.split_whitespace().take(MAX_SEARCH_WORDS).map(str::to_lowercase).collect();
        let publisher = (!words.is_empty()).then(|| FoldedName::new(text.trim()).as_str().to_owned());
        let (offset, limit) = (page * PAGE_GAMES, PAGE_GAMES + 1);
        let search = GallerySearch { words, publisher, board: board(&size)?, order, offset, limit };
        let viewer = call.viewer().await?;
        let services = Arc::clone(&call.state.services);
        let found = async move {
            let games = services.resave_if_gone(services.published()?.public_games(&search, viewer).await)?;
            Ok((games, services.published()?.boards().await?))
        };
        let (games, boards) = call.state.services.look_up(call.searcher(), found).await.map_err(not_found)?;
        Ok(GalleryPage { boards, ..shown(&call, games, page, viewer) })
    })
    .await
}

/// Returns a list of the account.
async fn own(call: Call, asked: AskedPage, list: OwnList) -> Response {
    answer(async {
        let (account, page) = (call.browser().await?.account.id, wish(asked)?.page);
        let found = store(&call)?.own(list, account, page * PAGE_GAMES, PAGE_GAMES + 1).await;
        Ok(shown(&call, call.accounts().answer(found)?, page, Some(account)))
    })
    .await
}

/// Returns a page of games.
fn shown(call: &Call, games: Vec<Published>, page: u32, viewer: Viewer) -> GalleryPage {
    let more = games.len() > PAGE_GAMES as usize && page + 1 < MAX_PAGES;
    let games = games.into_iter().take(PAGE_GAMES as usize);
    let games = games.filter_map(|game| view(&call.state.services, game, viewer)).collect();
    GalleryPage { games, more, boards: Vec::new() }
}

fn view(services: &Services, game: Published, viewer: Viewer) -> Option<PublishedGame> {
    game.view(viewer, |id| services.library.ids().any(|known| known == id))
}

/// Returns a game with its text.
async fn game(call: Call, Path(id): Path<String>) -> Response {
    answer(async { find(&call, &id, call.viewer().await?).await?.ok_or_else(no_game) }).await
}

/// Returns a game with its text, as an account sees it.
async fn find(call: &Call, id: &str, viewer: Viewer) -> Result<Option<PublishedText>, AccountRefusal> {
    if !is_own_id(id) {
        return Ok(None);
    }
    let found = call.accounts().answer(store(call)?.published(id, viewer).await)?;
    let Some((game, text)) = found else { return Ok(None) };
    if game.is_removed {
        return Err(removed());
    }
    let game = view(&call.state.services, game, viewer);
    Ok(game.map(|game| PublishedText { game, text }))
}

async fn publish(call: Call, asked: Asked<PublishGame>) -> Response {
    let done = async {
        let PublishGame { text, public, origin } = call.read(asked)?;
        let viewer = call.viewer().await?;
        if public && viewer.is_none() {
            return Err(AccountRefusal::not_signed_in());
        }
        let id = own_id(&text);
        match find(&call, &id, viewer).await? {
            Some(known) => {
                if let Some(account) = viewer {
                    change_known(&call, &id, account, &known.game, public).await?;
                }
            }
            None => publish_new(&call, NewText { id: id.clone(), text, origin, public }, viewer).await?,
        }
        let published = find(&call, &id, viewer).await?.ok_or_else(busy)?;
        Ok(Json(published.game).into_response())
    };
    call.note(AccountAct::Publish, done.await)
}

/// Publishes a game again that is published already: an account may become the owner of a game that was published without one.
async fn change_known(
    call: &Call,
    id: &str,
    account: AccountId,
    known: &PublishedGame,
    public: bool,
) -> Result<(), AccountRefusal> {
    if !known.own && known.publisher.is_some() {
        return Ok(());
    }
    if !call.state.services.gallery.may_change(account) {
        return Err(AccountRefusal::too_many());
    }
    let accounts = call.accounts();
    if !known.own {
        expect_room(call, account).await?;
        accounts.answer(store(call)?.adopt(id, account).await)?;
    }
    accounts.answer(store(call)?.set_public(id, account, public).await)?;
    Ok(())
}

/// Refuses another game of an account that has as many as it may have.
async fn expect_room(call: &Call, account: AccountId) -> Result<(), AccountRefusal> {
    let count = call.accounts().answer(store(call)?.count_published(account).await)?;
    if count < MAX_PUBLISHED {
        return Ok(());
    }
    let message = format!("a name has at most {MAX_PUBLISHED} published games");
    Err(AccountRefusal::new(AccountCode::TooManyGames, message))
}

/// A text to publish.
struct NewText {
    id: String,
    text: String,
    origin: Option<String>,
    public: bool,
}

/// Publishes a game that is not published yet.
async fn publish_new(call: &Call, new: NewText, viewer: Viewer) -> Result<(), AccountRefusal> {
    let NewText { id, text, origin, public } = new;
    let services = &call.state.services;
    if services.storage.is_short() {
        return Err(AccountRefusal::new(AccountCode::NoSpace, "the server has no space for new games"));
    }
    if let Some(account) = viewer {
        expect_room(call, account).await?;
    }
    let rights = services.limits.as_ref().map(|limits| limits.rights(call.address()));
    let Card { summary, words } = read(services, &text, rights.as_ref().map(AddressRights::payer)).await?;
    // A text that is no game costs the work alone.
    let is_admitted = services.gallery.may_publish(viewer, call.address())
        && rights.as_ref().is_none_or(|rights| rights.may_keep(0, text.len()));
    if !is_admitted {
        return Err(AccountRefusal::new(
            AccountCode::TooMany,
            "too many games, or too large ones, were published today: wait until tomorrow",
        ));
    }
    let origin = match origin.filter(|origin| *origin != id) {
        Some(origin) if is_own_id(&origin) => {
            find(call, &origin, viewer).await.ok().flatten().map(|_| origin)
        }
        Some(origin) => services.library.ids().any(|known| known == origin).then_some(origin),
        None => None,
    };
    let game = NewGame { id, text, summary, words, account: viewer, origin, is_public: public };
    // If another request was faster, it is the same text.
    call.accounts().answer(store(call)?.publish(&game).await).map(drop)
}

/// Reads a game, when there is a place for that.
async fn read(services: &Arc<Services>, text: &str, payer: Option<&Payer>) -> Result<Card, AccountRefusal> {
    work_budget::ready(payer).await;
    let buckets = payer.map(Payer::buckets).into_iter().flatten();
    let ticket = services.heavy.admit(buckets).map_err(|_| {
        services.metrics.refused_work.inc();
        busy()
    })?;
    let (library, text) = (Arc::clone(&services.library), text.to_owned());
    let (card, work) = ticket.work(move || measure(|| Card::read(&library, &text))).await;
    payer.into_iter().for_each(|payer| payer.charge(work));
    card.map_err(|error| match error {
        ReadError::Wrong(errors) => {
            let first = errors.iter().next().map(|error| error.message().to_owned());
            AccountRefusal::new(AccountCode::BadGame, first.unwrap_or_default())
        }
        ReadError::NoRoom => busy(),
    })
}

async fn visibility(call: Call, asked: Asked<ChangeVisibility>) -> Response {
    let done = async {
        let ChangeVisibility { game, public } = call.read(asked)?;
        let account = call.browser().await?.account.id;
        if !call.state.services.gallery.may_change(account) {
            return Err(AccountRefusal::too_many());
        }
        let known = find(&call, &game, Some(account)).await?.ok_or_else(no_game)?;
        if !known.game.own {
            return Err(AccountRefusal::new(AccountCode::NotYours, "the game has another publisher"));
        }
        call.accounts().answer(store(&call)?.set_public(&game, account, public).await)?;
        Ok(Json(PublishedGame { public, ..known.game }).into_response())
    };
    call.note(AccountAct::ChangeVisibility, done.await)
}

async fn favourite(call: Call, asked: Asked<MarkFavourite>) -> Response {
    let done = async {
        let MarkFavourite { game, on } = call.read(asked)?;
        let account = call.browser().await?.account.id;
        if !call.state.services.gallery.may_change(account) {
            return Err(AccountRefusal::too_many());
        }
        find(&call, &game, Some(account)).await?.ok_or_else(no_game)?;
        let is_marked = store(&call)?.mark(account, &game, on, MAX_FAVOURITES).await;
        if !call.accounts().answer(is_marked)? {
            let message = format!("a name has at most {MAX_FAVOURITES} favourites");
            return Err(AccountRefusal::new(AccountCode::TooManyGames, message));
        }
        let changed = find(&call, &game, Some(account)).await?.ok_or_else(no_game)?;
        Ok(Json(changed.game).into_response())
    };
    call.note(AccountAct::MarkFavourite, done.await)
}
