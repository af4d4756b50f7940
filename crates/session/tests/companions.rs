//! Companions near a piece in its diagram let it show its effects on other pieces.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::language::ast::{Ability, Mode, Path, Power, Swap};
use beaufort_rules::{Game, PieceType, StepKind, builtin};
use beaufort_session::command::{Command, Placed, Request};
use beaufort_session::event::Event;
use beaufort_session::view::{Companion, Fate, TurnView};
use beaufort_session::{Conversation, Library};

/// A client that asks what pieces can do.
struct Client(Conversation);

impl Client {
    fn ask(&mut self, command: Command) -> Vec<Event> {
        let text = serde_json::to_string(&Request { id: 1, key: None, command }).unwrap();
        let effects = self.0.handle_text(7, &text, Duration::ZERO);
        effects.messages.into_iter().map(|envelope| envelope.message.event).collect()
    }

    /// Returns the turns of a first player's piece in the middle of the board, among its companions.
    fn turns(&mut self, game: &Arc<Game>, kind: PieceType) -> Vec<TurnView> {
        let events = self.ask(Command::Game { game: game.definition().id.clone() });
        let Some(Event::Game { game: view }) = events.first() else { panic!("{events:?}") };
        let (files, ranks) = (i16::from(game.size().files()), i16::from(game.size().ranks()));
        let (file, rank) = ((files - 1) / 2, (ranks - 1) / 2);
        let square = |file: i16, rank: i16| u8::try_from(rank * files + file).unwrap();
        let code = |kind: PieceType, side: u16| 2 * (u16::from(kind.byte()) + 1) + side;
        let royal = game.types().find(|&kind| game.is_royal(kind)).unwrap();
        let other =
            game.definition().array.iter().map(|at| at.piece).find(|&kind| !game.is_royal(kind)).unwrap();
        let mut pieces = vec![Placed { square: square(file, rank), piece: code(kind, 0), other: None }];
        for companion in &view.types[kind.index()].companions {
            let at = (file + i16::from(companion.files), rank + i16::from(companion.ranks));
            if !(0..files).contains(&at.0) || !(0..ranks).contains(&at.1) {
                continue;
            }
            let piece = match companion.who {
                Companion::Royal => code(royal, 0),
                Companion::Friend => code(other, 0),
                Companion::Enemy => code(other, 1),
            };
            pieces.push(Placed { square: square(at.0, at.1), piece, other: None });
        }
        let game = game.definition().id.clone();
        let events = self.ask(Command::Explore { game, pieces, square: square(file, rank), skip: 0 });
        let Some(Event::Explored { turns, .. }) = events.into_iter().next() else { panic!("{kind:?}") };
        turns
    }
}

/// The kinds of steps that an ability makes with others alone.
fn kinds_of(ability: &Ability) -> BTreeSet<&'static str> {
    let name = |power: &Power| match power {
        Power::Igui(_) => Some("igui"),
        Power::Strike(_) | Power::HopCapture(_) => Some("strike"),
        Power::Sweep(_) => Some("sweep"),
        Power::LongLeap(_) => Some("longLeap"),
        Power::Convert(_) => Some("convert"),
        Power::Swap(Swap::Enemies { .. }) => Some("swapEnemy"),
        Power::Swap(_) => Some("swap"),
        Power::Pull(_) => Some("pull"),
        Power::Push(_) => Some("push"),
        Power::Shove(_) => Some("shove"),
        _ => None,
    };
    ability.powers.iter().filter_map(name).collect()
}

fn kind_name(kind: StepKind) -> String {
    let debug = format!("{kind:?}");
    let (first, rest) = debug.split_at(1);
    first.to_lowercase() + rest
}

#[test]
fn every_piece_shows_in_its_diagram_what_it_does_to_others() {
    let library = Library::new();
    let mut client = Client(Conversation::new(&library, 1));
    client.ask(Command::HELLO);
    for game in ["scirocco", "typhoon", "jupiter", "larger-board"].into_iter().filter_map(builtin::game) {
        for kind in game.types() {
            let piece = game.piece(kind);
            if piece.ability.powers.iter().any(|power| matches!(power, Power::Twofold(_) | Power::Explode(_)))
            {
                continue;
            }
            let turns = client.turns(&game, kind);
            let steps = || turns.iter().flat_map(|turn| &turn.steps);
            let made: BTreeSet<String> = steps().map(|step| kind_name(step.kind)).collect();
            let name = &piece.name;
            for wanted in kinds_of(&piece.ability) {
                assert!(made.contains(wanted), "the {name} shows no {wanted}, only {made:?}");
            }
            let mut travels = piece.ability.travels.iter();
            let captures = travels.any(|travel| {
                let is_plain = matches!(travel.path, Path::Leap(_) | Path::Ride(_) | Path::Over { .. });
                is_plain && travel.mode == Mode::Capturing
            });
            let takes = steps().any(|step| step.changes.iter().any(|change| change.fate == Fate::Captured));
            assert!(!captures || takes, "the {name} takes nothing");
        }
    }
}
