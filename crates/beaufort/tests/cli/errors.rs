use std::fs;
use std::time::{Duration, Instant};

use crate::{WriteStdin as _, beaufort, stderr, stdout};

/// Checks the exact message of a command line that makes no sense.
fn check(arguments: &str, expected: &str) {
    let (status, error) = stderr(beaufort(arguments));
    assert_eq!((status, error.as_str()), (Some(2), expected), "{arguments}");
}

#[test]
fn wrong_names() {
    check("moves sciroco", "error: there is no game `sciroco`\nhint: did you mean `scirocco`?\n");
    check(
        "show checkers",
        "error: there is no game `checkers`\n\
         hint: `beaufort games` lists the games; --game-file FILE reads one of your own\n",
    );
    check("bench checkers", "error: there is no game `checkers`\nhint: `beaufort games` lists the games\n");
    check("show scirocco Dervsh", "error: Scirocco has no piece `Dervsh`\nhint: did you mean `Dervish`?\n");
    check(
        "show scirocco 17",
        "error: Scirocco has no piece `17`\nhint: `beaufort show scirocco` lists the pieces\n",
    );
    check(
        "show scirocco --output board.bmp",
        "error: `.bmp` is no kind of picture\nhint: name the file .svg, .png or .txt, or tell the kind: --format KIND\n",
    );
    check("perft 3", "error: no depth is told\nhint: name it after the game: `beaufort perft scirocco 3`\n");
    check(
        "moves",
        "error: no game is named\nhint: name one from `beaufort games`, or a file of your own with --game-file\n",
    );
    check("perft scirocco many", "error: `many` is no depth: expected 0 to 99\n");
    check("perft scirocco 100", "error: `100` is no depth: expected 0 to 99\n");
    check(
        "perft scirocco 3 --game-file x.toml",
        "error: `scirocco` and --game-file both name a game\nhint: leave out one\n",
    );
}

#[test]
fn what_would_do_nothing_is_refused() {
    for arguments in [
        "show scirocco --scale 3",
        "show scirocco Dervish --scale 3 --format text",
        "show scirocco Dervish --scale 3 --format svg",
    ] {
        check(
            arguments,
            "error: --scale is for pictures of pixels\nhint: name a .png file, or tell the kind: --format png\n",
        );
    }
    let (status, error) = stderr(beaufort("show scirocco Dervish --flip"));
    assert_eq!(status, Some(2));
    assert!(error.contains("cannot be used with") && error.contains("'--flip'"), "{error}");
}

#[test]
fn the_usage_has_the_game_or_a_file() {
    for (command, rest) in [
        ("moves", ""),
        ("show", " [PIECE]"),
        #[cfg(feature = "plots")]
        ("study", ""),
        ("trial", ""),
        ("tune", ""),
        ("train", ""),
        ("perft", " <DEPTH>"),
        ("match", " <A> <B>"),
    ] {
        let help = stdout(beaufort(&format!("{command} --help")));
        let usage = format!(
            "\nUsage: beaufort {command} [OPTIONS] <GAME>{rest}\n       \
             beaufort {command} [OPTIONS] --game-file <FILE>{rest}\n"
        );
        assert!(help.contains(&usage), "{help}");
    }
}

#[test]
fn wrong_arguments_get_the_same_status() {
    for arguments in
        ["", "perft scirocco 100", "perft scirocco many", "show scirocco --flip", "moves scirocco -x"]
    {
        assert_eq!(beaufort(arguments).output().unwrap().status.code(), Some(2), "{arguments}");
    }
}

#[test]
fn a_wrong_game_file_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, "extends = \"scirocco\"\nid = \"mine\"\nname = \"Mine\"\nyear = 2024\n[piece.Wazir]\nability = \"WW\"\n")
        .unwrap();
    let mut command = beaufort("moves --game-file");
    command.arg(&path);
    let (status, error) = stderr(command);
    assert_eq!(status, Some(2));
    let begin = format!("error: {}:6:12: `WW` is not a word of the language", path.display());
    assert!(error.starts_with(&begin), "{error}");
}

#[test]
fn what_cannot_be_read_or_written() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing").join("x.svg");
    let mut read = beaufort("moves --game-file");
    read.arg(&missing);
    let (status, error) = stderr(read);
    assert_eq!(status, Some(2));
    assert!(error.starts_with(&format!("error: cannot read `{}`: ", missing.display())), "{error}");
    let mut write = beaufort("show scirocco --output");
    write.arg(&missing);
    let (status, error) = stderr(write);
    assert_eq!(status, Some(1));
    assert!(error.starts_with(&format!("error: cannot write `{}`: ", missing.display())), "{error}");
}

/// Returns the status of a run whose output goes where nothing can be written.
#[cfg(target_os = "linux")]
fn status_at_full_disk(arguments: &[&str]) -> Option<i32> {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_beaufort"));
    command.args(arguments).stdout(full).status().unwrap().code()
}

#[test]
fn exit_statuses_are_as_documented() {
    assert_eq!(stderr(beaufort("games")).0, Some(0));
    assert_eq!(stderr(beaufort("games --nonsense")).0, Some(2));
    assert_eq!(stderr(beaufort("moves scirocco --position nonsense")).0, Some(2));
    #[cfg(target_os = "linux")]
    for arguments in [&["games"][..], &["--help"], &["help", "study"], &["--version"]] {
        assert_eq!(status_at_full_disk(arguments), Some(1), "{arguments:?}");
    }
    let help = stdout(beaufort("--help"));
    let page = include_str!("../../../../docs/command-line.md");
    for status in [0, 1, 2, 130] {
        assert!(help.contains(&format!("\n  {status:<4} ")), "{status}: {help}");
        assert!(page.contains(&format!("\n| {status} | ")), "{status}");
    }
}

#[test]
fn files_are_read_up_to_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("big.toml"), " ".repeat((1 << 20) + 1)).unwrap();
    fs::write(folder.path().join("child.toml"), "extends = \"big\"\nid = \"child\"\n").unwrap();
    for file in ["big.toml", "child.toml"] {
        let mut run = beaufort(&format!("moves --game-file {file}"));
        run.current_dir(&folder);
        let expected = "error: `big.toml` is too long: a game file holds at most 1 MiB\n";
        assert_eq!(stderr(run), (Some(2), expected.to_owned()), "{file}");
    }
    #[cfg(unix)]
    {
        let (status, error) = stderr(beaufort("moves --game-file /dev/zero"));
        assert_eq!(status, Some(2));
        assert!(error.ends_with("is too long: a game file holds at most 1 MiB\n"), "{error}");
    }
    let mut long = beaufort("moves scirocco --stdin");
    long.write_stdin("1".repeat((1 << 20) + 1) + "\n");
    assert_eq!(stderr(long), (Some(2), "error: line 1: the line is too long\n".to_owned()));
}

#[test]
fn many_mistakes_are_told_soon() {
    let folder = tempfile::tempdir().unwrap();
    let keys: String = (0..60_000).map(|n| format!("k{n} = {n}\n")).collect();
    let tables: String = (0..20_000).map(|n| format!("[piece.x{n}]\nkey = 1\n")).collect();
    let lists = format!("remove-pieces = [{}]\n", "\"a\",".repeat(200_000));
    let texts = format!("[piece.x]\nability = \"{}\"\n", "W + ".repeat(200_000));
    let wrong = format!("[piece.x]\n{}", (0..900).map(|n| format!("k{n} = 1\n")).collect::<String>());
    for (name, text) in
        [("keys", keys), ("tables", tables), ("lists", lists), ("texts", texts), ("wrong", wrong)]
    {
        fs::write(folder.path().join("x.toml"), text).unwrap();
        let mut run = beaufort("moves --game-file x.toml");
        run.current_dir(&folder);
        let start = Instant::now();
        let (status, error) = stderr(run);
        assert!(start.elapsed() < Duration::from_secs(60), "{name}");
        assert_eq!(status, Some(2), "{name}");
        assert!((1..=101).contains(&error.matches("error: ").count()), "{name}: {}", error.len());
        assert!(error.len() < 100_000, "{name}: {}", error.len());
    }
}

/// Two purposes of one file would destroy each other's data.
#[test]
fn one_file_for_two_purposes_is_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[K]9/10/10/10/10/10/10/10/10/9(K) b\n";
    for (arguments, expected) in [
        (
            "match scirocco random random --games 2 --state a --records ./a",
            "--state and --records are one file, `./a`",
        ),
        (
            "match scirocco random random --games 2 --openings a --records a",
            "--openings and --records are one file, `a`",
        ),
        #[cfg(feature = "plots")]
        ("train orthochess --games 2 --data a --out a", "--data and --out are one file, `a`"),
        #[cfg(feature = "plots")]
        (
            "train orthochess --games 2 --data g --out a.train",
            "--out and the training that goes on are one file, `a.train`",
        ),
        #[cfg(feature = "plots")]
        ("tune orthochess --games 2 --data a --out a", "--data and --out are one file, `a`"),
        ("pool a a", "FILE and FILE are one file, `a`"),
    ] {
        fs::write(folder.path().join("a"), game).unwrap();
        let mut command = beaufort(arguments);
        command.current_dir(&folder);
        let (status, error) = stderr(command);
        assert_eq!(
            (status, error),
            (Some(2), format!("error: {expected}\nhint: name different files\n")),
            "{arguments}"
        );
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), game);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{arguments}");
    }
}

/// A file may be a text without an end of line.
#[test]
fn what_another_program_has_written_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut commands = vec!["match orthochess random random --games 2 --max-plies 4 --state mine"];
    if cfg!(feature = "plots") {
        commands.push("tune orthochess --games 2 --nodes 1 --data mine --out t.toml");
        commands.push("train orthochess --games 2 --nodes 1 --data mine --out t.net");
    }
    for text in ["my notes", "{\"name\":\"x\"}"] {
        fs::write(folder.path().join("mine"), text).unwrap();
        for arguments in &commands {
            let mut command = beaufort(arguments);
            command.current_dir(&folder);
            let (status, error) = stderr(command);
            assert_eq!(status, Some(2), "{arguments}: {error}");
            assert!(
                error.starts_with("error: mine") || error.starts_with("error: `mine` is a file"),
                "{error}"
            );
            assert_eq!(fs::read_to_string(folder.path().join("mine")).unwrap(), text, "{arguments}");
        }
    }
}

/// Links stay links, permissions stay, and devices and pipes are written directly.
#[cfg(unix)]
#[test]
fn what_stands_at_the_place_of_an_output_is_respected() {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let show = |name: &str| {
        let mut command = beaufort("show scirocco Pawn --format svg --output");
        command.arg(name).current_dir(&folder);
        command
    };
    fs::write(at("target.svg"), "old").unwrap();
    fs::set_permissions(at("target.svg"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("target.svg", at("link.svg")).unwrap();
    stdout(show("link.svg"));
    assert!(fs::symlink_metadata(at("link.svg")).unwrap().is_symlink());
    assert!(fs::read_to_string(at("target.svg")).unwrap().starts_with("<svg "));
    assert_eq!(fs::metadata(at("target.svg")).unwrap().permissions().mode() & 0o777, 0o600);

    let made = std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap();
    assert!(made.success());
    let pipe = at("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    stdout(show("pipe"));
    assert!(reader.join().unwrap().starts_with("<svg "));
    assert!(fs::metadata(at("pipe")).unwrap().file_type().is_fifo());

    let long = format!("{}.svg", "n".repeat(250));
    stdout(show(&long));
    assert!(at(&long).exists());
}

#[test]
fn a_game_that_is_extended_is_meant_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), "extends = \"scirocc\"\nid = \"mine\"\n").unwrap();
    let mut show = beaufort("show --game-file mine.toml");
    show.current_dir(&folder);
    let expected =
        "error: mine.toml:1:11: there is no game `scirocc` to extend\nhint: did you mean `scirocco`?\n";
    assert_eq!(stderr(show), (Some(2), expected.to_owned()));
}

#[test]
fn a_game_of_ones_own_has_an_id_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    for id in ["typhoon", "chess"] {
        fs::write(&path, format!("extends = \"scirocco\"\nid = \"{id}\"\nsetup = []\n")).unwrap();
        let mut show = beaufort("show --game-file");
        show.arg(&path);
        let (status, error) = stderr(show);
        let expected = format!(
            "error: {}: the id `{id}` is that of a built-in game\n\
             hint: give it another `id`; those that `beaufort games` lists are taken\n",
            path.display()
        );
        assert_eq!((status, error), (Some(2), expected));
    }
    // The file of the built-in game itself.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/orthochess.toml");
    stdout(beaufort(&format!("show --game-file {file}")));
}
