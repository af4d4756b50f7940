//! Where a session is that somebody wants: where there is one server alone, it is here.

use std::sync::Arc;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

use super::Lobby;
use crate::cluster::{Relay, RelayEnd, SessionPlace};
use crate::room::RoomMessage;
use crate::session_name::log_tag;
use crate::store::{ServerId, StoreError};

impl Lobby {
    /// Finds out where a session is; one that is nobody's is this server's from now on.
    pub(super) async fn claim(
        &self,
        name: &str,
        is_wanted: impl Fn() -> bool,
    ) -> Result<SessionPlace, StoreError> {
        match &self.cluster {
            Some(cluster) => cluster.claim(name, is_wanted).await,
            None => Ok(SessionPlace::Here),
        }
    }

    /// Gives a session back that is not in memory any more.
    pub(super) async fn release(&self, name: &str) {
        if let Some(cluster) = &self.cluster {
            cluster.release(name).await;
        }
    }

    /// Leads the clients of a session to the server that has it, until nobody is there.
    pub(super) async fn lead(
        self: &Arc<Lobby>,
        name: &str,
        number: u64,
        owner: ServerId,
        messages: UnboundedSender<RoomMessage>,
        receiver: &mut UnboundedReceiver<RoomMessage>,
        try_close: impl Fn(bool) -> bool,
    ) {
        let Some(cluster) = &self.cluster else { return };
        let relay = Relay::new(cluster, name, owner, messages, &self.metrics);
        if relay.run(receiver, try_close).await == RelayEnd::OwnerGone {
            log_limited!(info, session = log_tag(name), "the session is to be looked for anew");
            self.rooms().remove(name, number);
        }
    }

    /// Ends a session that another server has taken.
    pub(super) fn supersede(&self, name: &str, number: u64) {
        self.metrics.superseded.inc();
        if let Some(cluster) = &self.cluster {
            cluster.forget(name);
        }
        self.rooms().remove(name, number);
    }

    /// Tells a session that another server has taken it.
    pub(crate) fn lose(&self, name: &str) {
        if let Some(entry) = self.rooms().open.get(name) {
            // A room that has ended knows.
            let _ = entry.messages.send(RoomMessage::LeaseLost);
        }
    }

    /// Returns whether clocks run on while this server ends: another one is there.
    pub(super) fn has_peers(&self) -> bool {
        self.cluster.as_ref().is_some_and(|cluster| cluster.has_peers())
    }
}
