//! A session that another server has, where some of its clients are: what stands in the place of the room.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use beaufort_session::ClientId;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

use super::envelope::{KnownBrowser, Note};
use super::{Cluster, Unheard};
use crate::client::Client;
use crate::count_guard::CountGuard;
use crate::message::{FromOwner, Permit, RawRequest, Request, RoomMessage};
use crate::metrics::Metrics;
use crate::store::ServerId;

/// What leads clients to the server that has their session.
pub(crate) struct Relay {
    cluster: Arc<Cluster>,
    session: String,
    owner: ServerId,
    /// Where the owner's messages go.
    messages: UnboundedSender<RoomMessage>,
    links: HashMap<ClientId, Link>,
    metrics: Arc<Metrics>,
}

/// A client that is led to the owner.
struct Link {
    client: Client,
    /// Those of the requests that are not answered yet.
    permits: VecDeque<Permit>,
    /// Whether the owner has said anything to it.
    is_accepted: bool,
    _guard: CountGuard,
}

/// How a relay has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelayEnd {
    /// Nobody is there, or it was told to end.
    Closed,
    /// The owner is not there any more, or does not have the session: it is to be looked for anew.
    OwnerGone,
}

/// The owner is not there any more, or does not have the session.
struct OwnerGone;

impl From<Unheard> for OwnerGone {
    fn from(_: Unheard) -> OwnerGone {
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

    /// Carries messages until `try_close` says that it is over: it is asked at the beginning and after every message, with `true`
    /// when nobody is there.
    pub(crate) async fn run(
        mut self,
        messages: &mut UnboundedReceiver<RoomMessage>,
        try_close: impl Fn(bool) -> bool,
    ) -> RelayEnd {
        let mut end = RelayEnd::Closed;
        // Who has opened it for a flag does not stay.
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
            if self.say(&Note::Leave { link }, b"").await.is_err() {
                // An owner that hears nothing of this server lets its clients go.
                break;
            }
        }
        end
    }

    async fn handle(&mut self, message: RoomMessage) -> Result<(), OwnerGone> {
        match message {
            RoomMessage::Join(client) => self.join(client).await?,
            RoomMessage::Leave(client) => self.let_go(client).await?,
            RoomMessage::Request(Request { client, raw, permit, .. }) => {
                let Some(link) = self.links.get_mut(&client) else { return Ok(()) };
                link.permits.push_back(permit);
                match raw {
                    RawRequest::Text(text) => {
                        self.say(&Note::Request { link: client }, text.as_bytes()).await?;
                    }
                    RawRequest::Unreadable(id, problem) => {
                        let problem =
                            serde_json::to_vec(&problem).expect("a problem is made of texts and numbers");
                        self.say(&Note::Unreadable { link: client, id }, &problem).await?;
                    }
                }
            }
            RoomMessage::FromOwner(client, message) => self.hear(client, message).await?,
            RoomMessage::SignedOut(account, which) => {
                self.let_all_go(|client| client.is_of(account, which)).await?;
            }
            RoomMessage::RecheckAccounts => self.let_all_go(|client| client.browser().is_some()).await?,
            // The rest is the owner's business.
            RoomMessage::Report(..)
            | RoomMessage::Answered(_)
            | RoomMessage::StoreGone
            | RoomMessage::AccountDeleted(_)
            | RoomMessage::LeaseLost
            | RoomMessage::Wake => {}
        }
        Ok(())
    }

    /// Leads a client to the owner. One that comes from another server is told to come again: it has been led astray.
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
        // Whoever falls silent from now on ends the link; who was silent before has ended those that there were.
        if !self.cluster.hears(self.owner) {
            self.cluster.links().relays.remove(&link);
            return Err(OwnerGone);
        }
        let guard = CountGuard::new(&self.metrics.led_clients);
        self.links.insert(link, Link { client, permits: VecDeque::new(), is_accepted: false, _guard: guard });
        Ok(self.say(&note, b"").await?)
    }

    /// Does what the owner says.
    async fn hear(&mut self, client: ClientId, message: FromOwner) -> Result<(), OwnerGone> {
        let Some(link) = self.links.get_mut(&client) else { return Ok(()) };
        match message {
            FromOwner::Batch(batch) => {
                link.is_accepted = true;
                if !link.client.send(batch) {
                    log_limited!(warn, "a client that reads too slowly is cut off");
                    self.let_go(client).await?;
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
                        // Who was not let in is led nowhere: the session is not there.
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
    async fn let_all_go(&mut self, is_meant: impl Fn(&Client) -> bool) -> Result<(), OwnerGone> {
        let meant = self.links.iter().filter(|(_, link)| is_meant(&link.client));
        for link in meant.map(|(&link, _)| link).collect::<Vec<_>>() {
            self.let_go(link).await?;
        }
        Ok(())
    }

    /// Ends the connection of a client, if it has not ended.
    async fn let_go(&mut self, link: ClientId) -> Result<(), OwnerGone> {
        self.cluster.links().relays.remove(&link);
        if self.links.remove(&link).is_some() {
            self.say(&Note::Leave { link }, b"").await?;
        }
        Ok(())
    }

    async fn say(&self, note: &Note, text: &[u8]) -> Result<(), Unheard> {
        self.cluster.say(self.owner, note, text).await
    }
}
