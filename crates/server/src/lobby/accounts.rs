//! What the table of rooms has to do with accounts: it has the store, and the connections of those who are signed in.

use beaufort_session::{AccountId, DurableConversation};

use super::Lobby;
use crate::identity::WhichTokens;
use crate::room::RoomMessage;
use crate::store::{AccountStore, StoreError};

impl Lobby {
    /// Returns what is kept of accounts.
    ///
    /// # Errors
    /// If the store keeps none.
    pub(crate) fn account_store(&self) -> Result<&dyn AccountStore, StoreError> {
        let none = || StoreError::Failed("the store keeps no accounts".to_owned());
        self.store.accounts().ok_or_else(none)
    }

    /// Tells a conversation the names of those who play in it.
    pub(crate) async fn name_accounts(
        &self,
        conversation: &mut DurableConversation,
    ) -> Result<(), StoreError> {
        let mut names = Vec::new();
        for account in conversation.conversation().accounts().into_iter().flatten() {
            let name = self.heed_loss(self.account_store()?.account_name(account).await)?;
            names.push((account, name));
        }
        let find = |account| names.iter().find(|(known, _)| *known == account)?.1.clone();
        conversation.name_accounts(find);
        Ok(())
    }

    /// Has all games forget the name of an account that has been deleted.
    pub(crate) fn forget_account(&self, account: AccountId) {
        self.forget_account_here(account);
        if let Some(cluster) = &self.cluster {
            cluster.tell_deleted(account);
        }
    }

    /// Does the same for the games of this server.
    pub(crate) fn forget_account_here(&self, account: AccountId) {
        for entry in self.rooms().open.values() {
            // A room that has ended tells nobody.
            let _ = entry.messages.send(RoomMessage::AccountDeleted(account));
        }
    }

    /// Ends the connections of browsers that are signed in no more; they come again as nobody's.
    pub(crate) fn end_connections(&self, account: AccountId, which: WhichTokens) {
        self.end_connections_here(account, which);
        if let Some(cluster) = &self.cluster {
            cluster.tell_signed_out(account, which);
        }
    }

    /// Does the same at this server.
    pub(crate) fn end_connections_here(&self, account: AccountId, which: WhichTokens) {
        for entry in self.rooms().open.values() {
            // A room that has ended has no connections.
            let _ = entry.messages.send(RoomMessage::SignedOut(account, which));
        }
    }

    /// Has everybody who is signed in come again, and asks anew for the names of those who play: another server may have said something
    /// about them that was lost.
    pub(crate) fn recheck_accounts(&self) {
        for entry in self.rooms().open.values() {
            // A room that has ended has no connections.
            let _ = entry.messages.send(RoomMessage::RecheckAccounts);
        }
    }
}
