//! Clients that stay informed by events see the same as a client that has just connected: both are compared after every command.

use std::collections::BTreeMap;

use beaufort_rules::Scope;
use beaufort_session::command::{ClockRule, Command, SeatKey};
use beaufort_session::event::Event;
use beaufort_session::view::{NodeView, PositionView, StateView};
use beaufort_session::{ClientId, Conversation, Effects, Recipient};
use fastrand::Rng;

use crate::game::{Game, KEYS, seconds, sit, typed};

/// The events that a client has got.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    state: Option<StateView>,
    nodes: BTreeMap<u32, NodeView>,
    position: Option<PositionView>,
    /// The presence.
    there: Option<[bool; 2]>,
    /// The side that claims something, and whether it is a draw.
    claim: Option<(u8, bool)>,
    /// The data of the seat, by its kind.
    own: BTreeMap<&'static str, Event>,
}

impl Seen {
    fn note(&mut self, event: &Event) {
        match event {
            Event::State { state } => {
                let mut state = (**state).clone();
                // Time passes without a word.
                if let Some(clock) = &mut state.clock {
                    clock.left = [0, 0];
                    clock.vacations.iter_mut().flatten().for_each(|vacation| vacation.left = 0);
                }
                self.state = Some(state);
            }
            Event::Tree { nodes } => self.nodes = nodes.iter().map(|node| (node.id, node.clone())).collect(),
            Event::Node { node } => drop(self.nodes.insert(node.id, node.clone())),
            Event::Position { position } => self.position = Some((**position).clone()),
            Event::Presence { sides, claim, .. } => {
                self.claim = claim.as_ref().map(|claim| (claim.side, claim.draw));
                self.there = Some(sides.map(|side| side.away.is_none()));
            }
            Event::Chat { .. } => drop(self.own.insert("chat", event.clone())),
            Event::Note { .. } => drop(self.own.insert("note", event.clone())),
            Event::Plan { .. } => drop(self.own.insert("plan", event.clone())),
            Event::Mail { .. } => drop(self.own.insert("mail", event.clone())),
            Event::Push { .. } => drop(self.own.insert("push", event.clone())),
            _ => {}
        }
    }
}

/// A game with what each of its clients has been told: 1 and 2 have seats, 3 watches.
struct Watched {
    game: Game,
    seen: [Seen; 3],
}

impl Watched {
    fn new(clock: Option<ClockRule>) -> Watched {
        let mut game = Game::new(clock);
        game.conversation.send_letters([7; 32]);
        let mut watched = Watched { game, seen: Default::default() };
        for client in [1, 2, 3] {
            watched.ask(client, Command::HELLO);
            if client < 3 {
                watched.ask(client, sit(client as usize - 1));
            }
        }
        watched
    }

    fn ask(&mut self, client: ClientId, command: Command) {
        let request = beaufort_session::command::Request { id: 1, key: None, command };
        let effects = self.game.conversation.handle(client, request, self.game.now);
        self.hear(effects);
    }

    fn hear(&mut self, effects: Effects) {
        for envelope in effects.messages {
            for (client, seen) in (1..).zip(&mut self.seen) {
                let is_meant = match envelope.to {
                    Recipient::One(only) => only == client,
                    Recipient::All(_) => true,
                };
                if is_meant {
                    seen.note(&envelope.message.event);
                }
            }
        }
    }

    /// Compares the events that each client has got with those that a new client gets at the same seat.
    fn check(&self, after: &Command) {
        for (client, seen) in (1..).zip(&self.seen) {
            let mut copy = self.game.clone();
            let mut fresh = Seen::default();
            let mut hear = |conversation: &mut Conversation, command| {
                let request = beaufort_session::command::Request { id: 1, key: None, command };
                for envelope in conversation.handle(99, request, self.game.now).messages {
                    if envelope.to == Recipient::One(99) {
                        fresh.note(&envelope.message.event);
                    }
                }
            };
            hear(&mut copy.conversation, Command::HELLO);
            if client < 3 {
                hear(&mut copy.conversation, sit(client as usize - 1));
            }
            assert_eq!(*seen, fresh, "client {client} after {after:?}");
        }
    }
}

/// Returns a command that is as likely as not to be refused.
fn any_command(rng: &mut Rng, game: &Game) -> (ClientId, Command) {
    let session = game.conversation.session().unwrap();
    let node = session.here().index() as u32;
    let side = rng.u8(0..2);
    let accept = rng.bool();
    let text = |rng: &mut Rng, position: &beaufort_rules::Position| {
        let turns = position.turns(Scope::Choices);
        (!turns.is_empty()).then(|| position.turn_text(turns[rng.usize(..turns.len())]).unwrap())
    };
    let key = |rng: &mut Rng| -> SeatKey { format!("a-key-of-128-bits-{:010}", rng.u32(..)).as_str().into() };
    let command = match rng.u8(0..26) {
        0 => Command::OfferDraw { side },
        1 => Command::AnswerDraw { side, accept: accept && rng.u8(0..4) == 0 },
        2 => Command::WithdrawDraw { side },
        3 | 4 => Command::OfferTakeBack { side },
        5 | 6 => Command::AnswerTakeBack { side, accept },
        7 => Command::WithdrawTakeBack { side },
        8 => Command::Vacation { side, on: accept },
        9 => Command::SwitchChat { side, on: accept },
        10 => Command::Chat { text: "Hello".to_owned() },
        11 => Command::Note { text: format!("{}", rng.u8(..)) },
        12 => Command::Mail { address: accept.then(|| "anne@example.org".into()), language: String::new() },
        13 => Command::Claim { side, draw: accept },
        14 if rng.u8(0..8) == 0 => Command::Resign { side },
        15 if rng.u8(0..8) == 0 => Command::Abort { side },
        16 => Command::OfferRematch { side, seat: key(rng) },
        17 => Command::DeclineRematch { side },
        18 => sit(usize::from(side)),
        19..=21 => {
            // A plan for the side that waits.
            let mut ahead = session.position().clone();
            let mut line = Vec::new();
            for _ in 0..2 * rng.usize(1..3) {
                let Some(turn) = text(rng, &ahead) else { break };
                ahead.play_unchecked(ahead.read_turn(&turn).unwrap());
                line.push(turn);
            }
            return (
                2 - session.position().side().index() as ClientId,
                Command::Plan { node, lines: vec![line] },
            );
        }
        _ => {
            let Some(turn) = text(rng, session.position()) else { return (1, Command::Summary) };
            return (1 + session.position().side().index() as ClientId, typed(node, &turn));
        }
    };
    let client = if matches!(command, Command::Sit { .. }) { 1 } else { 1 + ClientId::from(side) };
    (client, command)
}

#[test]
fn what_was_told_is_what_is() {
    let clocks = [
        None,
        Some(ClockRule::Days { days: 3 }),
        Some(ClockRule::PerTurn { time: 600_000 }),
        Some(ClockRule::Fischer { initial: 600_000, increment: 1000 }),
    ];
    let mut rng = Rng::with_seed(44);
    for clock in clocks {
        for _ in 0..6 {
            let mut watched = Watched::new(clock);
            for _ in 0..80 {
                let (client, command) = any_command(&mut rng, &watched.game);
                // A client that changes its seat belongs to another one.
                if let Command::Sit { seat, .. } = &command
                    && *seat != SeatKey::from(KEYS[client as usize - 1])
                {
                    continue;
                }
                watched.ask(client, command.clone());
                watched.check(&command);
                watched.game.now += seconds(rng.u64(0..8));
                let tick = watched.game.conversation.tick(watched.game.now);
                watched.hear(tick);
                watched.check(&command);
            }
        }
    }
}

#[test]
fn a_plan_that_ends_with_a_turn_taken_back_is_told() {
    let mut watched = Watched::new(Some(ClockRule::Days { days: 3 }));
    watched.game.play("e4");
    watched.ask(1, Command::HELLO);
    let plan = Command::Plan { node: 1, lines: vec![vec!["e5".to_owned(), "Nf3".to_owned()]] };
    watched.ask(1, plan);
    assert_ne!(watched.seen[0].own["plan"], Event::Plan { lines: Vec::new() });
    let mut resigned = watched.game.clone();
    watched.ask(1, Command::OfferTakeBack { side: 0 });
    watched.ask(2, Command::AnswerTakeBack { side: 1, accept: true });
    assert_eq!(watched.seen[0].own["plan"], Event::Plan { lines: Vec::new() });
    // Nor is it shown any longer when the game is over.
    let told = resigned.hear(2, Command::Resign { side: 1 });
    assert!(told.contains(&(Recipient::One(1), Event::Plan { lines: Vec::new() })), "{told:?}");
}

#[test]
fn who_comes_and_goes_is_told() {
    let mut watched = Watched::new(None);
    watched.game.play("e4 e5 Nf3");
    for client in [1, 2, 3] {
        watched.ask(client, Command::HELLO);
    }
    let left = watched.game.conversation.leave(2, watched.game.now);
    watched.hear(left);
    assert_eq!((watched.seen[0].there, watched.seen[0].claim), (Some([true, false]), None));
    watched.game.now += seconds(200);
    // It is the turn of who is away.
    watched.ask(1, Command::Claim { side: 0, draw: true });
    assert_eq!((watched.seen[2].there, watched.seen[2].claim), (Some([true, false]), Some((0, true))));
    watched.ask(2, sit(1));
    assert_eq!((watched.seen[2].there, watched.seen[2].claim), (Some([true, true]), None));
}
