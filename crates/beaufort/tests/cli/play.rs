use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::{WriteStdin as _, beaufort, stderr, stdout};

/// The variable with the folder for the user's data.
const DATA_FOLDERS: [&str; 3] = ["HOME", "XDG_DATA_HOME", "APPDATA"];

/// Returns a run in a folder of its own, which is also the folder for the user's data, that plays these lines.
fn play(folder: &TempDir, arguments: &str, lines: &[&str]) -> Command {
    let mut command = beaufort(&format!("play {arguments}"));
    command.current_dir(folder).write_stdin(lines.join("\n"));
    for variable in DATA_FOLDERS {
        command.env(variable, folder.path());
    }
    command
}

/// Plays lines from a position and returns the output.
fn play_from(position: &str, arguments: &str, lines: &[&str]) -> String {
    let folder = folder();
    let mut command = play(&folder, &format!("scirocco {arguments} --position"), lines);
    command.arg(position);
    stdout(command)
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn read(folder: &TempDir, file: &str) -> String {
    fs::read_to_string(folder.path().join(file)).unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

/// Returns the answer to a line in a conversation.
fn answer<'a>(conversation: &'a str, line: &str) -> &'a str {
    let found = conversation.split_once(&format!("> {line}\n"));
    let rest = found.unwrap_or_else(|| panic!("no `{line}` in\n{conversation}")).1;
    rest.split("\n\nBlue, turn").next().unwrap().trim_end()
}

#[test]
fn chess_symbols_stand_for_the_pieces_where_they_are_wanted() {
    let position = "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b";
    let [letters, figurines] = ["", "--tiles figurines"]
        .map(|tiles| play_from(position, &format!("--side both {tiles}"), &["?a1", "quit"]));
    assert!(letters.contains("[K]") && !letters.contains('♔'), "{letters}");
    assert!(
        figurines.contains("[♔]") && figurines.contains("(♙)") && figurines.contains("[Der]"),
        "{figurines}"
    );
    assert!(answer(&figurines, "?a1").contains("[♔]"), "{figurines}");
}

#[test]
fn the_board_has_characters_where_they_are_wanted() {
    let board = stdout(play(&folder(), "shogi --side both --tiles signs", &["quit"]));
    assert!(board.contains("[玉]") && board.contains("(王)") && !board.contains("[K]"), "{board}");
}

#[test]
fn a_whole_game() {
    let folder = folder();
    let setup = ["2", "stork-goat", "", "2, Stork-Goat", ""];
    let game = [
        "moves P",
        "4",
        "pf7",
        "back",
        "Gu-c7",
        "comment a guard",
        "save copy.txt",
        "resign",
        "back",
        "P-f4",
    ];
    let output =
        stdout(play(&folder, "scirocco --side both --record game.txt", &[&setup[..], &game].concat()));
    assert!(output.contains("error: there is no choice `stork-goat`"), "it is Tan's to make: {output}");
    let hint = "type one of the numbers 1 to 2, several, or `help`; Enter goes on to the game and its turns";
    assert!(output.contains(hint), "{output}");
    assert!(output.rfind("Set-up: ") < output.find("Type a turn such as P-e4."), "{output}");
    assert!(output.contains("4 P-e4"), "{output}");
    assert!(output.contains("Game over: Tan has won: Blue has resigned.\n"), "{output}");
    assert!(output.ends_with("The game is kept in game.txt\n"), "{output}");
    let copy = read(&folder, "copy.txt");
    assert!(copy.contains("[Setup \"Alfil-Dabbaba, Stork-Goat, mirror\"]"), "{copy}");
    assert!(copy.ends_with("\n1. P-e4 Gu-c7 {a guard} (1... P-f7) *\n"), "{copy}");
    let record = read(&folder, "game.txt");
    assert!(record.ends_with("\n1. P-e4 Gu-c7 {a guard} (1... P-f7) 2. P-f4 *\n"), "{record}");

    let output = stdout(play(&folder, "--load game.txt --side both", &["record", "P-b7", "quit"]));
    assert!(output.contains("1. P-e4 Gu-c7 {a guard}"), "{output}");
    assert!(read(&folder, "game.txt").ends_with("2. P-f4 P-b7 *\n"), "a loaded record goes on in its file");
}

#[test]
fn the_engine_answers_in_every_game() {
    for game in ["scirocco", "scirocco-2001", "scirocco-1999"] {
        let folder = folder();
        let arguments = format!("{game} --depth 2 --setup random --seed 7 --info --record game.txt");
        let output = stdout(play(&folder, &arguments, &["moves P", "1", "quit"]));
        assert!(output.contains("\nBeaufort plays "), "{output}");
        assert!(output.contains("depth 2, "), "{output}");
        let record = read(&folder, "game.txt");
        assert!(record.contains("[Blue \"Human\"]\n[Tan \"Beaufort "), "{record}");
        // The record names the players: Beaufort answers again.
        let output = stdout(play(&folder, "--load game.txt --depth 1", &["moves", "1", "quit"]));
        assert!(output.contains("\nBeaufort plays "), "{output}");
    }
}

#[test]
fn the_engine_plays_both_sides_to_the_end() {
    let output = play_from("9(K)/9(P)/10/10/10/10/10/10/9[P]/[K]8[R] b", "--side none --nodes 50", &[]);
    assert!(output.contains("Game over: Blue has won"), "{output}");
}

#[test]
fn bad_lines_are_explained_and_forgiven() {
    let folder = folder();
    fs::write(folder.path().join("taken.txt"), "precious").unwrap();
    for (line, expected) in [
        ("P-e9", "error: `P-e9` is not a turn here; near it are `P-a4`"),
        ("é", "error: `é` is not a turn here"),
        ("resing", "error: `resing` is not a turn here\nhint: did you mean the command `resign`?"),
        ("17", "error: there is no turn 17 in a list shown here\nhint: `moves` numbers the turns"),
        ("0", "error: there is no turn 0"),
        ("back", "error: there is no turn to take back"),
        ("redo", "error: there is no turn to play again"),
        ("goto 5", "error: the game has only 0 turns"),
        ("goto x", "error: expected a number of turns"),
        (
            "time soon",
            "error: expected seconds up to 86400, such as 2 or 0.5\nhint: `help` lists what you can type",
        ),
        (
            "? Harpi",
            "error: `Harpi` is neither a piece of Scirocco nor a square\nhint: did you mean `Harpy`?",
        ),
        ("moves 5", "error: `5` is neither a piece of Scirocco nor a square\nhint: `?` lists the pieces"),
        ("? e5", "e5 is empty."),
        ("engine plays Red", "error: there is no side `Red`\nhint: `Blue`, `Tan`, `both` or `none`"),
        ("save taken.txt", "error: `taken.txt` exists already: choose another name"),
        ("load missing.txt", "error: cannot read `missing.txt`: "),
        ("load taken.txt", "error: taken.txt:1:1: turn 1.: `precious` is not a turn here"),
        ("new checkers", "error: there is no game `checkers`"),
        ("quit now", "error: expected nothing after it, found `now`"),
    ] {
        let arguments = "scirocco --side both --setup default --record game.txt";
        let output = stdout(play(&folder, arguments, &[line, "P-e4"]));
        assert!(answer(&output, line).starts_with(expected), "{line}: {output}");
        assert!(read(&folder, "game.txt").ends_with("1. P-e4 *\n"), "the game goes on after `{line}`");
        fs::remove_file(folder.path().join("game.txt")).unwrap();
    }
    assert_eq!(read(&folder, "taken.txt"), "precious");
}

#[test]
fn lines_that_are_not_text_are_forgiven() {
    let folder = folder();
    let mut command = play(&folder, "scirocco --side both --setup default --record game.txt", &[]);
    command.write_stdin(&b"\xff\xfe\x00\x1b[A\nP-e4\n"[..]);
    assert!(stdout(command).contains("error: the line is not UTF-8\n"));
    assert!(read(&folder, "game.txt").ends_with("1. P-e4 *\n"));
}

#[test]
fn pieces_are_explained() {
    let folder = folder();
    let lines = ["?Ha", "? e3", "?e8", "eval", "eval 3", "eval 9", "hint", "quit"];
    let output = stdout(play(&folder, "scirocco --setup default --depth 1", &lines));
    assert!(answer(&output, "?Ha").starts_with("Harpy (Ha)  Scirocco\n"));
    assert!(answer(&output, "? e3").ends_with("Blue's Pawn on e3 has one turn: P-e4"));
    assert!(answer(&output, "?e8").ends_with("Tan's Pawn on e8 has one turn, if it were Tan's turn: P-e7"));
    assert!(answer(&output, "eval").starts_with("depth 1, "));
    let best: Vec<&str> = answer(&output, "eval 3").lines().collect();
    assert!(best.len() == 4 && best[0].ends_with(" positions:"), "{best:?}");
    assert!((1..=3).all(|number| best[number].starts_with(&format!("{number}. "))), "{best:?}");
    assert!(output.contains("expected nothing or the number of turns, 1 to 5"), "{output}");
    assert!(answer(&output, "hint").starts_with("Beaufort would play "));
    assert!(output.ends_with("No turn was played, and no record is kept.\n"));
}

#[test]
fn levels_stand_in_columns() {
    let output = stdout(play(&folder(), "orthochess", &["level"]));
    for level in beaufort_engine::levels() {
        assert!(output.contains(&format!("{:12}{}\n            ", level.id, level.title())), "{output}");
        assert!(output.contains(&format!("\n            It {}.\n", level.stop())), "{output}");
    }
}

#[test]
fn a_level_says_that_more_time_changes_nothing() {
    let output = stdout(play(&folder(), "orthochess", &["level club", "time 30", "level full", "time 1"]));
    let stop = "stops 4 plies deep or after 20,000 positions; more time changes nothing";
    assert!(output.contains(&format!("\nIt {stop}.\n")), "{output}");
    let limit =
        format!("Beaufort's limit for a turn: force 6, strong breeze, at most 30 s.\nForce 6 {stop}.\n");
    assert!(output.contains(&limit), "{output}");
    assert!(output.contains("It uses the time that it has.\n"), "{output}");
    assert!(output.contains("Beaufort's limit for a turn: 1 s.\n"), "{output}");
}

#[test]
fn the_first_example_of_a_turn_is_legal() {
    let folder = folder();
    let file = folder.path().join("kings.toml");
    let game = "id = \"kings\"\nname = \"Kings\"\nextends = \"orthochess\"\npieces = [\"King\", \"Wazir\"]\npromotions = {}\ncastling = []\n\
                [ending]\ndead = {}\nquiet-moves = { draw = 50, but = [] }\n[board]\nfiles = 3\nranks = 6\n[array]\nranks = \". . W\\n. K .\"\n";
    fs::write(&file, game).unwrap();
    let mut command = play(&folder, "--side both --game-file", &["q"]);
    command.arg(&file);
    let output = stdout(command);
    assert!(output.contains("Type a turn such as Ka1."), "{output}");
    let output = stdout(play(&folder, "orthochess --side both", &["q"]));
    assert!(output.contains("Type a turn such as Nf3."), "{output}");
}

#[test]
fn sides_are_named_in_any_case() {
    let output = stdout(play(&folder(), "orthochess --side White", &["q"]));
    assert!(output.contains("White: you   Black: Beaufort"), "{output}");
}

#[test]
fn draws_are_offered_and_answered() {
    let ahead = "9(K)/9(P)/10/10/10/10/10/10/[R][R]8/[K]9 b";
    let output = play_from(ahead, "--depth 1", &["draw", "back", "engine plays Blue"]);
    assert!(
        answer(&output, "draw").starts_with("Beaufort agrees. Its score of the game: Blue +"),
        "{output}"
    );
    assert!(output.contains("Game over: draw by agreement.\n"), "{output}");
    assert!(
        answer(&output, "engine plays Blue").starts_with("Blue: Beaufort, depth 1   Tan: you\n"),
        "{output}"
    );

    let behind = "9(K)/(R)(R)8/10/10/10/10/10/10/9[P]/[K]9 b";
    assert!(answer(&play_from(behind, "--depth 1", &["draw"]), "draw").starts_with("Beaufort plays on. "));

    let output = play_from(ahead, "--side both", &["draw", "n", "draw", "Yes"]);
    assert_eq!(output.matches("Does Tan agree to a draw? (y/n)> ").count(), 2);
    assert!(output.contains("Game over: draw by agreement.\n"), "{output}");
}

#[test]
fn repetition_is_explained() {
    let lines: Vec<&str> = ["K-a2", "K-j9", "K-a1", "K-j10"].into_iter().cycle().take(8).collect();
    let output = play_from("9(K)/(P)9/10/10/10/10/10/10/9[P]/[K]9 b", "--side both", &lines);
    assert!(output.contains("is illegal: it would repeat a position once too often"), "{output}");
    assert!(
        output.contains("hint: no turn may bring about a position that has occurred twice before"),
        "{output}"
    );
}

#[test]
fn a_game_is_chosen_from_a_menu() {
    let folder = folder();
    let output = stdout(play(&folder, "--side both", &["checkers", "2", "", "", "P-e4", "quit"]));
    assert!(output.contains("error: there is no game `checkers`"), "{output}");
    assert!(output.contains("\nScirocco (2001) by Adrian King\n"), "{output}");
    if cfg!(target_os = "linux") {
        let records = files(&folder.path().join("beaufort/records"));
        assert!(records[0].starts_with("scirocco-2001-2") && records[0].ends_with(".txt"), "{records:?}");
    }
    assert_eq!(stdout(play(&folder, "", &["quit"])).matches("Which game?").count(), 1);
}

#[test]
fn a_turn_before_the_game_begins_is_told_how_to_begin_it() {
    let folder = folder();
    let lines = ["P-e4", "Stork-Goat", "", "3", "pe3e4", "e3e4", "", "P-e4", "quit"];
    let output = stdout(play(&folder, "scirocco --side both --record game.txt", &lines));
    let begins = [
        "error: `P-e4` is a turn, and the game has not begun\n\
         hint: press Enter to keep the array as it is shown; then Tan chooses, Blue plays the first turn\n",
        "error: there is no choice `Stork-Goat`\n",
        "error: `e3e4` is a turn, and the game has not begun\n\
         hint: press Enter to keep the array as it is shown; then Blue plays the first turn\n",
    ];
    for begin in begins {
        assert_eq!(output.matches(begin).count(), 1, "{begin}{output}");
    }
    // Questions have changed nothing.
    let record = read(&folder, "game.txt");
    assert!(record.contains("[Setup \"Stork-Goat\"]"), "{record}");
    assert!(record.ends_with("\n1. P-e4 *\n"), "{record}");
}

#[test]
fn what_the_engine_chooses_is_told_once() {
    let folder = folder();
    let output = stdout(play(&folder, "scirocco --side tan --depth 1 --record game.txt", &["", "quit"]));
    assert_eq!(output.matches("Beaufort chooses for Blue: ").count(), 1, "{output}");
    assert!(output.find("Beaufort chooses") < output.find("Set-up: Tan may change the array."), "{output}");
    assert!(output.contains("\nBeaufort plays "), "{output}");
    let again = stdout(play(&folder, "--load game.txt", &["quit"]));
    assert!(!again.contains("Beaufort chooses"), "it did so when the game began: {again}");
}

#[test]
fn engines_and_hints_keep_to_limits_told_in_the_game() {
    let folder = folder();
    let lines =
        ["depth 1", "P-e4", "nodes 1", "P-d4", "time 0", "level beginner", "hint", "engine none", "back 3"];
    let output = stdout(play(&folder, "scirocco --setup default --info --record game.txt", &lines));
    assert!(answer(&output, "P-e4").starts_with("depth 1, "), "{output}");
    assert!(answer(&output, "nodes 1").starts_with("Beaufort's limit for a turn: 1 positions."), "{output}");
    assert!(answer(&output, "time 0").starts_with("Beaufort's limit for a turn: 0.02 s."), "{output}");
    assert!(answer(&output, "hint").starts_with("Beaufort would play "), "{output}");
    assert!(answer(&output, "engine none").starts_with("Blue: you   Tan: you\n"), "{output}");
    assert!(output.contains("3 turns follow in the record: `redo`\n"), "{output}");
    let record = read(&folder, "game.txt");
    assert!(record.contains("[Date \"2") && record.contains("[Tan \"Human\"]"), "{record}");
}

#[test]
fn arguments_that_make_no_sense() {
    let folder = folder();
    fs::write(folder.path().join("old.txt"), "[Variant \"checkers\"] *").unwrap();
    for (arguments, expected) in [
        ("scirocco --record old.txt", "error: `old.txt` exists already\nhint: --load goes on with a record"),
        ("--load old.txt", "error: there is no game `checkers`"),
        ("scirocco --setup Pawn-King", "error: `Pawn-King` is not a set-up choice of this game"),
        ("scirocco --position 8/8", "error: "),
        ("scirocco --time never", "error: invalid value 'never'"),
        ("scirocco --side both --blue human", "error: the argument '--side <SIDE>' cannot be used with"),
    ] {
        let (status, error) = stderr(play(&folder, arguments, &[]));
        assert_eq!(status, Some(2), "{arguments}: {error}");
        assert!(error.starts_with(expected), "{arguments}: {error}");
    }
    assert_eq!(files(folder.path()), ["old.txt"], "nothing is made before a turn is played");
}

#[test]
fn where_nothing_can_be_kept_no_game_begins() {
    let folder = folder();
    let mut command = play(&folder, "orthochess --record nodir/x --nodes 50", &["e4", "q"]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("error: cannot write `nodir/x`: "), "{error}");
    assert!(output.stdout.is_empty(), "{:?}", output.stdout);
}

/// Starts a game that is kept in a file, plays a turn and waits until it is there.
fn start(folder: &TempDir, record: &str, arguments: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_beaufort"));
    for variable in DATA_FOLDERS {
        command.env(variable, folder.path());
    }
    let mut child = command
        .args(["play", "scirocco", "--setup", "default", "--record", record])
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    say(&mut child, "P-e4\n");
    wait_for(&folder.path().join(record), "1. P-e4 *\n");
    child
}

fn say(child: &mut Child, lines: &str) {
    child.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
}

/// Waits until a file ends with a text.
fn wait_for(path: &Path, end: &str) {
    let begin = Instant::now();
    while !fs::read_to_string(path).is_ok_and(|text| text.ends_with(end)) {
        assert!(begin.elapsed() < Duration::from_secs(60), "no record is kept");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_game_that_is_not_kept_is_told_at_the_end() {
    let lost = "error: the game is not kept: cannot write `records/game.txt`: ";
    for (lines, is_back, is_kept) in [
        ("P-e7\nquit\n", false, false),
        ("P-e7\n", false, false),
        // It is tried once more at the end.
        ("quit\n", true, true),
        // So it is when another game begins, which is kept elsewhere.
        ("P-e7\nnew\nquit\n", false, false),
        // Nothing has changed since the record was kept.
        ("moves P\nquit\n", false, true),
    ] {
        let folder = folder();
        let [records, away] = ["records", "away"].map(|name| folder.path().join(name));
        fs::create_dir(&records).unwrap();
        let mut child = start(&folder, "records/game.txt", "--side both");
        fs::rename(&records, &away).unwrap();
        if is_back {
            say(&mut child, "P-e7\nsave copy.txt\n");
            wait_for(&folder.path().join("copy.txt"), "1. P-e4 P-e7 *\n");
            fs::rename(&away, &records).unwrap();
        }
        say(&mut child, lines);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(i32::from(!is_kept)), "{lines}: {said}{error}");
        assert_eq!(error.starts_with(lost), !is_kept, "{lines}: {said}{error}");
        if is_kept {
            assert!(said.ends_with("The game is kept in records/game.txt\n"), "{lines}: {said}");
        }
        if is_back {
            assert!(said.contains(lost), "it was told when it happened: {said}");
            assert!(read(&folder, "records/game.txt").ends_with("1. P-e4 P-e7 *\n"));
        }
    }
}

#[cfg(unix)]
mod interrupted {
    use super::*;

    fn interrupt(child: &Child) {
        let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    #[test]
    fn at_the_prompt_the_program_ends_and_the_record_stays() {
        let folder = folder();
        let mut child = start(&folder, "game.txt", "--side both");
        // Until the program waits for a line, the key is only noted.
        let begin = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < Duration::from_secs(60));
            interrupt(&child);
            std::thread::sleep(Duration::from_millis(50));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "\nThe game is kept in game.txt\n");
        assert!(read(&folder, "game.txt").ends_with("\n1. P-e4 *\n"));
        assert_eq!(files(folder.path()), ["game.txt"], "no draft is left");
    }

    #[test]
    fn while_the_engine_thinks_it_plays_at_once() {
        let folder = folder();
        let begin = Instant::now();
        let mut child = start(&folder, "game.txt", "--time 600");
        interrupt(&child);
        say(&mut child, "resign\nquit\n");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(begin.elapsed() < Duration::from_secs(120));
        assert!(String::from_utf8(output.stdout).unwrap().contains("\nBeaufort plays "));
        assert!(read(&folder, "game.txt").ends_with(" 0-1\n"));
    }
}
