//! Games of the user's own, with weights and nets, in the protocols.

use std::fs;
use std::path::Path;
use std::time::Duration;

use beaufort_engine::Evaluation;
use beaufort_rules::{builtin, own_id};
use tempfile::TempDir;

use crate::talk::Talk;
use crate::{WriteStdin as _, beaufort, stderr, stdout};

/// A Pawn may take a Queen or a Knight.
const POSITION: &str = "k7/8/8/1q1n4/2P5/8/8/7K w - - 0 1";

/// Returns a folder with a game.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let game = "id = \"my\"\nname = \"Mine\"\nextends = \"orthochess\"\n";
    fs::write(folder.path().join("my.toml"), game).unwrap();
    folder
}

/// Writes weights beside the game by which a Knight is worth more than a Queen.
fn learn(folder: &Path) {
    let usual = Evaluation::derived(&builtin::game("orthochess").unwrap());
    let text = usual.text(&builtin::game("orthochess").unwrap(), "");
    let learned = text.lines().map(|line| match line.split(' ').next().unwrap() {
        "game" => "game = \"my\"\n".to_owned(),
        "N" => "N = [[900, 900], [0, 0], [0, 0]]\n".to_owned(),
        "Q" => "Q = [[300, 300], [0, 0], [0, 0]]\n".to_owned(),
        _ => line.to_owned() + "\n",
    });
    fs::write(folder.join("my.tuned.toml"), learned.collect::<String>()).unwrap();
}

/// The commands of both protocols after which the engine captures one of the pieces.
const TALKS: [(&str, &str, &str); 4] = [
    ("uci", "setoption name GameFile value my.toml\nposition fen POSITION\ngo depth 1", "bestmove "),
    (
        "uci",
        "setoption name GameFile value my.toml\nsetoption name UCI_Variant value scirocco\n\
         setoption name UCI_Variant value my\nposition fen POSITION\ngo depth 1",
        "bestmove ",
    ),
    ("uci --game-file my.toml", "position fen POSITION\ngo depth 1", "bestmove "),
    ("cecp --game-file my.toml", "new\nvariant my\nforce\nsetboard POSITION\nsd 1\ngo", "move "),
];

/// Checks which turn is made.
fn check(folder: &Path, turns: [&str; 2]) {
    for (arguments, said, answer) in TALKS {
        let mut talk = Talk::start_in(folder, arguments);
        talk.say(&said.replace("POSITION", POSITION));
        let heard = talk.line(answer);
        let turn = heard[answer.len()..].split(' ').next().unwrap();
        assert!(turns.contains(&turn), "{arguments}: {heard}");
    }
}

#[test]
fn what_was_learned_counts() {
    let folder = folder();
    check(folder.path(), ["c4b5", "cxb5"]);
    learn(folder.path());
    check(folder.path(), ["c4d5", "cxd5"]);
}

#[test]
fn a_file_by_which_the_engine_judges_may_stand_anywhere() {
    let folder = folder();
    learn(folder.path());
    fs::rename(folder.path().join("my.tuned.toml"), folder.path().join("bold.toml")).unwrap();
    check(folder.path(), ["c4b5", "cxb5"]);
    let mut talk = Talk::start_in(folder.path(), "uci --game-file my.toml");
    talk.say(&format!("setoption name EvalFile value bold.toml\nposition fen {POSITION}\ngo depth 1"));
    assert!(talk.line("bestmove ").starts_with("bestmove c4d5"));

    for (eval, turn) in [("", "cxb5"), ("--eval bold.toml", "cxd5"), ("--eval derived", "cxb5")] {
        let record = format!("{turn}-{}.txt", eval.len());
        let mut play =
            beaufort(&format!("play --game-file my.toml {eval} --side tan --depth 1 --record {record}"));
        play.args(["--position", POSITION]).current_dir(&folder).write_stdin("");
        let output = stdout(play);
        assert!(output.contains(&format!("Beaufort plays {turn}")), "{eval}: {output}");
    }
}

/// Returns a game that takes as long to be prepared as any that is not refused.
fn large_game() -> String {
    use std::fmt::Write as _;

    let ids: Vec<String> =
        (0..10).map(|number| format!("X{}{}", letter(number / 26), letter(number % 26))).collect();
    let ranks: Vec<String> = ["K".to_owned()].iter().chain(ids.iter().cycle()).take(64).cloned().collect();
    let ranks: Vec<String> = ranks.chunks(16).map(|rank| rank.join(" ")).collect();
    let mut game = format!(
        "id = \"large\"\nname = \"Large\"\nauthor = \"nobody\"\nyear = 2024\n[board]\nfiles = 16\nranks = 16\n\
         [array]\nranks = \"\"\"\n{}\n\"\"\"\n[piece.King]\nid = \"K\"\nability = \"W + F; royal\"\ndescription = \"d\"\n",
        ranks.join("\n")
    );
    for id in ids {
        let ability = "Q hop-chain + Q then Q not back + Q + N rider + double along Q lines";
        write!(game, "[piece.{id}]\nid = \"{id}\"\nability = \"{ability}\"\ndescription = \"d\"\n").unwrap();
    }
    game
}

fn letter(number: u8) -> char {
    char::from(b'a' + number)
}

#[test]
fn quit_does_not_wait_until_a_large_game_is_prepared() {
    let folder = folder();
    fs::write(folder.path().join("large.toml"), large_game()).unwrap();
    let talks = [
        ("uci --game-file large.toml", "uci\nisready\nquit"),
        ("cecp --game-file large.toml", "xboard\nprotover 2\nquit"),
        ("uci", "setoption name GameFile value large.toml\nisready\nquit"),
    ];
    let talks = talks.map(|(arguments, said)| {
        let mut talk = Talk::start_in(folder.path(), arguments);
        talk.say(said);
        (arguments, talk)
    });
    for (arguments, talk) in talks {
        let time = talk.end();
        assert!(time < Duration::from_secs(30), "{arguments}: {time:?}");
    }
}

#[test]
fn wrong_weights_are_told_with_their_place() {
    let folder = folder();
    for (weights, place) in [
        (
            "game = \"other\"\n[piece]\n[shared]\n",
            "my.tuned.toml:1: these are weights for `other`, not for `my`",
        ),
        ("game = \"my\"\n[piece]\nN = 3\n", "my.tuned.toml:3: "),
        ("my diary", "my.tuned.toml:1: "),
    ] {
        fs::write(folder.path().join("my.tuned.toml"), weights).unwrap();
        for command in ["cecp", "uci", "match engine random --games 2"] {
            let mut run = beaufort(&format!("{command} --game-file my.toml"));
            run.current_dir(&folder);
            let (status, error) = stderr(run);
            assert_eq!(status, Some(2), "{command}: {error}");
            assert!(error.starts_with(&format!("error: {place}")), "{command}: {error}");
        }
        let mut talk = Talk::start_in(folder.path(), "uci");
        talk.say("setoption name GameFile value my.toml");
        let heard = talk.line("info string error: ");
        assert!(heard.starts_with(&format!("info string error: {place}")), "{heard}");
        // The game is the one before.
        talk.say("setoption name Hash value 4\nposition startpos moves e3e4\ngo depth 1");
        assert_ne!(talk.line("bestmove "), "bestmove (none)");
    }
}

#[test]
fn a_match_with_pawns_that_meet_on_one_file() {
    let folder = folder();
    let pawns = "id = \"my\"\nname = \"Mine\"\nextends = \"orthochess\"\n[piece.Pawn]\nability = \"W\"\n";
    fs::write(folder.path().join("my.toml"), pawns).unwrap();
    let mut games = beaufort(
        "match --game-file my.toml random random --games 20 --threads 1 --seed 1 --records games.txt",
    );
    games.current_dir(&folder);
    stdout(games);
    let mut check = beaufort("record check games.txt --game-file my.toml");
    check.current_dir(&folder);
    assert_eq!(stdout(check).lines().count(), 20);
}

/// Returns a record that holds the rules of its game, in which the Pawns take straight ahead.
fn record_with_rules() -> String {
    let rules = "extends = \"orthochess\"\nid = \"mine\"\nname = \"Mine\"\nyear = 2026\n\n\
                 [piece.Pawn]\nability = \"forward W\"\n";
    let written = rules.replace('"', "\\\"").replace('\n', "\\n");
    format!("[Variant \"{}\"]\n[Rules \"{written}\"]\n\n1. e3 e6 2. e4 e5 3. exe5 *\n", own_id(rules))
}

#[test]
fn a_record_that_holds_its_rules_is_read_without_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    fs::write(&path, record_with_rules()).unwrap();
    let check = || {
        let mut check = beaufort("record check game.txt");
        check.current_dir(&folder);
        check
    };
    assert_eq!(stdout(check()).lines().count(), 1);
    let mut play = beaufort("play --load game.txt");
    play.current_dir(&folder).write_stdin("quit\n");
    stdout(play);

    // With other rules the turns are none.
    fs::write(&path, record_with_rules().replace("forward W", "forward F")).unwrap();
    let output = check().output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("no built-in game"), "{told}");
}

#[test]
fn rules_in_a_record_that_cannot_be_read_are_told_with_their_place() {
    let rules = "id = 5";
    let text = format!("[Variant \"{}\"]\n[Rules \"{rules}\"]\n\n1. e3 *\n", own_id(rules));
    let output = beaufort("record check -").write_stdin(&text).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("-:2:1: ") && told.contains("`id`"), "{told}");
}
