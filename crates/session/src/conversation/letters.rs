//! Letters to players elsewhere: a reminder that it is their turn, sent to an address that they have left and confirmed.
//!
//! Letters follow from changes of the conversation. Its owner saves them together with the change and sends them later; where no
//! letters can be sent, addresses are refused.

use std::time::Duration;

use beaufort_rules::Side;
use beaufort_rules::phrase;

use super::Conversation;
use super::handler::Handler;
use super::mailboxes::Mailbox;
use super::refusal::{Refusal, not_now, refusal};
use crate::event::ProblemCode;
use crate::mail_address::MailAddress;
use crate::seat_key::{KeyHash, SeatKey};
use crate::view::{SideIndex, side_index};

/// The longest language tag (BCP 47 wants programs to bear that many).
const MAX_LANGUAGE_BYTES: usize = 35;
/// The most letters that ask a seat to confirm an address.
const MAX_CONFIRMATIONS: u8 = 3;
/// How long a letter waits to a player who was there when the turn came: who plays meanwhile gets none, and who had gone without a
/// word, or has a page open somewhere and does not see it, gets it then.
const PRESENT_DELAY: Duration = Duration::from_secs(3600);

/// The change of the letter that waits to be sent to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// The player's side.
    pub side: SideIndex,
    /// The letter that waits from now on, in place of another; `None` if none does.
    pub letter: Option<Letter>,
    /// An address that gets no letters any more, from any session.
    pub stops: Option<MailAddress>,
}

/// A letter to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its subject.
    pub kind: LetterKind,
    /// To whom it goes.
    pub address: MailAddress,
    /// The key to its links.
    pub token: SeatKey,
    /// The name of the game.
    pub game: String,
    /// How long it waits at least before it is sent.
    pub delay: Duration,
    /// The language that the player asked for, as a BCP 47 tag; empty for English.
    pub language: String,
}

/// The subject of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterKind {
    /// The address is to be confirmed.
    Confirm,
    /// It is the player's turn.
    Turn,
}

/// Returns whether a text may be a language tag, or is empty.
fn is_language_tag(text: &str) -> bool {
    text.len() <= MAX_LANGUAGE_BYTES && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl Conversation {
    /// Accepts addresses of players, since letters can be sent. The keys in their links are derived from the secret.
    pub fn send_letters(&mut self, secret: [u8; 32]) {
        self.mail_secret = Some(secret);
    }

    /// Returns what becomes of the letters to the players with a change.
    pub(crate) fn post_since(&self, before: &Conversation) -> Vec<Post> {
        let of = |conversation: &Conversation, side: Side| {
            conversation.table.as_deref()?.mailboxes()?.of[side.index()].clone()
        };
        let waits = |conversation: &Conversation| {
            let table = conversation.table.as_deref()?;
            Some((table.awaited()?, table.session.main_end()))
        };
        let (waited, waits) = (waits(before), waits(self));
        let post = |side: Side| {
            let (known, mailbox) = (of(before, side), of(self, side));
            let letter = |kind, delay| {
                let Mailbox { address, token, language, .. } = mailbox.clone()?;
                let game = self.table.as_deref()?.session.game().definition().name.clone();
                Some(Letter { kind, address, token, game, delay, language })
            };
            let has_turn = waits.is_some_and(|(awaited, _)| awaited == side);
            let letter = match (&known, &mailbox) {
                (None, None) => return None,
                (_, Some(new)) if !new.is_confirmed => {
                    let is_new = known.is_none_or(|known| known.token != new.token);
                    let letter = || letter(LetterKind::Confirm, Duration::ZERO);
                    return is_new.then(|| Post { side: side_index(side), letter: letter(), stops: None });
                }
                (Some(_), Some(_)) if has_turn && waits != waited => {
                    let is_there = self.presence.is_there(side);
                    letter(LetterKind::Turn, if is_there { PRESENT_DELAY } else { Duration::ZERO })
                }
                (Some(_), Some(_)) if has_turn || waits == waited => return None,
                // The address is forgotten, or the turn has been played.
                _ => None,
            };
            Some(Post { side: side_index(side), letter, stops: None })
        };
        Side::BOTH.into_iter().filter_map(post).collect()
    }
}

impl Handler<'_> {
    /// Keeps the address of the requester in place of another one, or none.
    pub(super) fn mail(&mut self, address: Option<MailAddress>, language: String) -> Result<(), Refusal> {
        let side = self.expect_seat()?;
        let Some(secret) = self.conversation.mail_secret else {
            return Err(not_now(phrase!("this server sends no letters")));
        };
        let mailbox = match address {
            None => None,
            Some(address) => {
                if !address.is_fit() {
                    return Err(refusal(
                        ProblemCode::Malformed,
                        phrase!("this is no mail address"),
                        "address",
                    ));
                }
                if !is_language_tag(&language) {
                    return Err(refusal(
                        ProblemCode::Malformed,
                        phrase!("this is no language tag"),
                        "language",
                    ));
                }
                if self.table()?.awaited().is_none() {
                    return Err(not_now(phrase!("the game does not go on")));
                }
                Some(address)
            }
        };
        let key = self.seats()?.key(side);
        let mailboxes = &mut self.seats_mut()?.mailboxes;
        let asked = &mut mailboxes.asked[side.index()];
        if mailbox.is_some() {
            if *asked >= MAX_CONFIRMATIONS {
                let message = phrase!("too many addresses have been left at this seat");
                return Err(refusal(ProblemCode::TooMany, message, "address"));
            }
            *asked += 1;
        }
        let token = SeatKey::of_letter(secret, key, *asked);
        mailboxes.of[side.index()] =
            mailbox.map(|address| Mailbox { address, token, is_confirmed: false, language });
        self.note_change()
    }

    /// Confirms the address to which a letter with this key was sent, or forgets it.
    pub(super) fn answer_letter(&mut self, token: &SeatKey, wanted: bool) -> Result<(), Refusal> {
        let gone = || {
            refusal(ProblemCode::Unknown, phrase!("the link of the letter does not hold any more"), "token")
        };
        let known = |mailbox: &Option<Mailbox>| {
            let key = mailbox.as_ref().and_then(|mailbox| mailbox.token.hash());
            key.zip(token.hash()).is_some_and(|(key, token): (KeyHash, KeyHash)| key.matches(token))
        };
        let mailboxes = self.seats().map(|seats| &seats.mailboxes.of).map_err(|_| gone())?;
        let side = Side::BOTH.into_iter().find(|side| known(&mailboxes[side.index()])).ok_or_else(gone)?;
        let mailbox = &mut self.seats_mut()?.mailboxes.of[side.index()];
        match mailbox {
            Some(mailbox) if wanted => mailbox.is_confirmed = true,
            _ => {
                // A confirmed address is unsubscribed from this game alone; an unconfirmed one, which its reader never entered,
                // is blocked.
                let unasked = mailbox.take().filter(|mailbox| !mailbox.is_confirmed);
                self.effects.stopped = unasked.map(|mailbox| mailbox.address);
            }
        }
        self.note_change()
    }
}
