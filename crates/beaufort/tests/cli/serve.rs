use crate::talk::Talk;
use crate::{beaufort, stderr, stdout};

#[test]
fn where_the_games_are_kept_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut talk = Talk::start_in(folder.path(), "serve --port 0 --data kept");
    let told = talk.hear("The games are kept in ");
    assert!(told[0].starts_with("Beaufort is at http://127.0.0.1:"), "{told:?}");
    assert_eq!(told[1], "The games are kept in kept");
    assert!(folder.path().join("kept").is_dir());
}

#[test]
fn a_folder_of_games_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut talk = Talk::start_in(folder.path(), "serve --port 0 --data kept");
    let told = talk.hear("The games are kept in ");
    let (address, _) = told[0].strip_prefix("Beaufort is at ").unwrap().split_once(' ').unwrap();
    let mut second = beaufort("serve --data kept");
    second.current_dir(folder.path());
    let (status, message) = stderr(second);
    assert_eq!(status, Some(1));
    assert_eq!(message, format!("error: cannot serve the games in kept: {address} serves them already\n"));
    // Where no browser can be found the address is told all the same.
    let mut opened = beaufort("serve --open --port 0 --data kept");
    let output = opened.current_dir(folder.path()).env("PATH", "").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(&format!("Beaufort is at {address} already\n")), "{text}");
}

#[test]
fn the_help_tells_what_is_usual() {
    let help = stdout(beaufort("serve --help")).split_whitespace().collect::<Vec<_>>().join(" ");
    for usual in ["8437", "one for each processor, 2 to 8", "in a folder for your data"] {
        assert!(help.contains(usual), "{usual}: {help}");
    }
}

#[test]
fn games_of_the_users_own_are_checked_first() {
    let folder = tempfile::tempdir().unwrap();
    let write = |id: &str| {
        let text = format!("extends = \"orthochess\"\nid = \"{id}\"\n");
        std::fs::write(folder.path().join(format!("{id}.toml")), text).unwrap();
    };
    write("my");
    write("typhoon");
    for (files, expected) in [
        ("--game-file gone.toml", "error: cannot read `gone.toml`: "),
        ("--game-file my.toml --game-file my.toml", "error: two games have the id `my`\n"),
        ("--game-file typhoon.toml", "error: two games have the id `typhoon`\n"),
    ] {
        let mut run = beaufort(&format!("serve --port 0 --data kept {files}"));
        run.current_dir(&folder);
        let (status, error) = stderr(run);
        assert_eq!(status, Some(2), "{files}");
        assert!(error.starts_with(expected), "{files}: {error}");
    }
    assert!(!folder.path().join("kept").exists());
}

#[test]
fn who_listens_to_other_machines_says_under_which_name() {
    for (arguments, problem) in [
        ("serve --listen 0.0.0.0", "error: other machines can reach 0.0.0.0\n"),
        ("serve --public-url chess.example.org", "a public address is `https://` and the name of a host"),
        (
            "serve --public-url https://chess.example.org/games",
            "a public address is `https://` and the name of a host",
        ),
    ] {
        let (status, message) = stderr(beaufort(arguments));
        assert_eq!(status, Some(2), "{arguments}");
        assert!(message.contains(problem), "{message}");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut talk =
        Talk::start_in(folder.path(), "serve --port 0 --data kept --public-url https://chess.example.org");
    let told = talk.hear("The games are kept in ");
    assert!(told[0].starts_with("Beaufort is at https://chess.example.org/ "), "{told:?}");
}
