//! Trials and tunings: quick games of the engine against itself, which tell the author of a game how it is and what its pieces are worth.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::Evaluation;
use beaufort_rules::own_id;
use beaufort_session::command::{Command, Request, Start};
use beaufort_session::event::Event;
use beaufort_session::trial::Trial;
use beaufort_session::view::{TrialView, TuningView};
use beaufort_session::{Conversation, Effects, Job, JobCommand, JobReport, JobRunner, Library, Signal};

const NOW: Duration = Duration::ZERO;

/// A small game in which the first side has all that moves far, and the Stone never moves.
const UNFAIR: &str = r#"
id = "unfair"
name = "Unfair"
author = "Nobody"
year = 2026
[board]
files = 6
ranks = 6
[array]
symmetry = "none"
ranks = """
  (K) (S) .   .   .   .
  .   .   .   .   .   .
  .   .   .   .   .   .
  .   .   .   .   .   .
  .   .   .   .   .   .
  [K] .   .   .   [Q] [Q]
"""
[piece.King]
id = "K"
ability = "W + F; royal"
[piece.Queen]
id = "Q"
ability = "Q"
[piece.Stone]
id = "S"
ability = "(15,15) leaper + pass"
"#;

/// A game whose worths are wrong: the Rook is worth a ninth of a Knight.
const WRONG: &str = r#"
id = "wrong"
name = "Wrong"
author = "Nobody"
year = 2026
pieces = ["King", "Rook", "Knight", "Pawn"]
[board]
files = 6
ranks = 6
promotion-zone = 1
promotion = "must"
[array]
symmetry = "mirror"
ranks = """
  P P P P P P
  R N K N N R
"""
[promotions]
Pawn = "Knight"
[ending]
check = "does not bind"
quiet-moves = { draw = 60, but = ["Pawn"] }
[piece.Pawn]
ability = "forward W (moving) + forward F (capturing)"
description = "Steps straight ahead and captures diagonally ahead."
[piece.Rook]
worth = 100
[piece.Knight]
worth = 900
"#;

/// A conversation with one client, whose engine works when it is asked.
struct Table {
    conversation: Conversation,
    runner: JobRunner,
    jobs: Vec<Job>,
    trials: Vec<TrialView>,
    tunings: Vec<TuningView>,
}

impl Table {
    fn new() -> Table {
        let library = Library::new();
        let conversation = Conversation::new(&library, 1);
        Table {
            conversation,
            runner: JobRunner::new(&Library::new(), 1),
            jobs: Vec::new(),
            trials: Vec::new(),
            tunings: Vec::new(),
        }
    }

    /// Gives a command, and returns how it was answered.
    fn ask(&mut self, command: Command) -> Event {
        let text = serde_json::to_string(&Request { id: 1, key: None, command }).unwrap();
        let effects = self.conversation.handle_text(7, &text, NOW);
        self.take(effects).unwrap()
    }

    /// Takes the jobs and reports of some effects, and returns their last event.
    fn take(&mut self, effects: Effects) -> Option<Event> {
        for command in effects.job_commands {
            match command {
                JobCommand::Start(job) => self.jobs.push(job),
                JobCommand::Cancel(id) => self.jobs.retain(|job| job.id != id),
                JobCommand::Finish(_) => {}
            }
        }
        let mut last = None;
        for envelope in effects.messages {
            if let Event::Trial { trial } = &envelope.message.event {
                self.trials.push((**trial).clone());
            }
            if let Event::Tuning { tuning } = &envelope.message.event {
                self.tunings.push((**tuning).clone());
            }
            last = Some(envelope.message.event);
        }
        last
    }

    /// Runs the engine's waiting jobs, at most this number.
    fn work(&mut self, most: usize) {
        for _ in 0..most {
            let Some(job) = self.jobs.pop() else { return };
            // It may be in another program.
            let job: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
            let report = self.runner.run(&job, &Signal::default(), |_| {});
            let report: JobReport = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
            let effects = self.conversation.handle_report(job.id, report, NOW);
            self.take(effects);
        }
    }

    fn read(&mut self, text: &str) -> String {
        assert_eq!(self.ask(Command::ReadGame { text: text.to_owned() }), Event::Done);
        own_id(text)
    }
}

#[test]
fn it_tells_what_an_author_would_change_first() {
    let mut table = Table::new();
    let game = table.read(UNFAIR);
    assert_eq!(table.ask(Command::Trial { game: game.clone(), games: 30 }), Event::Done);
    table.work(usize::MAX);
    let counts: Vec<u32> = table.trials.iter().map(|trial| trial.games).collect();
    assert_eq!(counts, (1..=30).collect::<Vec<_>>());
    let last = table.trials.last().unwrap();
    assert!(
        last.over && table.trials.iter().rev().skip(1).all(|trial| !trial.over && trial.advice.is_none())
    );
    assert_eq!((last.game.as_str(), last.wanted), (game.as_str(), 30));
    assert_eq!(last.wins.iter().sum::<u32>() + last.draws + last.unfinished, 30);
    assert!(last.wins[0] > 25, "two Queens against none: {last:?}");
    assert_eq!(last.ends.iter().map(|end| end.games).sum::<u32>(), 30 - last.unfinished);
    let [low, share, high] = last.share;
    assert!(low <= share && share <= high && low > 55, "{last:?}");
    let advice = last.advice.as_ref().unwrap().to_string();
    // Games in which two Queens chase a bare King are short: that is reported first, or else the advantage.
    assert!(advice.contains("turns") || advice.contains("of 100 points"), "{advice}");
    let warnings: Vec<String> = last.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["The Stone can never move."]);
    assert!(last.types[1].moves > 0 && last.types[1].captures > 0, "{:?}", last.types);
    assert!(last.shortest <= last.turns && last.turns <= last.longest && last.choices <= last.most_choices);

    assert_eq!(last.lengths.iter().sum::<u32>(), 30);
    assert_eq!(last.lengths.len() as u32, last.longest / last.length_step + 1);
    let before = &table.trials[28];
    assert!(before.examples.is_empty() && before.types.iter().all(|kind| kind.squares.is_empty()));
    // The bare King is the second side's, and no square is farther than the whole board.
    let [king, queen, stone] = &last.types[..] else { panic!("{:?}", last.types) };
    assert!(king.squares.len() == 36 && queen.squares.len() == 36 && stone.squares.is_empty());
    assert!(queen.squares.contains('9') && last.types.iter().all(|kind| kind.promotions.is_empty()));
    assert!(queen.example.is_some() && stone.example.is_none());
    let lengths: Vec<u32> = last.examples.iter().map(|example| example.turns).collect();
    assert!(lengths.contains(&last.shortest) && lengths.contains(&last.longest), "{lengths:?}");

    // The typical game can be looked at where its rules are unknown.
    let mut other = Table::new();
    let from = Some(Start::Text { text: last.examples[0].record.clone(), record: 0 });
    let start = Command::Start { game: None, players: None, clock: None, from, date: None };
    assert_eq!(other.ask(start), Event::Done);
}

#[test]
fn an_even_game_has_no_certain_advantage() {
    let mut table = Table::new();
    assert_eq!(table.ask(Command::Trial { game: "orthochess".to_owned(), games: 20 }), Event::Done);
    table.work(usize::MAX);
    let last = table.trials.last().unwrap();
    let [low, _, high] = last.share;
    assert!(low < 50 && high > 50, "{last:?}");
    assert!(last.warnings.is_empty() && last.types.iter().all(|kind| kind.moves > 0), "{last:?}");
    assert!(last.advice.is_some());
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let game = beaufort_rules::builtin::game("scirocco").unwrap();
    let evaluation = Arc::new(Evaluation::new(&game));
    let mut played = 0;
    let alone = Trial::play(&evaluation, 6, 200, 1, &Signal::default(), || played += 1);
    assert_eq!((alone.games, played, alone.over), (6, 6, true));
    assert_eq!(Trial::play(&evaluation, 6, 200, 3, &Signal::default(), || ()), alone);
    let named = |name: &str| game.types().position(|kind| game.piece(kind).name == name).unwrap();
    // Seven pieces promote in a game; a Scirocco becomes a Vulture.
    let promotions: u32 = alone.types.iter().flat_map(|kind| &kind.promotions).map(|[_, times]| times).sum();
    assert!(promotions > 12, "{promotions} promotions");
    let [became, _] = alone.types[named("Scirocco")].promotions[0];
    assert_eq!(game.piece(game.types().nth(became as usize).unwrap()).name, "Vulture");
    // Pawns of the first side are never on its first rank again.
    let pawns = &alone.types[named("Pawn")].squares;
    assert!(pawns.len() == 100 && pawns.starts_with("0000000000") && pawns.contains('9'), "{pawns}");

    let stopped = Signal::default();
    stopped.stop();
    assert_eq!(Trial::play(&evaluation, 6, 200, 2, &stopped, || ()).games, 0);
}

/// The trials that come with the page, which `cargo xtask atlas` makes.
#[test]
fn the_trials_of_the_page_fit_their_games() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/atlas");
    let mut found = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let trial: TrialView = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let game = beaufort_rules::builtin::game(&trial.game).unwrap();
        assert_eq!(path.file_stem().unwrap().to_str(), Some(trial.game.as_str()));
        assert!(trial.over && trial.games == 500 && trial.types.len() == game.types().count(), "{path:?}");
        assert!(trial.types.iter().all(|kind| [0, game.size().squares()].contains(&kind.squares.len())));
        for example in &trial.examples {
            let mut table = Table::new();
            let from = Some(Start::Text { text: example.record.clone(), record: 0 });
            let start = Command::Start { game: None, players: None, clock: None, from, date: None };
            assert_eq!(table.ask(start), Event::Done, "{path:?}: {}", example.text);
        }
        found += 1;
    }
    assert_eq!(found, 9);
}

#[test]
fn a_trial_can_be_stopped_and_a_new_one_takes_its_place() {
    let mut table = Table::new();
    let game = table.read(UNFAIR);
    assert!(matches!(table.ask(Command::StopTrial), Event::Error { .. }));
    assert!(matches!(table.ask(Command::Trial { game: game.clone(), games: 0 }), Event::Error { .. }));
    assert!(matches!(table.ask(Command::Trial { game: game.clone(), games: 501 }), Event::Error { .. }));
    assert!(matches!(
        table.ask(Command::Trial { game: "nonsense".to_owned(), games: 9 }),
        Event::Error { .. }
    ));
    table.ask(Command::Trial { game: game.clone(), games: 30 });
    table.work(2);
    table.ask(Command::Trial { game: game.clone(), games: 30 });
    table.work(1);
    // The one that is replaced has a last event, which says that it is over.
    let told: Vec<_> = table.trials.iter().map(|trial| (trial.games, trial.over)).collect();
    assert_eq!(told, [(1, false), (2, false), (2, true), (1, false)]);
    assert_eq!(table.ask(Command::StopTrial), Event::Done);
    let last = table.trials.last().unwrap();
    assert!(last.over && last.games == 1 && last.advice.is_none(), "{last:?}");
    assert!(table.jobs.is_empty());

    // A client that has gone does not want it any more.
    table.ask(Command::Trial { game, games: 30 });
    let effects = table.conversation.leave(7, NOW);
    table.take(effects);
    assert!(table.jobs.is_empty());
}

#[test]
fn worths_are_learned_and_proved() {
    let mut table = Table::new();
    let game = table.read(WRONG);
    assert_eq!(table.ask(Command::Tune { game: game.clone(), games: 59 }), Event::Done);
    table.work(usize::MAX);
    let counts: Vec<u32> = table.tunings.iter().map(|tuning| tuning.games + tuning.proofs).collect();
    // Games that prove count in pairs.
    let expected = (1..=60).chain((1..=60).map(|proofs| 60 + proofs / 2 * 2));
    assert_eq!(counts, expected.collect::<Vec<_>>());
    let last = table.tunings.last().unwrap();
    assert!(last.over && table.tunings.iter().rev().skip(1).all(|tuning| !tuning.over));
    assert_eq!((last.game.as_str(), last.wanted, last.games, last.proofs), (game.as_str(), 60, 60, 60));
    // By the order of the pieces in the file: the King and the Pawn, which is the unit, stay what they are.
    let [king, rook, knight, pawn] = [0, 1, 2, 3].map(|kind| (last.before[kind], last.worths[kind]));
    assert!(king.0 == king.1 && pawn == (100, 100), "{last:?}");
    assert!(rook.0 == 100 && rook.1 > 130 && knight.0 == 900 && knight.1 < 700, "{last:?}");
    let [low, share, high] = last.share;
    assert!(low <= share && share <= high && low > 50, "{last:?}");
}

#[test]
fn a_tuning_can_be_stopped_and_is_for_games_of_ones_own() {
    let mut table = Table::new();
    let game = table.read(WRONG);
    for (game, games) in
        [(&game, 0), (&game, 501), (&"scirocco".to_owned(), 10), (&"nonsense".to_owned(), 10)]
    {
        let answer = table.ask(Command::Tune { game: game.clone(), games });
        assert!(matches!(answer, Event::Error { .. }), "{game}, {games}: {answer:?}");
    }
    table.ask(Command::Trial { game: game.clone(), games: 30 });
    table.work(1);
    table.ask(Command::Tune { game, games: 30 });
    table.work(2);
    let told: Vec<_> = table.trials.iter().map(|trial| (trial.games, trial.over)).collect();
    assert_eq!(told, [(1, false), (1, true)], "one takes the place of the other");
    assert_eq!(table.tunings.len(), 2);
    assert_eq!(table.ask(Command::StopTrial), Event::Done);
    let last = table.tunings.last().unwrap();
    assert!(last.over && last.games == 2 && last.proofs == 0, "{last:?}");
    assert!(table.jobs.is_empty());
}
