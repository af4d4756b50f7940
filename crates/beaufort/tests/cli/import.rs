//! Games and pieces of other programs.

use std::fs;

use tempfile::tempdir;

use crate::{WriteStdin as _, beaufort, stderr, stdout};

const VARIANTS: &str = "\
# Chess in which stalemate loses.
[strict:chess]
stalemateValue = loss
[hill:chess]
flagPiece = k
flagRegion = e4
oppositeCastling = true
";

#[test]
fn variants_become_game_files_with_a_report() {
    let folder = tempdir().unwrap();
    let mut command = beaufort("import - --game strict");
    command.write_stdin(VARIANTS).current_dir(&folder);
    let told = stdout(command);
    assert!(told.starts_with("strict: imported whole\n  said          "), "{told}");
    assert!(told.contains("  said          stalemateValue = loss\n"), "{told}");
    let mut command = beaufort("perft --game-file strict.toml 2");
    command.current_dir(&folder);
    assert!(stdout(command).contains("400"));
    let mut command = beaufort("import - --out .");
    command.write_stdin(VARIANTS).current_dir(&folder);
    let told = stdout(command);
    assert!(told.contains("hill: not all of its rules are imported\n"), "{told}");
    assert!(told.contains("  not said      oppositeCastling = true: "), "{told}");
    let text = fs::read_to_string(folder.path().join("hill.toml")).unwrap();
    assert!(text.contains("# Missing: oppositeCastling: "), "{text}");
}

#[test]
fn built_in_variants_need_no_file() {
    let folder = tempdir().unwrap();
    let mut command = beaufort("import --game courier");
    command.current_dir(&folder);
    stdout(command);
    assert!(folder.path().join("fairy-courier.toml").exists());
    let (status, told) = stderr(beaufort("import --game nonesuch"));
    assert_eq!(status, Some(2));
    assert!(told.starts_with("error: there is no variant `nonesuch`\nhint: built in are 3check, "), "{told}");
}

#[test]
fn who_imports_nothing_is_told() {
    for (command, told) in [
        (
            "import /dev/null",
            "error: /dev/null: there is no variant in it\nhint: a variant of Fairy-Stockfish is a section",
        ),
        (
            "import /dev/null --from betza",
            "error: there is no piece in it\nhint: a piece stands on a line of its own",
        ),
    ] {
        let (status, stderr) = stderr(beaufort(command));
        assert_eq!(status, Some(2), "{command}");
        assert!(stderr.starts_with(told), "{stderr}");
    }
}

#[test]
fn mistakes_are_told_with_their_places() {
    let mut command = beaufort("import -");
    command.write_stdin("[a:chess]\nmaxRank = 99\nkoenig = k\n");
    let (status, told) = stderr(command);
    assert_eq!(status, Some(2));
    assert_eq!(
        told,
        "error: -:2:11: `99` is not a number from 1 to 16\nerror: -:3:1: `koenig` is not a key\n"
    );
}

#[test]
fn a_diagram_has_the_name_of_its_file() {
    let folder = tempdir().unwrap();
    let text = "files=10\nmorph=x\nPawn::::a2-j2\nCamel:C:L::b1,i1\nKing::::f1\n";
    fs::write(folder.path().join("camels.txt"), text).unwrap();
    let mut command = beaufort("import camels.txt --from diagram");
    command.current_dir(&folder);
    let told = stdout(command);
    assert!(told.starts_with("camels: not all of its rules are imported\n"), "{told}");
    assert!(told.contains("  not said      morph = x: the import does not know this setting\n"), "{told}");
    let mut command = beaufort("perft --game-file camels.toml 1");
    command.current_dir(&folder);
    assert!(stdout(command).contains("26"));
    let mut command = beaufort("import - --from diagram");
    command.write_stdin("files=10\nKing::K9x::e1");
    let (status, told) = stderr(command);
    assert_eq!(status, Some(2));
    assert_eq!(told, "error: -:2:10: an atom such as `W` or `(3,1)` is missing after the modifiers\n");
}

#[test]
fn pieces_in_betza_are_said_in_words() {
    let mut command = beaufort("import - --from betza");
    command.write_stdin("FfW\nmRcpR\n");
    assert_eq!(stdout(command), "F + forward W\nR (moving) + R over one piece (capturing)\n");
    let mut command = beaufort("import - --from betza");
    command.write_stdin("F\nX\n");
    let (status, told) = stderr(command);
    assert_eq!(status, Some(2));
    assert!(told.starts_with("error: line 2, column 1: `X` is no atom: expected one of WFDN"), "{told}");
}

/// A program that lists the turns of chess, or fewer.
#[cfg(unix)]
#[test]
fn another_program_is_the_judge() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempdir().unwrap();
    let script = folder.path().join("judge.sh");
    let talk = "case \"$line\" in uci) echo uciok;; isready) echo readyok;; quit) exit;; \
                'go perft 1') echo 'a2a3: 1'; echo; echo 'Nodes searched: 19';; esac";
    fs::write(&script, format!("#!/bin/sh\nwhile read -r line; do {talk}; done\n")).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = beaufort("import - --game strict --check");
    command.arg(&script).write_stdin(VARIANTS).current_dir(&folder);
    let (status, told) = stderr(command);
    assert_eq!(status, Some(2));
    let expected = format!("error: strict: 20 leaves at depth 1, but 19 by `{}`\n", script.display());
    assert!(told.ends_with(&expected), "{told}");
}

#[test]
fn games_are_exported_with_what_is_not_said() {
    let (text, told) = (stdout(beaufort("export grand")), stderr(beaufort("export grand")).1);
    assert!(text.contains("\n[beaufort-grand]\nmaxRank = 10\n") && text.contains("\npawn = p\n"), "{text}");
    assert!(text.contains("# not said: ending.dead: "), "{text}");
    assert!(told.starts_with("warning: not said: ending.dead: "), "{told}");
    let (status, told) = stderr(beaufort("export scirocco --strict"));
    assert_eq!(status, Some(2));
    assert!(told.starts_with("error: Scirocco cannot be exported whole: "), "{told}");
    assert!(told.contains("\nhint: without --strict "), "{told}");
}
