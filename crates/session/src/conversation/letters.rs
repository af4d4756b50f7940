//! Letters to players elsewhere: a reminder that it is their turn, sent to an address that they have left and confirmed, or as a push
//! message to a browser that they want to be notified.
//!
//! Letters follow from changes of the conversation. Its owner saves them together with the change and sends them later; where no
//! letters can be sent, addresses are refused.

use std::time::Duration;

use beaufort_rules::Side;
use beaufort_rules::phrase;

use super::Conversation;
use super::handler::Handler;
use super::mailboxes::{Browser, Mailbox, Mailboxes};
use super::refusal::{Refusal, not_now, refusal};
use crate::event::ProblemCode;
use crate::mail_address::MailAddress;
use crate::push_subscription::{PushKeys, PushSubscription, PushTerms};
use crate::seat_key::{KeyHash, SeatKey};
use crate::view::{SideIndex, side_index};

/// The longest language tag (BCP 47 wants programs to bear that many).
const MAX_LANGUAGE_BYTES: usize = 35;
/// The most letters that ask a seat to confirm an address.
const MAX_CONFIRMATIONS: u8 = 3;
/// How long a letter waits to a player who was there when the turn came: who plays meanwhile gets none, and who had gone without a
/// word, or has a page open somewhere and does not see it, gets it then.
const PRESENT_DELAY: Duration = Duration::from_secs(3600);

/// The change of the letters that wait to be sent to a player in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// The player's side.
    pub side: SideIndex,
    /// The way in which they are sent.
    pub way: Way,
    /// The letters that wait from now on, in place of others that would go the same way.
    pub letters: Vec<Letter>,
    /// An address that gets no letters any more, from any session.
    pub stops: Option<MailAddress>,
}

/// A way in which letters are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By mail.
    Mail,
    /// By a push message, which a browser shows as a notification.
    Push,
}

/// A letter to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its subject.
    pub kind: LetterKind,
    /// To whom it goes.
    pub to: Destination,
    /// The name of the game.
    pub game: String,
    /// The name of the other player; empty if there is none.
    pub opponent: String,
    /// How long it waits at least before it is sent.
    pub delay: Duration,
    /// The language that the player asked for, as a BCP 47 tag; empty for English.
    pub language: String,
}

/// To whom a letter goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To an address.
    Mail {
        /// The address.
        address: MailAddress,
        /// The key to the links of the letter.
        token: SeatKey,
    },
    /// To a browser.
    Push(PushSubscription),
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

    /// Accepts browsers of players that are to be notified, since push messages can be sent.
    pub fn send_pushes(&mut self, terms: PushTerms) {
        self.push_terms = Some(terms);
    }

    /// Returns what becomes of the letters to the players with a change.
    pub(crate) fn post_since(&self, before: &Conversation) -> Vec<Post> {
        let post = |side| {
            let turn = self.turn_since(before, side);
            [self.mail_since(before, side, turn), self.pushes_since(before, side, turn)]
        };
        Side::BOTH.into_iter().flat_map(post).flatten().collect()
    }

    /// Returns what a change has made of a side's turn.
    fn turn_since(&self, before: &Conversation, side: Side) -> TurnChange {
        let waits = |conversation: &Conversation| {
            let table = conversation.table.as_deref()?;
            Some((table.awaited()?, table.session.main_end()))
        };
        let (waited, waits) = (waits(before), waits(self));
        match waits.is_some_and(|(awaited, _)| awaited == side) {
            _ if waits == waited => TurnChange::None,
            true if self.presence.is_there(side) => TurnChange::Begins(PRESENT_DELAY),
            true => TurnChange::Begins(Duration::ZERO),
            false => TurnChange::Ends,
        }
    }

    /// Returns the letter to a player about a change.
    fn letter(
        &self,
        side: Side,
        kind: LetterKind,
        to: Destination,
        delay: Duration,
        language: &str,
    ) -> Letter {
        let table = self.table.as_deref();
        let game = table.map_or("", |table| &table.session.game().definition().name).to_owned();
        let opponent = table.and_then(|table| table.seats.as_ref()?.name(side.other())).unwrap_or_default();
        Letter { kind, to, game, opponent, delay, language: language.to_owned() }
    }

    fn mail_since(&self, before: &Conversation, side: Side, turn: TurnChange) -> Option<Post> {
        let known = before.mailboxes().and_then(|mailboxes| mailboxes.of[side.index()].as_ref());
        let mailbox = self.mailboxes().and_then(|mailboxes| mailboxes.of[side.index()].as_ref());
        let letter = |mailbox: &Mailbox, kind, delay| {
            let Mailbox { address, token, language, .. } = mailbox.clone();
            self.letter(side, kind, Destination::Mail { address, token }, delay, &language)
        };
        let letters = match (known, mailbox) {
            (None, None) => return None,
            (_, Some(new)) if !new.is_confirmed => {
                if known.is_some_and(|known| known.token == new.token) {
                    return None;
                }
                vec![letter(new, LetterKind::Confirm, Duration::ZERO)]
            }
            (Some(_), Some(mailbox)) => match turn {
                TurnChange::Begins(delay) => vec![letter(mailbox, LetterKind::Turn, delay)],
                TurnChange::None => return None,
                TurnChange::Ends => Vec::new(),
            },
            // The address is forgotten.
            _ => Vec::new(),
        };
        Some(Post { side: side_index(side), way: Way::Mail, letters, stops: None })
    }

    fn pushes_since(&self, before: &Conversation, side: Side, turn: TurnChange) -> Option<Post> {
        let browsers = |conversation: &Conversation| {
            let browsers = conversation.mailboxes().map(|mailboxes| mailboxes.browsers[side.index()].clone());
            browsers.unwrap_or_default()
        };
        let (known, browsers) = (browsers(before), browsers(self));
        let letter = |Browser { subscription, language }: &Browser, delay| {
            self.letter(side, LetterKind::Turn, Destination::Push(subscription.clone()), delay, language)
        };
        let letters = match turn {
            _ if known.is_empty() && browsers.is_empty() => return None,
            TurnChange::Begins(delay) => browsers.iter().map(|browser| letter(browser, delay)).collect(),
            TurnChange::None if known == browsers => return None,
            // A player who changes the browsers is there, and sees the turn.
            TurnChange::None | TurnChange::Ends => Vec::new(),
        };
        Some(Post { side: side_index(side), way: Way::Push, letters, stops: None })
    }

    fn mailboxes(&self) -> Option<&Mailboxes> {
        self.table.as_deref()?.mailboxes()
    }
}

/// The effect of a change on a side's turn. It alone decides when a player is notified, in whichever way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnChange {
    /// It begins, and the player is notified after this time.
    Begins(Duration),
    /// It begins or ends no more than before.
    None,
    /// It has ended, or the other side's begins.
    Ends,
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
                self.expect_to_go_on(&language)?;
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

    /// Stops notifying a browser: knowing its address suffices for that.
    pub(super) fn stop_push(&mut self, endpoint: &str) -> Result<(), Refusal> {
        if !self.seats()?.mailboxes.knows(endpoint) {
            return Ok(());
        }
        self.seats_mut()?.mailboxes.remove(endpoint);
        self.note_change()
    }

    /// Notifies a browser of the requester from now on.
    pub(super) fn push(&mut self, endpoint: String, keys: PushKeys, language: String) -> Result<(), Refusal> {
        let side = self.expect_seat()?;
        let Some(terms) = self.conversation.push_terms.clone() else {
            return Err(not_now(phrase!("this server sends no push messages")));
        };
        let subscription = PushSubscription { endpoint, keys };
        if !subscription.is_fit(terms.schemes()) {
            let message = phrase!("this is no subscription to push messages");
            return Err(refusal(ProblemCode::Malformed, message, "endpoint"));
        }
        self.expect_to_go_on(&language)?;
        self.seats_mut()?.mailboxes.add(side, Browser { subscription, language });
        self.note_change()
    }

    /// Expects that letters in a language may still be asked for.
    fn expect_to_go_on(&self, language: &str) -> Result<(), Refusal> {
        if !is_language_tag(language) {
            return Err(refusal(ProblemCode::Malformed, phrase!("this is no language tag"), "language"));
        }
        if self.table()?.awaited().is_none() {
            return Err(not_now(phrase!("the game does not go on")));
        }
        Ok(())
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
