//! A way of sending letters.

use async_trait::async_trait;
use beaufort_session::Way;

use crate::store::WaitingLetter;

/// Sends letters one way.
#[async_trait]
pub(crate) trait Carrier: Send + Sync {
    /// Returns the way of its letters.
    fn way(&self) -> Way;

    /// Returns how many letters it sends at the same time.
    fn at_once(&self) -> usize;

    /// Sends a letter.
    async fn carry(&self, letter: &WaitingLetter) -> Carried;
}

/// The fate of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carried {
    /// It has been sent.
    Sent,
    /// It could not be sent; another attempt may succeed.
    Failed,
    /// It could not be sent, and another attempt is of no use.
    Refused,
    /// Its address is none any more.
    Gone,
}
