use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use beaufort_rules::{Position, Turn, builtin};

use crate::talk::{Talk, replay};

/// How long an answer may take while the engine searches.
const AT_ONCE: Duration = Duration::from_millis(200);

/// Starts a conversation in which the engine is ready for a game.
pub(crate) fn ready(game: &str) -> Talk {
    let mut talk = Talk::start("uci");
    talk.say(&format!("setoption name Hash value 4\nsetoption name UCI_Variant value {game}\nisready"));
    talk.hear("readyok");
    talk
}

/// Returns the word that follows another one.
fn word_after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|each| *each != word);
    words.nth(1).unwrap_or_else(|| panic!("no {word} in {line}"))
}

/// Returns the shortest of a few times: the machine may be busy with something else.
fn best_of_three(time: impl Fn() -> Duration) -> Duration {
    (0..3).map(|_| time()).min().unwrap()
}

#[test]
fn the_page_is_true() {
    assert!(replay(include_str!("../../../../docs/uci.md"), "uci") >= 3);
}

#[test]
fn the_engine_introduces_itself() {
    let mut talk = Talk::start("uci");
    talk.say("uci");
    let lines = talk.hear("uciok").join("\n");
    assert!(lines.starts_with("id name Beaufort "), "{lines}");
    for option in
        ["Hash", "Threads", "MultiPV", "Ponder", "Clear Hash", "UCI_Variant", "GameFile", "EvalFile"]
    {
        assert!(lines.contains(&format!("\noption name {option} type ")), "{option}");
    }
    assert!(lines.contains(" var jupiter ") && lines.contains(" var orthochess"));
    talk.say("quit");
    talk.end();
}

#[test]
fn every_game_is_played() {
    let games = crate::stdout(crate::beaufort("games"));
    for game in games.lines().map(|line| line.split(' ').next().unwrap()) {
        let mut talk = ready(game);
        let mut moves = String::new();
        for _ in 0..4 {
            talk.say(&format!("position startpos{moves}\ngo nodes 300"));
            let best = talk.line("bestmove");
            let turn = word_after(&best, "bestmove");
            // Few nodes may not see a mate in two.
            if turn == "(none)" {
                break;
            }
            moves += if moves.is_empty() { " moves " } else { " " };
            moves += turn;
        }
        assert!(moves.split(' ').count() >= 5, "{game}{moves}");
        talk.say(&format!("position startpos{moves}\nisready"));
        assert_eq!(talk.hear("readyok"), ["readyok"], "{game}{moves}");
    }
}

#[test]
fn limits_are_kept() {
    let mut talk = ready("scirocco");
    for (go, word, most) in [
        ("depth 3", "depth", 3),
        ("nodes 500", "nodes", 600),
        ("movetime 100", "depth", 100),
        ("wtime 1000 btime 1 winc 10", "depth", 100),
    ] {
        talk.say(&format!("go {go}"));
        let lines = talk.hear("bestmove");
        let last: u64 = word_after(&lines[lines.len() - 2], word).parse().unwrap();
        assert!((1..=most).contains(&last), "{go}: {lines:#?}");
    }
    talk.say("go depth 2 searchmoves a3a4");
    assert!(talk.line("bestmove").starts_with("bestmove a3a4"));
    talk.say("position fen (K)9/10/1[N]8/10/10/10/10/(P)9/10/[K]9 b\ngo mate 1");
    let lines = talk.hear("bestmove");
    assert!(lines[lines.len() - 2].contains(" score mate 1 "), "{lines:#?}");
    talk.say("position fen (K)9/10/10/10/10/10/10/10/10/[K]9 b\ngo depth 3");
    talk.hear("info depth 0 score ");
    assert_eq!(talk.line("bestmove"), "bestmove (none)");
    // Something is found, however little is asked for.
    talk.say("position fen (K)9/10/1[N]8/10/10/10/10/(P)9/10/[K]9 b\ngo depth 0");
    assert!(talk.line("bestmove").starts_with("bestmove b8a10r"));
}

#[test]
fn a_game_that_is_over_has_a_score() {
    let mut talk = ready("chess");
    for (position, score) in
        [("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
    {
        talk.say(&format!("position fen {position}\ngo depth 3"));
        let heard = talk.hear("bestmove");
        assert_eq!(heard, [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()]);
    }
}

#[test]
fn a_game_may_be_named_at_the_start() {
    let mut talk = Talk::start("uci --game chess");
    talk.say("uci");
    let lines = talk.hear("uciok").join("\n");
    assert!(lines.contains("option name UCI_Variant type combo default chess var scirocco "), "{lines}");
    assert!(lines.contains(" var chess\n"), "{lines}");
    talk.say("position startpos moves e2e4\ngo depth 1");
    assert!(talk.hear("bestmove ").iter().any(|line| line.starts_with("info depth 1 ")));
    let (status, error) = crate::stderr(crate::beaufort("uci --game checkers"));
    assert_eq!((status, error.lines().next()), (Some(2), Some("error: there is no game `checkers`")));
}

#[test]
fn an_analysis_is_as_good_as_it_can_be() {
    let mut talk = ready("chess");
    // The level looks no farther than this depth.
    talk.say("setoption name Skill value beginner\ngo infinite");
    talk.hear("info depth 5 ");
    talk.say("stop");
    talk.hear("bestmove ");
}

#[test]
fn a_limited_level_tells_when_it_stops() {
    let mut talk = ready("chess");
    talk.say("setoption name Skill value club\nisready");
    let remark = "info string force 6, strong breeze: stops 4 plies deep or after 20,000 positions; more time changes nothing";
    assert_eq!(talk.hear("readyok"), [remark, "readyok"]);
    talk.say("setoption name Skill value full\nisready");
    assert_eq!(talk.hear("readyok"), ["readyok"]);
}

/// Another program may wait for a depth at which there is nothing more to be found.
#[test]
fn a_proven_mate_is_told_for_the_depth_that_was_asked_for() {
    let mut talk = ready("chess");
    talk.say("position fen 7k/8/5QK1/8/8/8/8/8 w - - 0 1\ngo depth 5");
    let heard = talk.hear("bestmove ");
    assert!(heard[heard.len() - 2].starts_with("info depth 5 "), "{heard:#?}");
    assert!(heard[heard.len() - 2].contains(" score mate 1 "), "{heard:#?}");
    talk.say("go infinite");
    assert!(talk.hear("info depth 100 ").len() < 10);
    talk.say("stop");
    talk.hear("bestmove ");
    // With a limit of time or nodes, the other program does not wait for a depth.
    talk.say("go movetime 100000");
    assert!(!talk.hear("bestmove ").iter().any(|line| line.starts_with("info depth 100 ")));
}

#[test]
fn lines_are_sorted_and_distinct() {
    let mut talk = ready("scirocco");
    talk.say("setoption name MultiPV value 4\ngo depth 4");
    let lines = talk.hear("bestmove");
    let last: Vec<_> = lines.iter().filter(|line| line.contains("info depth 4 ")).collect();
    let last = &last[last.len() - 4..];
    let score = |line: &str| word_after(line, "cp").parse::<i32>().unwrap();
    let first_moves: std::collections::HashSet<_> = last.iter().map(|line| word_after(line, "pv")).collect();
    assert_eq!(first_moves.len(), 4, "{last:#?}");
    assert!(last.windows(2).all(|pair| score(pair[0]) >= score(pair[1])), "{last:#?}");
    assert!(last.iter().zip(1..).all(|(line, n)| word_after(line, "multipv") == n.to_string()));
}

#[test]
fn nothing_is_decided_before_the_end_of_a_ponder() {
    let mut talk = ready("scirocco");
    for (go, end) in [
        ("go ponder depth 1", "ponderhit"),
        ("go ponder depth 1", "stop"),
        ("go infinite", "stop"),
        ("go ponder movetime 1", "ponderhit"),
    ] {
        talk.say(go);
        talk.hear("info depth 1 ");
        talk.say("isready");
        talk.hear("readyok");
        std::thread::sleep(Duration::from_millis(50));
        assert!(!talk.rest().iter().any(|line| line.starts_with("bestmove")), "{go}");
        talk.say(end);
        talk.hear("bestmove");
    }
}

#[test]
fn a_search_is_stopped_at_once() {
    for game in ["scirocco", "jupiter"] {
        let time = best_of_three(|| {
            let mut talk = ready(game);
            talk.say("go infinite");
            talk.hear("info depth 2 ");
            let start = Instant::now();
            talk.say("stop");
            talk.hear("bestmove");
            start.elapsed()
        });
        assert!(time < AT_ONCE, "{game}: {time:?}");
    }
}

#[test]
fn a_search_is_left_at_once() {
    for end in ["quit", ""] {
        let time = best_of_three(|| {
            let mut talk = ready("jupiter");
            talk.say("go infinite");
            talk.hear("info depth 2 ");
            if end.is_empty() {
                talk.hang_up()
            } else {
                talk.say(end)
            }
            talk.end()
        });
        assert!(time < AT_ONCE, "`{end}`: {time:?}");
    }
}

#[test]
fn other_things_are_computed() {
    let mut talk = ready("orthochess");
    talk.say("go perft 3");
    let lines = talk.hear("Nodes searched: ");
    assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:#?}");
    assert_eq!((lines.len(), lines.last().unwrap().as_str()), (22, "Nodes searched: 8902"));
    talk.say("eval\nd\nbench 1");
    talk.hear("info string evaluation: cp ");
    talk.hear("White to move");
    assert_eq!(talk.line("Fen: "), "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    talk.hear("info string bench: depth 1, ");
    talk.say("go perft 9");
    talk.say("stop\nisready");
    assert!(talk.hear("readyok").contains(&"info string perft: stopped".to_owned()));
}

/// Returns turns of both sides from the array that bring the array about again.
fn there_and_back(array: &Position) -> Option<[Turn; 4]> {
    let back = |position: &Position, turn: Turn| {
        let goes_back = |other: &Turn| (other.first.from, other.first.to) == (turn.first.to, turn.first.from);
        position.legal_turns().into_iter().find(|other| other.second.is_none() && goes_back(other))
    };
    array.legal_turns().into_iter().find_map(|first| {
        let mut position = array.clone();
        position.play(first).ok()?;
        let replies = position.legal_turns();
        // Most pieces that cannot go back are Pawns: one reply shows that.
        let mut trial = position.clone();
        trial.play(*replies.first()?).ok()?;
        back(&trial, first)?;
        replies.into_iter().find_map(|second| {
            let mut position = position.clone();
            position.play(second).ok()?;
            let third = back(&position, first)?;
            position.play(third).ok()?;
            let fourth = back(&position, second)?;
            position.play(fourth).ok()?;
            (position == *array).then_some([first, second, third, fourth])
        })
    })
}

#[test]
fn perft_counts_what_may_be_played_after_the_game_so_far() {
    for id in ["scirocco", "typhoon", "jupiter", "orthochess"] {
        let mut position = Position::initial(&builtin::game(id).unwrap());
        let there_and_back = there_and_back(&position).unwrap();
        let (mut talk, mut moves) = (ready(id), String::new());
        for turn in [there_and_back; 2].as_flattened()[..7].iter().copied() {
            moves = moves + " " + &position.coordinates(turn);
            position.play(turn).unwrap();
        }
        let forbids = id != "orthochess";
        assert_eq!(position.is_repetition(there_and_back[3]), forbids, "{id}");
        talk.say(&format!("position startpos moves{moves}\ngo perft 1"));
        let told = talk.hear("Nodes searched: ");
        let legal: BTreeSet<String> =
            position.legal_turns().iter().map(|&turn| position.coordinates(turn)).collect();
        assert_eq!(told.last().unwrap(), &format!("Nodes searched: {}", legal.len()), "{id}");
        let told: BTreeSet<String> =
            told.iter().filter_map(|line| Some(line.strip_suffix(": 1")?.to_owned())).collect();
        assert_eq!(told, legal, "{id}");
    }
}

#[test]
fn a_game_of_the_users_own_is_played() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/orthochess.toml");
    let mut talk = ready("scirocco");
    talk.say(&format!("setoption name GameFile value {file}\nposition startpos moves e2e4\ngo depth 1"));
    // In the game before it, e2e4 is no turn.
    assert_ne!(talk.line("bestmove "), "bestmove (none)");
}

#[test]
fn what_the_engine_judges_by_is_set() {
    let nets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/nets");
    let mut talk = ready("chess");
    talk.say("position startpos moves e2e4 d7d5 e4d5");
    let mut score = |commands: &str| {
        talk.say(&format!("{commands}\neval"));
        talk.line("info string evaluation: cp ")
    };
    let usual = score("");
    let derived = score("setoption name EvalFile value derived");
    assert_ne!(derived, usual);
    // Another game has its own; this one is judged as before when it is played again.
    score("setoption name UCI_Variant value shako");
    let again = "setoption name UCI_Variant value chess\nposition startpos moves e2e4 d7d5 e4d5";
    assert_eq!(score(again), derived);
    assert_eq!(score("setoption name EvalFile value <empty>"), usual);
    assert_eq!(score(&format!("setoption name EvalFile value {nets}/orthochess.net")), usual);

    for (file, error) in [
        (format!("{nets}/scirocco.net"), "this is a net for `scirocco`, not for `orthochess`"),
        ("/nowhere.net".to_owned(), "cannot read `/nowhere.net`"),
    ] {
        talk.say(&format!("setoption name EvalFile value {file}"));
        let heard = talk.line("info string error: ");
        assert!(heard.contains(error), "{heard}");
    }
    talk.say("eval");
    assert_eq!(talk.line("info string evaluation: cp "), usual);

    // A match sends the options before the variant.
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tuned/orthochess.toml");
    let mut talk = ready("scirocco");
    talk.say(&format!("setoption name EvalFile value {weights}"));
    assert!(talk.line("info string error: ").contains("orthochess"));
    talk.say(&format!("{again}\neval"));
    assert_ne!(talk.line("info string evaluation: cp "), usual);
}
