//! The WebSocket of a client: texts in, texts out.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use beaufort_session::phrase;

use axum::body::Bytes;
use axum::extract::{Extension, Path, Request as HttpRequest, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use beaufort_session::command::{PING, PONG};
use beaufort_session::event::{Problem, ProblemCode};
use beaufort_session::request_id;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{MissedTickBehavior, interval_at, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::answers::busy;
use crate::app::AppState;
use crate::client::{self, Batch, Inbox, Outgoing};
use crate::count_guard::CountGuard;
use crate::identity::Browser;
use crate::limits::{AddressRights, MessageLimit};
use crate::listen::Connection;
use crate::message::{MAX_PENDING_REQUESTS, RawRequest, Request, RoomMessage};
use crate::metrics::RequestRefusal;
use crate::rooms::{Full, Membership};
use crate::session_name::is_session_name;
use crate::web_socket::{self, WebSocket};
use crate::work_budget::{self, Payer};

/// The longest message of a client, in bytes.
const MAX_MESSAGE_BYTES: usize = 1024 * 1024;
/// The length, in bytes, from which a message ends the connection; a shorter one beyond [`MAX_MESSAGE_BYTES`] is refused.
const MAX_FRAME_BYTES: usize = 2 * MAX_MESSAGE_BYTES;
/// The longest reason for the end of a connection, as the protocol of WebSockets has it, in bytes.
const MAX_REASON_BYTES: usize = 123;
/// The longest time for the message that ends a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// The time between two answers to pings of a client while nothing of it is read.
const BUSY_PONG_INTERVAL: Duration = Duration::from_secs(2);

/// Answers the request for a WebSocket to a session. Browsers hide the reason of a refusal from a page, which can get it by a plain
/// request.
pub(crate) async fn upgrade(
    State(state): State<AppState>,
    Extension(connection): Extension<Connection>,
    Path(name): Path<String>,
    mut request: HttpRequest,
) -> Response {
    if !is_session_name(&name) {
        let message = "the name of a session is 1 to 64 letters, digits, `-` and `_`\n";
        return (StatusCode::BAD_REQUEST, message).into_response();
    }
    let address = state.guard.address(connection.peer, request.headers());
    let limits = state.services.limits.as_ref();
    let socket = match limits {
        None => None,
        Some(limits) => match limits.open_socket(address) {
            Some(socket) => Some(socket),
            None => {
                state.services.metrics.note_refusal(RequestRefusal::AddressConnections);
                return busy("too many games are open from your address\n");
            }
        },
    };
    let rights = limits.map(|limits| limits.rights(address));
    let browser = match state.accounts.browser(request.headers()).await {
        Ok(browser) => browser,
        Err(refusal) => return refusal.into_response(),
    };
    let entered = match web_socket::handshake(&mut request) {
        Ok(handshake) => state.lobby.enter(&name, rights.as_ref()).map(|membership| (handshake, membership)),
        // A plain request opens no session.
        Err(why) if state.services.rooms.has_place(&name) => {
            return (StatusCode::BAD_REQUEST, why).into_response();
        }
        Err(_) => Err(Full),
    };
    let Ok(((response, upgrade), membership)) = entered else {
        state.services.metrics.note_refusal(RequestRefusal::Sessions);
        return busy("too many games are open\n");
    };
    tokio::spawn(async move {
        // A client that has gone meanwhile needs no WebSocket.
        if let Ok(upgraded) = upgrade.await {
            let stream = web_socket::open(upgraded, MAX_FRAME_BYTES).await;
            relay_messages(state, membership, rights, browser, stream).await;
        }
        drop((connection, socket));
    });
    response
}

/// Carries messages both ways until one side ends.
async fn relay_messages(
    state: AppState,
    membership: Membership,
    rights: Option<AddressRights>,
    browser: Option<Browser>,
    mut socket: WebSocket,
) {
    let _guard = CountGuard::new(&state.services.metrics.clients);
    let _online = browser.as_ref().map(|browser| state.services.online.enter(browser.account.id));
    let queues = &state.services.queues;
    let (client, mut inbox) = client::queue_within(queues, membership.client, rights, browser.clone());
    let payer = client.payer().cloned();
    let mut cut = pin!(inbox.cut());
    // If the room has closed, it has dropped the client, and the inbox ends.
    let _ = membership.messages.send(RoomMessage::Join(client));
    // A client that was signed out in the meantime has missed the message to the rooms.
    if let Some(browser) = &browser
        && !state.accounts.is_signed_in(browser).await
    {
        return close(socket, CloseCode::Away, "come again").await;
    }
    let permits = Arc::new(Semaphore::new(MAX_PENDING_REQUESTS));
    let mut limit = state.services.limits.as_ref().map(|_| MessageLimit::new());
    let mut next_read = Instant::now();
    let mut last_received = Instant::now();
    let mut pings = interval_at(tokio::time::Instant::now() + state.ping, state.ping);
    // The client sends pings as texts: a page does not see those of the WebSocket protocol.
    let mut wants_pongs = false;
    let busy_interval = BUSY_PONG_INTERVAL.min(state.ping);
    let mut busy_pongs = interval_at(tokio::time::Instant::now() + busy_interval, busy_interval);
    busy_pongs.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            outgoing = inbox.next() => {
                // A client that does not read counts as gone.
                let sent = match outgoing {
                    Some(Outgoing::Batch(batch)) => timeout(2 * state.ping, send(&mut socket, batch, &mut inbox)),
                    Some(Outgoing::Damaged(why)) => return close(socket, CloseCode::Error, &why).await,
                    // The room has closed, or the client was too slow.
                    None => return close(socket, CloseCode::Away, "come again").await,
                };
                let is_sent = tokio::select! {
                    sent = sent => matches!(sent, Ok(Ok(()))),
                    () = &mut cut => false,
                };
                if !is_sent {
                    return;
                }
            }
            // Too much waits for it, or for all: it has to reconnect.
            () = &mut cut => return,
            (message, permit) = receive(&mut socket, &permits, next_read, payer.as_ref()) => {
                last_received = Instant::now();
                next_read = last_received + limit.as_mut().map_or(Duration::ZERO, MessageLimit::note);
                let request = match message {
                    Some(Ok(Message::Text(text))) if text.as_str() == PING => {
                        wants_pongs = true;
                        if !send_pong(&mut socket, state.ping).await {
                            return;
                        }
                        continue;
                    }
                    Some(Ok(Message::Text(text))) => request(text.as_str()),
                    Some(Ok(Message::Binary(_))) => {
                        let message = phrase!("expected a text, found binary data");
                        RawRequest::Unreadable(None, Problem::new(ProblemCode::Malformed, message))
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(_)) => {
                        return close(socket, CloseCode::Size, "the message is too long or damaged").await;
                    }
                };
                let permit = Box::new(permit);
                let request = Request { client: membership.client, raw: request, received: last_received, permit };
                // A room that has closed ends the inbox.
                let _ = membership.messages.send(RoomMessage::Request(request));
            }
            _ = busy_pongs.tick(), if wants_pongs && !is_read(&permits, payer.as_ref()) => {
                // A ping may wait behind requests that are not read yet.
                if !send_pong(&mut socket, state.ping).await {
                    return;
                }
            }
            _ = pings.tick() => {
                // While the room is busy, or the client has no processor time left, nothing is read, and silence means nothing.
                let is_silent =
                    last_received.elapsed() > 2 * state.ping && is_read(&permits, payer.as_ref());
                let ping = timeout(2 * state.ping, socket.send(Message::Ping(Bytes::new())));
                if is_silent || !matches!(ping.await, Ok(Ok(()))) {
                    log_limited!(info, "a client has vanished");
                    return;
                }
            }
        }
    }
}

/// Returns whether messages of the client are being read.
fn is_read(permits: &Semaphore, payer: Option<&Payer>) -> bool {
    permits.available_permits() > 0 && payer.is_none_or(Payer::is_ready)
}

/// Answers a ping. Returns `false` if the client does not read.
async fn send_pong(socket: &mut WebSocket, ping: Duration) -> bool {
    matches!(timeout(2 * ping, socket.send(Message::Text(PONG.into()))).await, Ok(Ok(())))
}

/// Waits until the client may ask again, its work is paid, and the room has time for another request, then for the next message.
async fn receive(
    socket: &mut WebSocket,
    permits: &Arc<Semaphore>,
    next_read: Instant,
    payer: Option<&Payer>,
) -> (Option<Result<Message, Error>>, OwnedSemaphorePermit) {
    sleep_until(next_read.into()).await;
    work_budget::ready(payer).await;
    let permit = Arc::clone(permits).acquire_owned().await.expect("the semaphore is never closed");
    (socket.next().await, permit)
}

/// Sends all that waits.
async fn send(socket: &mut WebSocket, batch: Batch, inbox: &mut Inbox) -> Result<(), Error> {
    let mut next = Some(Outgoing::Batch(batch));
    while let Some(Outgoing::Batch(batch)) = next {
        for text in batch {
            web_socket::feed(socket, text).await?;
        }
        next = inbox.ready();
    }
    socket.flush().await
}

/// Returns the request that a text is.
fn request(text: &str) -> RawRequest {
    if text.len() <= MAX_MESSAGE_BYTES {
        return RawRequest::Text(text.to_owned());
    }
    let message = phrase!("a message has at most {number} bytes", number = MAX_MESSAGE_BYTES);
    RawRequest::Unreadable(request_id(text), Problem::new(ProblemCode::TooLarge, message))
}

async fn close(mut socket: WebSocket, code: CloseCode, reason: &str) {
    let mut end = reason.len().min(MAX_REASON_BYTES);
    while !reason.is_char_boundary(end) {
        end -= 1;
    }
    let reason = &reason[..end];
    let frame = CloseFrame { code, reason: reason.into() };
    // The client may have gone, or not read.
    let _ = timeout(CLOSE_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
}
