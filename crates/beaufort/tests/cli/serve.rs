use std::path::Path;
use std::process::Command;
use std::time::Duration;

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
    // The address is printed even if no browser is found.
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
        ("--game-file typhoon.toml", "error: typhoon.toml: the id `typhoon` is that of a built-in game\n"),
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

#[test]
fn an_option_comes_before_the_environment_and_that_before_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings/beaufort.toml");
    std::fs::create_dir(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "port = 0\ndata = \"of-the-file\"\nlog = \"info\"\n").unwrap();
    let kept = |with_environment: bool, with_option: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_beaufort"));
        command.args(["serve", "--config", "settings/beaufort.toml"]).current_dir(folder.path());
        if with_environment {
            command.env("BEAUFORT_DATA", "of-the-environment");
        }
        if with_option {
            command.args(["--data", "of-the-option"]);
        }
        let told = Talk::with(command).hear("The games are kept in ");
        // Port 0 is any that is free, and not the usual one.
        assert!(!told[0].contains(":8437/"), "{told:?}");
        told[1].strip_prefix("The games are kept in ").unwrap().to_owned()
    };
    // Paths in a file are relative to its folder.
    assert_eq!(Path::new(&kept(false, false)), Path::new("settings/of-the-file"));
    assert_eq!(kept(true, false), "of-the-environment");
    assert_eq!(kept(true, true), "of-the-option");
}

#[test]
fn settings_that_cannot_be_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    for (text, problem) in [
        ("port = 70000\n", "line 1"),
        ("\nprot = 8080\n", "line 2"),
        ("public-url = \"chess.example.org\"\n", "a public address is `https://` and the name of a host"),
        ("engines = 65\n", "`engines` is 65; it may be 1 to 64"),
        ("hash = 0\n", "`hash` is 0; it may be 1 to 65536"),
        ("log = \"=,=\"\n", "--log `=,=`"),
    ] {
        std::fs::write(folder.path().join("beaufort.toml"), text).unwrap();
        let mut command = beaufort("serve --port 0 --data kept --config beaufort.toml");
        command.current_dir(folder.path());
        let (status, message) = stderr(command);
        assert_eq!(status, Some(2), "{text}: {message}");
        assert!(message.starts_with("error: ") && message.contains(problem), "{text}: {message}");
    }
    let mut command = beaufort("serve --config gone.toml");
    command.current_dir(folder.path());
    assert!(stderr(command).1.starts_with("error: cannot read `gone.toml`: "));
    assert!(!folder.path().join("kept").exists());
}

#[test]
fn a_database_that_cannot_be_is_refused_and_its_password_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = "postgres://me:secret@127.0.0.1:1/chess";
    let refused = |mut command: Command, problem: &str| {
        command.current_dir(&folder);
        let (status, message) = stderr(command);
        assert_eq!(status, Some(2), "{message}");
        assert!(message.starts_with("error: ") && message.contains(problem), "{message}");
        assert!(!message.contains("secret"), "{message}");
    };
    let connecting = "cannot open the games in postgres://me@127.0.0.1:1/chess: error connecting to server: ";
    refused(beaufort(&format!("serve --port 0 --database {nobody}")), connecting);
    for text in ["mysql://me:secret@db/chess", "postgres://me:secret@db:port/chess", "secret"] {
        refused(beaufort(&format!("serve --database {text}")), "the address of a database is `postgres://");
    }
    let encrypted = "postgres://me:secret@127.0.0.1:1/chess?sslmode=require";
    refused(
        beaufort(&format!("serve --port 0 --database {encrypted}")),
        "cannot open the games in postgres://me@127",
    );
    let mut command = beaufort("serve --port 0");
    command.env("BEAUFORT_DATABASE", nobody);
    refused(command, connecting);
    for (rest, problem) in
        [("\"\nport = 0\n", connecting), ("\"\nport = \"no\"\n", "line 2"), ("\n", "line 1")]
    {
        std::fs::write(folder.path().join("beaufort.toml"), format!("database = \"{nobody}{rest}")).unwrap();
        refused(beaufort("serve --config beaufort.toml"), problem);
    }
}

#[test]
fn letters_need_a_mail_server_and_a_sender_and_a_password_is_not_repeated() {
    let refused = |settings: &str, problem: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("beaufort.toml"), settings).unwrap();
        let mut command = beaufort("serve --port 0 --data kept --config beaufort.toml");
        command.current_dir(&folder);
        let (status, message) = stderr(command);
        assert_eq!(status, Some(2), "{message}");
        assert!(message.starts_with("error: ") && message.contains(problem), "{message}");
        assert!(!message.contains("secret"), "{message}");
        assert!(!folder.path().join("kept").exists());
    };
    let from = "mail-from = \"Beaufort <chess@example.org>\"";
    refused(from, "letters need a mail server");
    refused("mail-server = \"smtps://me:secret@mail.example.org\"", "letters need an address");
    refused("mail-from = \"Beaufort\"", "it is an address such as `Beaufort <chess@example.org>`");
    for bad in ["http://me:secret@mail.example.org", "smtp://me:secret@mail.example.org?tls=secret"] {
        refused(&format!("mail-server = \"{bad}\"\n{from}"), "`mail-server` cannot be used: it has the form");
    }
}

#[test]
fn games_go_on_when_the_server_is_killed_and_the_log_has_no_secrets() {
    kill_and_read_the_log(1, Duration::from_millis(500), &[]);
}

#[test]
fn games_on_postgres_go_on_when_the_server_is_killed_and_the_log_has_no_secrets() {
    let postgres = beaufort_load::PostgresServer::start().unwrap();
    kill_and_read_the_log(
        1,
        Duration::from_millis(500),
        &["--database", &postgres.database("games").unwrap()],
    );
}

#[test]
fn games_on_postgres_and_over_nats_go_on_at_other_servers_when_one_is_killed_and_the_log_has_no_secrets() {
    let (postgres, nats) =
        (beaufort_load::PostgresServer::start().unwrap(), beaufort_load::NatsServer::start().unwrap());
    let database = postgres.database("games").unwrap();
    let report =
        kill_and_read_the_log(3, Duration::from_secs(4), &["--database", &database, "--nats", &nats.url()]);
    assert!(report.pause < Duration::from_secs(10), "{report}");
}

/// The load test with a few games, a server that is killed, and all that can be logged.
fn kill_and_read_the_log(servers: usize, kill_every: Duration, further: &[&str]) -> beaufort_load::Report {
    let folder = tempfile::tempdir().unwrap();
    let options = beaufort_load::Options {
        program: env!("CARGO_BIN_EXE_beaufort").into(),
        arguments: ["--log", "trace", "--hash", "1", "--engines", "1"]
            .iter()
            .chain(further)
            .map(|&argument| argument.to_owned())
            .collect(),
        servers,
        data: folder.path().to_owned(),
        games: 4,
        rulesets: vec!["scirocco".to_owned(), "orthochess".to_owned()],
        pace: Duration::from_millis(20),
        time: 2 * kill_every,
        turns: 20,
        kill_every: Some(kill_every),
        hostile: 2,
        besiegers: 0,
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let report = runtime.block_on(beaufort_load::run(&options)).unwrap();
    assert!(report.faults.is_empty(), "{report}");
    assert!(report.kills > 0 && report.interruptions > 0 && report.turns >= 80, "{report}");
    let log = std::fs::read_to_string(folder.path().join("server.log")).unwrap();
    assert!(log.contains("DEBUG") && log.contains("/ws/{session}"), "not everything is logged: {log}");
    let line = log.lines().find(|line| line.contains(beaufort_load::SECRET));
    assert_eq!(line, None, "a key, or the name of a session, is logged");
    report
}

#[test]
fn games_are_backed_up_while_a_server_runs_and_restored_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let at = |arguments: &str| {
        let mut command = beaufort(arguments);
        command.current_dir(folder.path());
        command
    };
    let mut talk = Talk::start_in(folder.path(), "serve --port 0 --data kept");
    talk.hear("The games are kept in ");
    let told = stdout(at("serve --data kept --backup one.sqlite"));
    assert_eq!(told, "0 games and 0 accounts of kept are backed up in one.sqlite\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(folder.path().join("one.sqlite")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "nobody else reads it");
    }
    for (arguments, status, problem) in [
        (
            "--data kept --backup one.sqlite",
            2,
            "cannot back up the games in kept: one.sqlite: it exists already\n",
        ),
        ("--data none --backup two.sqlite", 1, "cannot back up the games in none: "),
        (
            "--data kept --backup none/two.sqlite",
            1,
            "cannot back up the games in kept: none/two.sqlite: No such",
        ),
        ("--data kept --restore one.sqlite", 1, "cannot restore the games into kept: http://127.0.0.1:"),
        (
            "--data new --restore gone.sqlite",
            2,
            "cannot restore the games into new: gone.sqlite: there is no such",
        ),
    ] {
        let (found, message) = stderr(at(&format!("serve {arguments}")));
        assert_eq!(found, Some(status), "{message}");
        assert!(message.starts_with(&format!("error: {problem}")), "{message}");
    }
    // Nor is the operator's look at published games in the way of the server.
    assert_eq!(stdout(at("gallery list --data kept")), "");
    let (status, message) = stderr(at("gallery remove own-1 --data kept"));
    assert_eq!(
        (status, &*message),
        (
            Some(2),
            "error: there is no published game `own-1` in kept\nhint: `beaufort gallery list` lists them\n"
        )
    );
    let (status, message) = stderr(at("gallery list --data none"));
    assert!(status == Some(1) && message.contains("there is no such file"), "{message}");
    drop(talk);
    assert!(!folder.path().join("two.sqlite").exists() && !folder.path().join("none").exists());
    let told = stdout(at("serve --data new --restore one.sqlite"));
    assert_eq!(told, "0 games and 0 accounts are restored into new\n");
    Talk::start_in(folder.path(), "serve --port 0 --data new").hear("The games are kept in ");
}

/// A limit on the size of files stands in for a full disk.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_leaves_no_half_a_backup() {
    let folder = tempfile::tempdir().unwrap();
    let mut talk = Talk::start_in(folder.path(), "serve --port 0 --data kept");
    talk.hear("The games are kept in ");
    let backup = "trap '' XFSZ; ulimit -f 16; exec \"$0\" serve --data kept --backup full.sqlite";
    let mut command = Command::new("sh");
    command.args(["-c", backup]).arg(env!("CARGO_BIN_EXE_beaufort")).current_dir(folder.path());
    let output = command.output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.starts_with("error: cannot back up the games in kept: "), "{message}");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["kept"]);
}

/// Only values that do not depend on the speed of the machine are measured here.
#[test]
fn a_server_under_siege_gives_reasons_and_keeps_disk_and_log_small() {
    let folder = tempfile::tempdir().unwrap();
    let options = beaufort_load::Options {
        program: env!("CARGO_BIN_EXE_beaufort").into(),
        arguments: ["--hash", "1", "--engines", "1"].map(str::to_owned).to_vec(),
        servers: 1,
        data: folder.path().to_owned(),
        games: 4,
        rulesets: vec!["scirocco".to_owned(), "orthochess".to_owned()],
        pace: Duration::from_millis(100),
        time: Duration::from_secs(8),
        turns: 5,
        kill_every: None,
        hostile: 0,
        besiegers: 2,
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let report = runtime.block_on(beaufort_load::run(&options)).unwrap();
    assert!(report.faults.is_empty(), "{report}");
    let siege = report.siege.as_ref().unwrap();
    assert!(siege.kinds.len() >= 13, "every kind was tried: {report}");
    assert_eq!(siege.unexplained(), 0, "{report}");
    assert!(siege.kept < 100_000_000 && siege.log < 20_000, "{report}");
}
