//! A relay: takes the place of the room of a session that another server owns.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use beaufort_session::ClientId;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

use super::envelope::{KnownBrowser, Note};
use super::{Cluster, NotDelivered};
use crate::client::Client;
use crate::count_guard::CountGuard;
use crate::message::{FromOwner, Permit, RawRequest, Request, RoomMessage};
use crate::metrics::Metrics;
use crate::store::ServerId;

/// Relays clients to the owner of their session.
pub(crate) struct Relay {
    cluster: Arc<Cluster>,
    session: String,
    owner: ServerId,
    /// The queue for messages from the owner.
    messages: UnboundedSender<RoomMessage>,
    links: HashMap<ClientId, Link>,
    metrics: Arc<Metrics>,
}

/// A client that is relayed.
struct Link {
    client: Client,
    /// The permits of requests without an answer.
    permits: VecDeque<Permit>,
    /// Whether the owner has sent it anything.
    is_accepted: bool,
    _guard: CountGuard,
}

/// The reason for the end of a relay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelayEnd {
    /// It has no clients, or was told to end.
    Closed,
    /// The owner is unreachable, or no longer owns the session: the owner has to be found again.
    OwnerGone,
}

/// The owner is unreachable, or no longer owns the session.
struct OwnerGone;

impl From<NotDelivered> for OwnerGone {
    fn from(_: NotDelivered) -> OwnerGone {
        OwnerGone
    }
}

impl Relay {
    pub(crate) fn new(
        cluster: &Arc<Cluster>,
        session: &str,
        owner: ServerId,
        messages: UnboundedSender<RoomMessage>,
        metrics: &Arc<Metrics>,
    ) -> Relay {
        Relay {
            cluster: Arc::clone(cluster),
            session: session.to_owned(),
            owner,
            messages,
            links: HashMap::new(),
            metrics: Arc::clone(metrics),
        }
    }

    /// Carries messages until `try_close` returns `true`: it is called at the beginning and after every message, with `true` if
    /// there are no clients.
    pub(crate) async fn run(
        mut self,
        messages: &mut UnboundedReceiver<RoomMessage>,
        try_close: impl Fn(bool) -> bool,
    ) -> RelayEnd {
        let mut end = RelayEnd::Closed;
        // A session that was opened for a flag has no clients.
        while !try_close(self.links.is_empty()) {
            let Some(message) = messages.recv().await else { break };
            if let Err(OwnerGone) = self.handle(message).await {
                end = RelayEnd::OwnerGone;
                break;
            }
        }
        let links: Vec<ClientId> = self.links.drain().map(|(link, _)| link).collect();
        for link in &links {
            self.cluster.links().relays.remove(link);
        }
        for link in links {
            if self.send(&Note::Leave { link }, b"").await.is_err() {
                // An owner that misses heartbeats drops the clients of this server.
                break;
            }
        }
        end
    }

    async fn handle(&mut self, message: RoomMessage) -> Result<(), OwnerGone> {
        match message {
            RoomMessage::Join(client) => self.join(client).await?,
            RoomMessage::Leave(client) => self.disconnect(client).await?,
            RoomMessage::Request(Request { client, raw, permit, .. }) => {
                let Some(link) = self.links.get_mut(&client) else { return Ok(()) };
                link.permits.push_back(permit);
                match raw {
                    RawRequest::Text(text) => {
                        self.send(&Note::Request { link: client }, text.as_bytes()).await?;
                    }
                    RawRequest::Unreadable(id, problem) => {
                        let problem =
                            serde_json::to_vec(&problem).expect("a problem is made of texts and numbers");
                        self.send(&Note::Unreadable { link: client, id }, &problem).await?;
                    }
                }
            }
            RoomMessage::FromOwner(client, message) => self.handle_owner(client, message).await?,
            RoomMessage::SignedOut(account, which) => {
                self.disconnect_all(|client| client.is_of(account, which)).await?;
            }
            RoomMessage::RecheckAccounts => self.disconnect_all(|client| client.browser().is_some()).await?,
            // The others concern the owner alone.
            RoomMessage::Report(..)
            | RoomMessage::Answered(_)
            | RoomMessage::StoreGone
            | RoomMessage::AccountDeleted(_)
            | RoomMessage::LeaseLost
            | RoomMessage::Wake => {}
        }
        Ok(())
    }

    /// Relays a client to the owner. A client that comes from another server reconnects: that server was wrong about the owner.
    async fn join(&mut self, client: Client) -> Result<(), OwnerGone> {
        if client.is_guest {
            return Ok(());
        }
        let link = client.id;
        let browser = client.browser().map(|browser| KnownBrowser {
            account: browser.account.id,
            name: browser.account.name.clone(),
            token: browser.token,
        });
        let note = Note::Join { link, session: self.session.clone(), browser, address: client.address() };
        self.cluster.links().relays.insert(link, (self.owner, self.messages.clone()));
        // If the owner falls silent from now on, the link ends; if it was silent before, this link is not among those that have
        // ended.
        if !self.cluster.is_reachable(self.owner) {
            self.cluster.links().relays.remove(&link);
            return Err(OwnerGone);
        }
        let guard = CountGuard::new(&self.metrics.led_clients);
        self.links.insert(link, Link { client, permits: VecDeque::new(), is_accepted: false, _guard: guard });
        Ok(self.send(&note, b"").await?)
    }

    /// Handles a message from the owner.
    async fn handle_owner(&mut self, client: ClientId, message: FromOwner) -> Result<(), OwnerGone> {
        let Some(link) = self.links.get_mut(&client) else { return Ok(()) };
        match message {
            FromOwner::Batch(batch) => {
                link.is_accepted = true;
                if !link.client.send(batch) {
                    log_limited!(warn, "a client that reads too slowly is cut off");
                    self.disconnect(client).await?;
                }
            }
            FromOwner::Answered => {
                link.is_accepted = true;
                link.permits.pop_front();
            }
            FromOwner::End(why) => {
                self.cluster.links().relays.remove(&client);
                let link = self.links.remove(&client);
                if let Some(link) = link {
                    let is_accepted = link.is_accepted;
                    match why {
                        Some(why) => link.client.reject(&why),
                        // The client was not let in: the session is elsewhere.
                        None if !is_accepted => return Err(OwnerGone),
                        None => {}
                    }
                }
            }
            FromOwner::Lost => return Err(OwnerGone),
        }
        Ok(())
    }

    /// Ends the connections of some clients.
    async fn disconnect_all(&mut self, is_meant: impl Fn(&Client) -> bool) -> Result<(), OwnerGone> {
        let meant = self.links.iter().filter(|(_, link)| is_meant(&link.client));
        for link in meant.map(|(&link, _)| link).collect::<Vec<_>>() {
            self.disconnect(link).await?;
        }
        Ok(())
    }

    /// Ends the connection of a client, if it has not ended.
    async fn disconnect(&mut self, link: ClientId) -> Result<(), OwnerGone> {
        self.cluster.links().relays.remove(&link);
        if self.links.remove(&link).is_some() {
            self.send(&Note::Leave { link }, b"").await?;
        }
        Ok(())
    }

    async fn send(&self, note: &Note, text: &[u8]) -> Result<(), NotDelivered> {
        self.cluster.send(self.owner, note, text).await
    }
}
