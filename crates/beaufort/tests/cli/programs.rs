//! Other programs as players: well-behaved ones, and ones that hang, break down and talk nonsense.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::{beaufort, stderr};

/// White mates at once: in the first game of a pair the program is asked, in the second it has lost before.
const MATE: &str = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1\n";

/// A program that speaks UCI; `$GO` is done when it is asked for a turn.
const UCI: &str = "case \"$line\" in uci) echo 'id name fake'; echo 'option name Hash type spin default 1'; echo uciok;; \
                   isready) echo readyok;; go*) $GO;; quit) exit;; esac";
/// The same for CECP.
const CECP: &str = "case \"$line\" in protover*) echo 'feature ping=1 setboard=1 usermove=1 done=1';; \
                    ping*) echo pong ${line#ping };; go) $GO;; quit) exit;; esac";

/// Plays a pair of games against a program, and returns the result and the messages.
fn play(protocol: &str, talk: &str, go: &str, settings: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("fake.sh");
    let talk = talk.replace("$GO", go);
    fs::write(&script, format!("#!/bin/sh\nwhile read -r line; do {talk}; done\n")).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("openings.txt"), MATE).unwrap();
    let mut command = beaufort("match orthochess --games 2 --openings openings.txt --threads 1 greedy");
    command.arg(format!("{protocol}:{} {settings}", script.display())).current_dir(&folder);
    let output = command.output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn well_behaved_programs_win_what_they_can() {
    for (protocol, talk, go) in [
        ("uci", UCI, "echo info depth 3 score mate 1 nodes 1000; echo bestmove g6g7 ponder h8g8"),
        ("cecp", CECP, "echo 3 100001 1 1000 Qg7; echo move g6g7"),
    ] {
        let (result, told) = play(protocol, talk, go, "time=2");
        assert!(result.contains("\nW-D-L    1-0-1\n"), "{protocol}: {result}{told}");
        assert!(result.ends_with("\nillegal  0\noverruns 0\nfailures 0\n"), "{result}");
    }
}

#[test]
fn mistakes_lose_the_game_and_are_told() {
    for (protocol, talk, go, settings, expected, counts) in [
        ("uci", UCI, "echo bestmove a1a8", "time=2", "fake gave an illegal turn, `a1a8`\n", [1, 0, 0]),
        ("uci", UCI, "echo bestmove", "time=2", "fake gave an illegal turn, `nothing`\n", [1, 0, 0]),
        ("uci", UCI, "exit 3", "time=2", "fake ended (exit status: 3)\n", [0, 0, 1]),
        ("uci", UCI, "kill -9 $$", "time=2", "fake ended (signal: 9 (SIGKILL))\n", [0, 0, 1]),
        ("uci", UCI, "exec sleep 60", "depth=3 patience=0.3", "fake took 0.", [0, 1, 0]),
        ("uci", UCI, "exec sleep 60", "time=0.1", "fake took 0.", [0, 1, 0]),
        ("uci", UCI, "while true; do echo rubbish; done", "time=0.1", "fake took 0.", [0, 1, 0]),
        (
            "uci",
            UCI,
            "printf '\\377\\000 bestmove\\n'; exit",
            "time=2",
            "fake ended (exit status: 0)\n",
            [0, 0, 1],
        ),
        ("cecp", CECP, "echo move e2e4", "time=2", "fake gave an illegal turn, `e2e4`\n", [1, 0, 0]),
        (
            "cecp",
            CECP,
            "echo 'Error (unknown command): go'",
            "time=2",
            "fake says: Error (unknown",
            [0, 0, 1],
        ),
        ("cecp", CECP, "exec sleep 60", "tc=0.1", "fake took 0.", [0, 1, 0]),
    ] {
        let (result, told) = play(protocol, talk, go, settings);
        assert!(result.contains("\nW-D-L    2-0-0\n"), "{go}: {result}{told}");
        assert!(told.starts_with(&format!("game 2, turn 1: {expected}")), "{go}: {told}");
        let [illegal, overruns, failures] = counts;
        let counted = format!("\nillegal  {illegal}\noverruns {overruns}\nfailures {failures}\n");
        assert!(result.ends_with(&counted), "{go}: {result}");
    }
}

#[test]
fn programs_that_cannot_play_are_refused_at_once() {
    for (protocol, talk, settings, expected) in [
        ("uci", "exit 4", "", "error: fake ended (exit status: 4)\n"),
        ("uci", "case $line in uci) echo uciok; exit;; esac", "", "error: fake ended (exit status: 0)\n"),
        ("uci", UCI, "option.Style=wild", "error: fake has no option `Style`\n"),
        (
            "cecp",
            "case $line in protover*) echo 'feature variants=\"x,y\" done=1';; esac",
            "variant=z",
            "error: fake does not play `z`\n",
        ),
    ] {
        let (result, told) = play(protocol, talk, "true", settings);
        assert_eq!((result.as_str(), told.as_str()), ("", expected), "{talk}");
    }
}

/// A program that dies in every game is started anew for the next.
#[test]
fn programs_are_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("fake.sh");
    let talk = UCI.replace("$GO", "exit 1");
    fs::write(&script, format!("#!/bin/sh\necho x >> starts\nwhile read -r line; do {talk}; done\n"))
        .unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = beaufort("match orthochess random --games 4 --threads 1");
    command.arg(format!("uci:{}", script.display())).current_dir(&folder);
    let (status, told) = stderr(command);
    assert_eq!((status, told.matches("fake ended (exit status: 1)").count()), (Some(0), 4), "{told}");
    // One more was started to see whether it can.
    assert_eq!(fs::read_to_string(folder.path().join("starts")).unwrap().lines().count(), 5);
}

/// Plays Scirocco against a copy of this program that speaks a protocol, and returns the result.
fn play_copy(protocol: &str, arguments: &str) -> String {
    let program = env!("CARGO_BIN_EXE_beaufort");
    let mut command = beaufort(&format!("match scirocco engine:depth=2 --threads 1 {arguments}"));
    command.arg(format!("{protocol}:'{program}' {protocol} depth=2"));
    let output = command.output().unwrap();
    let result = String::from_utf8(output.stdout).unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(result.ends_with("\nillegal  0\noverruns 0\nfailures 0\n"), "{protocol}: {result}{told}");
    result
}

/// Two copies of this program play each other as two versions would.
#[test]
fn versions_play_each_other() {
    for protocol in ["uci", "cecp"] {
        let result = play_copy(protocol, "--games 2 --max-plies 30");
        assert!(
            result.contains("\npairs    0 0 1 0 0  "),
            "the same turns with both sides: {protocol}: {result}"
        );
    }
}

/// Turns that chess does not have: the side to move wins by a leap over the last piece, or by a promotion.
#[test]
fn every_turn_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    let leap = "(K)9/10/10/10/10/10/10/10/(P)9/[Za]3[K]5 b";
    let promotion = "(K)9/10/1[N]8/10/10/10/10/(P)9/10/[K]9 b";
    fs::write(&openings, format!("{leap}\n{promotion}\n")).unwrap();
    for protocol in ["uci", "cecp"] {
        let result = play_copy(protocol, &format!("--games 4 --openings {}", openings.display()));
        assert!(result.contains("\nW-D-L    2-0-2\n"), "{protocol}: {result}");
    }
}

/// Reads as HaChu does: it knows no position that is not in its own letters, thinks without memory only until it crashes, and reads
/// whole seconds. The times that it is sent are noted.
const HACHU: &str = "case \"$line\" in \
    protover*) echo 'feature ping=1 setboard=1 usermove=1 memory=1 variants=\"normal,chu\" myname=\"HaChu 0.21\" done=1';; \
    memory*) memory=1;; ping*) echo pong ${line#ping };; \
    setboard*) echo \"tellusererror Unknown piece in setup\"; exit 255;; \
    st*|level*|time*) echo $line >> told;; \
    go) [ \"$memory\" ] || kill -SEGV $$; echo move e2e4;; quit) exit;; esac";

#[test]
fn a_program_that_reads_as_hachu_does_is_told_what_it_understands() {
    for (settings, expected) in [
        ("time=2", "st 2\n"),
        ("time=0.05", "level 1 0:01 0\ntime 5\n"),
        ("time=1.5", "level 1 0:02 0\ntime 150\n"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("fake.sh");
        fs::write(&script, format!("#!/bin/sh\nwhile read -r line; do {HACHU}; done\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = beaufort("match orthochess --games 2 --max-plies 2 --threads 1 greedy");
        command.arg(format!("cecp:{} {settings}", script.display())).current_dir(&folder);
        let (_, told) = stderr(command);
        // It is illegal for Black alone, in the first game of the pair.
        assert!(told.starts_with("game 1, turn 1: fake gave an illegal turn, `e2e4`\n"), "{told}");
        assert!(!told.contains("game 2"), "{told}");
        let noted = fs::read_to_string(folder.path().join("told")).unwrap();
        assert!(noted.starts_with(expected), "{noted}");
    }
}

/// HaChu, Debian's package `hachu`, is looked for in the path; `HACHU=/path/to/it` names another.
#[test]
fn hachu_plays_a_game_that_it_knows() {
    let program = std::env::var("HACHU").unwrap_or_else(|_| "hachu".to_owned());
    let places = std::env::var_os("PATH").unwrap_or_default();
    let folder = std::env::split_paths(&places)
        .chain(["/usr/games".into()])
        .find(|folder| folder.join(&program).exists())
        .expect("HaChu is installed (Debian: apt-get install hachu)");
    for time in ["time=1", "time=0.05", "tc=5+0.1"] {
        let mut command =
            beaufort("match shatranj --games 2 --max-plies 24 --threads 1 --tolerance 5000 greedy");
        command.arg(format!("cecp:{} {time}", folder.join(&program).display()));
        let output = command.output().unwrap();
        let result = String::from_utf8(output.stdout).unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(result.ends_with("\nillegal  0\noverruns 0\nfailures 0\n"), "{time}: {result}{told}");
    }
}
