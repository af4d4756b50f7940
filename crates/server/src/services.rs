//! The services of a server: the components that its rooms and its pages share.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_nats::Client;
use beaufort_session::view::ListedGame;
use beaufort_session::{DurableConversation, Library, NicknameReader, PushTerms};

use crate::aborts::Aborts;
use crate::cluster::Cluster;
use crate::gallery::Gallery;
use crate::lane::{Crowded, Lane, WorkPermit};
use crate::limits::AddressLimits;
use crate::lock::Lock;
use crate::memory::SessionMemory;
use crate::message::RoomMessage;
use crate::metrics::Metrics;
use crate::network::TrustedNetworks;
use crate::online::Online;
use crate::queue_budget::QueueBudget;
use crate::rooms::RoomTable;
use crate::server_time::ServerTime;
use crate::storage::Storage;
use crate::store::{AccountStore, GalleryStore, Listed, Row, Search, Store, StoreError, Stored, Writer};
use crate::workers::Workers;

/// The components of a server. None of them knows the others.
#[derive(Debug)]
pub(crate) struct Services {
    pub(crate) library: Arc<Library>,
    pub(crate) workers: Arc<Workers>,
    /// The time for which a room stays open after its last client has gone.
    pub(crate) idle: Duration,
    pub(crate) memory: SessionMemory,
    /// The secret from which the keys in letters are made, where letters can be sent.
    pub(crate) mail_secret: Option<[u8; 32]>,
    /// The terms of push messages, where they can be sent.
    pub(crate) push_terms: Option<PushTerms>,
    pub(crate) metrics: Arc<Metrics>,
    /// The space for sessions.
    pub(crate) storage: Storage,
    /// Whether sessions without an owner are deleted after a long time without visits: on a public server.
    pub(crate) has_expiry: bool,
    pub(crate) trusted: TrustedNetworks,
    /// The limits of addresses; `None` if the server serves its own machine alone.
    pub(crate) limits: Option<Arc<AddressLimits>>,
    /// The messages that wait for clients.
    pub(crate) queues: Arc<QueueBudget>,
    /// The rated games that players have aborted recently.
    pub(crate) aborts: Aborts,
    /// The accounts that are connected.
    pub(crate) online: Arc<Online>,
    /// The published games.
    pub(crate) gallery: Gallery,
    /// Reads nicknames of guests: they are as names are.
    pub(crate) read_nickname: NicknameReader,
    /// The time by which flags fall.
    pub(crate) time: ServerTime,
    /// The servers with which this one shares the sessions, if it does.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// The connection to the other servers and the workers, if there is one.
    pub(crate) nats: Option<Client>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writer: Writer,
    /// The lock on the file of the sessions, if they are in one.
    pub(crate) lock: OnceLock<Lock>,
    /// The places for heavy work.
    pub(crate) heavy: Arc<Lane>,
    /// The places for searches, for records made of public games, and for the games of exports.
    pub(crate) searches: Arc<Lane>,
    pub(crate) rooms: Arc<RoomTable>,
}

/// The error of a lookup that may take long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LookUpError {
    /// Too many wait.
    Crowded(Crowded),
    /// The store has failed.
    Store(StoreError),
}

impl Services {
    /// Reads a session from the store.
    pub(crate) async fn load(&self, name: &str) -> Result<Option<Stored>, StoreError> {
        match self.resave_if_gone(self.store.load(name).await) {
            Err(StoreError::Gone(_)) => self.store.load(name).await,
            loaded => loaded,
        }
    }

    /// Saves sessions that have changed together. When it returns without an error, they are on the disk.
    pub(crate) async fn save(&self, rows: Vec<Row>) -> Result<(), StoreError> {
        if self.lock.get().is_some_and(|lock| !lock.is_held()) {
            return Err(StoreError::TakenOver);
        }
        self.resave_if_gone(self.writer.save(rows).await)
    }

    /// Records a visit of a session that may expire.
    pub(crate) async fn note_visit(&self, name: &str) {
        if self.has_expiry {
            // If it cannot be written, the session is loaded all the same.
            let _ = self.store.note_visit(name, self.time.now()).await;
        }
    }

    /// Passes an answer of the store on. If all that was saved is lost, the sessions in memory are saved again.
    pub(crate) fn resave_if_gone<T>(&self, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Gone(_)) = answer {
            self.rooms.tell_all(|| RoomMessage::StoreGone);
        }
        answer
    }

    /// Returns the store of accounts.
    ///
    /// # Errors
    /// If the store keeps none.
    pub(crate) fn accounts(&self) -> Result<&dyn AccountStore, StoreError> {
        let none = || StoreError::Failed("the store keeps no accounts".to_owned());
        self.store.accounts().ok_or_else(none)
    }

    /// Returns the store of published games.
    ///
    /// # Errors
    /// If the store keeps none.
    pub(crate) fn published(&self) -> Result<&dyn GalleryStore, StoreError> {
        let none = || StoreError::Failed("the store keeps no published games".to_owned());
        self.store.gallery().ok_or_else(none)
    }

    /// Tells a conversation the names of its players.
    pub(crate) async fn name_accounts(
        &self,
        conversation: &mut DurableConversation,
    ) -> Result<(), StoreError> {
        let mut names = Vec::new();
        for account in conversation.conversation().accounts().into_iter().flatten() {
            let name = self.resave_if_gone(self.accounts()?.account_name(account).await)?;
            names.push((account, name));
        }
        let find = |account| names.iter().find(|(known, _)| *known == account)?.1.clone();
        conversation.name_accounts(find);
        Ok(())
    }

    /// Returns public games. A game that a newer version has written is left out.
    pub(crate) async fn listed(&self, search: &Search) -> Result<Vec<ListedGame>, StoreError> {
        Ok(self.listed_with_age(search).await?.into_iter().map(|(game, _)| game).collect())
    }

    /// Returns public games, those that have changed last first, each with the time since then in seconds.
    pub(crate) async fn listed_with_age(
        &self,
        search: &Search,
    ) -> Result<Vec<(ListedGame, u32)>, StoreError> {
        let found = self.resave_if_gone(self.store.listed(search).await)?;
        let with_age = |listed: Listed| {
            let age = listed.age;
            Some((listed.parse()?, age))
        };
        Ok(found.into_iter().filter_map(with_age).collect())
    }

    /// Runs a lookup that may take long: few at the same time, and one for each address; the others wait for a moment. The lookup
    /// goes on, and keeps its place, if the caller is dropped.
    ///
    /// # Errors
    /// If the lookup fails, or too many wait.
    pub(crate) async fn look_up<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, LookUpError> {
        let place = self.searches.enter(address).await.map_err(LookUpError::Crowded)?;
        keep_place(place, work).await.map_err(LookUpError::Store)
    }

    /// Runs a lookup however long it has to wait; see [`Services::look_up`].
    pub(crate) async fn look_up_patiently<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        keep_place(self.searches.enter_patiently().await, work).await
    }
}

/// Runs a task that goes on if the caller is dropped.
async fn keep_place<T: Send + 'static>(
    place: WorkPermit,
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::spawn(async move {
        let _place = place;
        work.await
    });
    done.await.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
}
