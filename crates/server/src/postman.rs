//! Sends the letters that wait in the store, with retries: those of each way apart, so that a slow way delays no other.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::time::sleep;

use crate::carrier::{Carried, Carrier};
use crate::lobby::Lobby;
use crate::store::{StoreError, WaitingLetter};

/// The time between two looks for letters.
const LETTER_INTERVAL: Duration = Duration::from_secs(2);
/// The most letters of a way that are sent each time; the others are next.
const MAX_LETTERS: usize = 50;
/// The most attempts to send a letter.
const MAX_ATTEMPTS: u32 = 8;
/// The time from the first attempt to the second; each one after it is three times as long.
const FIRST_PAUSE: Duration = Duration::from_secs(60);

/// Sends the letters of a way for ever, or never, if there is no carrier.
pub(crate) async fn send_letters(lobby: &Arc<Lobby>, carrier: Option<impl Carrier>) {
    let Some(carrier) = carrier else { return std::future::pending().await };
    let services = &lobby.services;
    loop {
        sleep(LETTER_INTERVAL).await;
        // A failure is logged where sessions are saved; the next look reads again.
        let due = services.store.due_letters(carrier.way(), SystemTime::now(), MAX_LETTERS).await;
        let Ok(letters) = services.resave_if_gone(due) else { continue };
        let deliver = async |letter: WaitingLetter| {
            if deliver(lobby, &carrier, &letter).await.is_err() {
                services.metrics.note_letter(carrier.way(), false);
            }
        };
        stream::iter(letters).for_each_concurrent(carrier.at_once(), deliver).await;
    }
}

/// Sends a letter that is due. A letter that cannot be put off is not sent: it would be sent again and again.
async fn deliver(
    lobby: &Arc<Lobby>,
    carrier: &impl Carrier,
    letter: &WaitingLetter,
) -> Result<(), StoreError> {
    let (services, store, id) = (&lobby.services, &lobby.services.store, letter.id);
    if !services.resave_if_gone(store.admit_letter(letter, SystemTime::now()).await)? {
        tracing::info!("a letter is not sent: its reader wants none, or too many were asked for");
        return services.resave_if_gone(store.settle_letter(id, None).await);
    }
    let again = SystemTime::now() + FIRST_PAUSE * 3u32.saturating_pow(letter.attempts);
    services.resave_if_gone(store.settle_letter(id, Some(again)).await)?;
    let carried = carrier.carry(letter).await;
    services.metrics.note_letter(carrier.way(), carried == Carried::Sent);
    if carried != Carried::Failed || letter.attempts + 1 >= MAX_ATTEMPTS {
        // A letter that is not forgotten is sent twice: better than never.
        let _ = services.resave_if_gone(store.settle_letter(id, None).await);
    }
    if carried == Carried::Gone {
        lobby.forget_browser(&letter.session, &letter.address).await;
    }
    Ok(())
}
