//! The state that the handlers of HTTP requests share.

use std::sync::Arc;
use std::time::Duration;

use crate::accounts::Accounts;
use crate::guard::Guard;
use crate::lobby::Lobby;
use crate::services::Services;

/// The state that the handlers of HTTP requests share.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) services: Arc<Services>,
    pub(crate) guard: Arc<Guard>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) ping: Duration,
}
