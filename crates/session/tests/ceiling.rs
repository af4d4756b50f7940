//! A ceiling for every command: none is more work than it may be, nor told in more bytes, on the densest positions that are known of each
//! game. The table is printed: `cargo test --release -p beaufort-session --test ceiling -- --nocapture`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "the table is printed")]

mod examples;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use beaufort_rules::{Position, Scope, Turn, own_id};
use beaufort_session::command::{Command, Request};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::{ClientId, Conversation, Library, Weight};
use examples::{commands, page};
use serde_json::{Value, json};

const NOW: Duration = Duration::ZERO;
/// The most turns that have to be looked at for a command that has no bound of its own.
const MAX_TURNS: usize = 1_500_000;
/// The largest answer to a command, in bytes.
const MAX_BYTES: usize = 2 * 1024 * 1024;
/// Those that count what they do and stop, whatever they would have to look at.
const COUNTING: [&str; 4] = ["foresee", "overlay", "plan", "start"];

/// The densest positions that are known, by their games; each was found by a search for turns of one side.
const POSITIONS: &str = include_str!("dense.tsv");

/// Returns the types of commands that the client knows: all of [`Command`].
fn types() -> BTreeSet<String> {
    let text = page("web/src/protocol/protocol.ts");
    let start = text.find("export type Command = ").unwrap();
    let declaration = &text[start..start + text[start..].find(";\n\n").unwrap()];
    let types = declaration.split("{ \"type\": \"").skip(1);
    types.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// The dense positions of each game; one that has none listed is filled with its most mobile piece on every second square.
fn positions(library: &Arc<Library>) -> Vec<(String, String)> {
    let mut known: Vec<(String, String)> = POSITIONS
        .lines()
        .map(|line| line.split_once('\t').unwrap())
        .map(|(game, text)| (game.to_owned(), text.to_owned()))
        .collect();
    for id in library.ids() {
        if !known.iter().any(|(game, _)| game == id) {
            known.push((id.to_owned(), Position::initial(&library.game(id).unwrap()).to_string()));
        }
    }
    known
}

/// A game from a dense position: alone, or with seats of which client 1 has the one that is to move.
fn table(library: &Arc<Library>, game: &str, position: &str, has_seats: bool) -> Option<Conversation> {
    let mut conversation = Conversation::new(library, 1);
    let from = json!({ "type": "position", "text": position });
    tell(&mut conversation, 1, json!({ "type": "start", "game": game, "from": from })).ok()?;
    if has_seats {
        let side = Position::parse(&library.game(game).unwrap(), position).unwrap().side().index();
        let seats = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
        let invitation = "an-invitation-of-128-bits";
        let invite = json!({ "type": "invite", "side": side, "seat": seats[0], "invitation": invitation });
        tell(&mut conversation, 1, invite).ok()?;
        tell(&mut conversation, 2, json!({ "type": "sit", "seat": seats[1], "invitation": invitation }))
            .ok()?;
    }
    Some(conversation)
}

/// Gives a command. Returns the size of the answer in bytes, or the reason of its refusal.
fn tell(conversation: &mut Conversation, client: ClientId, command: Value) -> Result<usize, ProblemCode> {
    let request = Request { id: 1, key: None, command: serde_json::from_value(command).unwrap() };
    let effects = conversation.handle(client, request, NOW);
    match effects.messages.last().map(|envelope| &envelope.message.event) {
        Some(Event::Error { error }) => Err(error.code),
        _ => {
            let size = |event: &Event| serde_json::to_string(event).unwrap().len();
            Ok(effects.messages.iter().map(|envelope| size(&envelope.message.event)).sum())
        }
    }
}

/// The commands tried on a position.
struct Subject {
    game: String,
    position: Position,
    /// Some of its turns, and their texts.
    turns: Vec<Turn>,
    texts: Vec<String>,
}

impl Subject {
    fn new(game: &str, position: Position) -> Subject {
        assert_eq!(position.verdict(), None, "{game}: the game goes on: {position}");
        let all = position.turns(Scope::Choices);
        let turns: Vec<Turn> = all.iter().step_by((all.len() / 30).max(1)).take(30).copied().collect();
        let texts = turns.iter().map(|&turn| position.turn_text(turn).unwrap()).collect();
        Subject { game: game.to_owned(), position, turns, texts }
    }

    /// Returns lines of conditional turns, as many as there may be.
    fn lines(&self) -> Vec<[String; 2]> {
        let answered = |(&turn, first): (&Turn, &String)| {
            let mut after = self.position.clone();
            after.play_unchecked(turn);
            Some([first.clone(), after.turn_text(*after.turns(Scope::Choices).first()?)?])
        };
        self.turns.iter().zip(&self.texts).filter_map(answered).take(20).collect()
    }

    /// Returns a record in which all these turns are tried.
    fn record(&self) -> String {
        let Subject { game, position, texts, .. } = self;
        let others: String = texts[1..].iter().map(|text| format!(" (1. {text})")).collect();
        format!("[Variant \"{game}\"]\n[Position \"{position}\"]\n\n1. {}{others} *\n", texts[0])
    }
}

/// Returns a command as it is given on a position: about this game, this place and a turn that there is.
fn adapt(mut command: Value, subject: &Subject) -> Value {
    let Subject { game, position, turns, texts } = subject;
    let (turn, text) = (turns[0], &texts[0]);
    let fields = command.as_object_mut().unwrap();
    for (field, value) in
        [("game", json!(game)), ("node", json!(0)), ("side", json!(position.side().index()))]
    {
        if let Some(given) = fields.get_mut(field) {
            *given = value;
        }
    }
    let pieces: Vec<Value> = position
        .board()
        .pieces()
        .filter(|(_, piece)| piece.other_part().is_none())
        .map(|(square, piece)| {
            let kind = usize::from(piece.kind().unwrap().byte());
            json!({ "square": square.byte(), "piece": 2 * (kind + 1) + piece.side().index() })
        })
        .collect();
    match fields["type"].as_str().unwrap() {
        "play" => fields.insert("turn".to_owned(), json!({ "type": "typed", "text": text })),
        "foresee" | "judge" => fields.insert("turn".to_owned(), json!(text)),
        "plan" => fields.insert("lines".to_owned(), json!(subject.lines())),
        "takeBack" | "redo" => fields.insert("turns".to_owned(), json!(u32::MAX)),
        "start" => fields.insert("from".to_owned(), json!({ "type": "record", "text": subject.record() })),
        "explore" => {
            let mover = turn.first.from.byte();
            fields.insert("square".to_owned(), json!(mover));
            fields.insert("pieces".to_owned(), json!(pieces))
        }
        "attackers" => {
            let mover = turn.first.from.byte();
            fields.insert("square".to_owned(), json!(mover));
            let has_pieces = fields.contains_key("pieces");
            has_pieces.then(|| fields.insert("pieces".to_owned(), json!(pieces))).flatten()
        }
        "line" => fields.insert("turns".to_owned(), json!([text])),
        "check" => {
            fields.insert("arrangement".to_owned(), json!({ "type": "text", "text": position.to_string() }))
        }
        _ => None,
    };
    command
}

#[test]
fn every_command_has_a_ceiling_on_dense_positions() {
    try_all(50_000);
}

#[test]
#[ignore = "takes minutes"]
fn every_command_has_a_ceiling_on_the_densest_positions() {
    try_all(usize::MAX);
}

/// Gives every command on each dense position that has not more turns than this.
fn try_all(most: usize) {
    let library = Library::new();
    let examples = commands();
    assert_eq!(examples.keys().cloned().collect::<BTreeSet<_>>(), types(), "every command is tried");
    println!("{:14} {:16} {:>10} {:>10} {:>9}  answer", "game", "command", "turns", "bytes", "ms");
    for (game, text) in positions(&library) {
        let position = Position::parse(&library.game(&game).unwrap(), &text).unwrap();
        let choices = position.count_turns(Scope::Choices) as usize;
        if choices > most {
            continue;
        }
        let subject = Subject::new(&game, position);
        println!("{game}: {choices} turns");
        let tables: Vec<Conversation> = [false, true]
            .into_iter()
            .filter_map(|has_seats| table(&library, &game, &text, has_seats))
            .collect();
        assert_eq!(tables.len(), 2, "{game}");
        for (name, example) in &examples {
            let command = adapt(example.clone(), &subject);
            let parsed: Command = serde_json::from_value(command.clone()).unwrap();
            for (table, client) in [(&tables[0], 1), (&tables[1], 1), (&tables[1], 2)] {
                let mut table = table.clone();
                let turns = table.turns_looked_at(&parsed);
                let begun = Instant::now();
                let told = tell(&mut table, client, command.clone());
                let ms = begun.elapsed().as_secs_f64() * 1000.0;
                // Without the right to it, a command costs next to nothing.
                if matches!(told, Err(ProblemCode::Forbidden | ProblemCode::NotNow)) {
                    continue;
                }
                let answer = told.map_or_else(|code| format!("{code:?}"), |_| "done".to_owned());
                let bytes = told.unwrap_or_default();
                println!("{game:14} {name:16} {turns:>10} {bytes:>10} {ms:>9.1}  {answer}");
                assert!(bytes <= MAX_BYTES, "{name} tells {bytes} bytes");
                if told != Err(ProblemCode::TooHard) && !COUNTING.contains(&name.as_str()) {
                    assert!(turns <= MAX_TURNS, "{name} looks at {turns} turns");
                }
                if turns > 10_000 {
                    assert_ne!(
                        table.weight(&parsed),
                        Weight::Light,
                        "{name} is no work for the players' threads"
                    );
                }
            }
        }
    }
}

/// The first position of a game of one's own may have as many turns as is allowed.
#[test]
fn a_game_of_ones_own_is_begun_where_work_is_done() {
    let conversation = Conversation::new(&Library::new(), 1);
    for (game, is_light) in [("jupiter".to_owned(), true), (own_id("id = \"mine\""), false)] {
        let start: Command = serde_json::from_value(json!({ "type": "start", "game": game })).unwrap();
        assert_eq!(conversation.weight(&start) == Weight::Light, is_light, "{game}");
    }
}

/// A record of a dense position with many variations, one without its game too, is given up before it is read.
#[test]
fn a_record_of_a_dense_position_is_too_hard() {
    let library = Library::new();
    let dense = POSITIONS.lines().filter_map(|line| line.strip_prefix("jupiter\t")).next_back().unwrap();
    let position = Position::parse(&library.game("jupiter").unwrap(), dense).unwrap();
    let subject = Subject::new("jupiter", position);
    let mut record = adapt(json!({ "type": "start", "from": {} }), &subject);
    let mut conversation = Conversation::new(&library, 1);
    assert_eq!(tell(&mut conversation, 1, record.clone()), Err(ProblemCode::TooHard));
    let text = record["from"]["text"].as_str().unwrap().replace("[Variant \"jupiter\"]\n", "");
    record["from"] = json!({ "type": "text", "text": text });
    assert!(tell(&mut conversation, 1, record).is_err());
}
