use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::{WriteStdin as _, beaufort, stderr, stdout};

#[test]
fn turns_are_sorted_and_distinct() {
    let lines = stdout(beaufort("moves scirocco"));
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 21); // K131
    assert!(lines.is_sorted());
    assert_eq!(
        lines[20],
        "Sc-d1\t(Wa)(D)(Go)(Der)(C)(N)1(St)(A)(Ch)/1(Ma)(Sc)(Co)(F)(W)(K)(Sc)(Pr)1/(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)\
         /10/10/10/10/[P][P][Gu][P][P][P][P][Gu][P][P]/1[Pr]1[K][W][F][Co][Sc][Ma]1/[Ch][A][St][Sc][N][C][Der][Go]\
         [D][Wa] t"
    );
    let mut results: Vec<&str> = lines.iter().map(|line| line.split_once('\t').unwrap().1).collect();
    results.sort_unstable();
    results.dedup();
    assert_eq!(results.len(), 21);
}

/// Wherever a Thunder destroys nothing, it is one turn, and every command gives it the same name.
#[test]
fn turns_of_one_result_are_one_turn() {
    let kings = "12/6(K)5/4(N)(R)6/12/12/12/6[K]5/12 w - - T/- wb";
    let run = |arguments: &str| {
        let mut command = beaufort(arguments);
        command.arg(kings);
        stdout(command)
    };
    let lines = run("moves larger-board --position");
    let results: HashSet<&str> = lines.lines().map(|line| line.split_once('\t').unwrap().1).collect();
    assert_eq!(results.len(), lines.lines().count());
    let divided = run("perft larger-board 1 --divide --position");
    let names = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.split(['\t', ' ']).next()).map(str::to_owned).collect()
    };
    assert_eq!(names(&lines), names(&divided)[..lines.lines().count()]);
}

#[test]
fn the_input_is_answered_line_by_line() {
    let mut command = beaufort("moves scirocco --stdin");
    let over = "[K]9/10/10/10/10/10/10/10/10/9(K) b";
    let one = "[K]9/(W)(R)8/1(R)8/10/10/10/10/10/10/9(K) b";
    command.write_stdin(format!("{over}\n{one}\r\n"));
    assert_eq!(stdout(command), "\n\n");
}

#[test]
fn wrong_lines_of_the_input_are_named() {
    let mut command = beaufort("moves scirocco --stdin");
    let good = "9(K)/9(P)/10/10/10/10/10/10/[P]9/[K]9 b";
    command.write_stdin([b"what\n", good.as_bytes(), b"\n\xff\n\n", good.as_bytes()].concat());
    let output = command.output().unwrap();
    let answer = "K-b1\t9(K)/9(P)/10/10/10/10/10/10/[P]9/1[K]8 t\nK-b2\t9(K)/9(P)/10/10/10/10/10/10/[P][K]8/10 t\n\
                  P-a3\t9(K)/9(P)/10/10/10/10/10/[P]9/10/[K]9 t\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("\n{answer}\n\n\n{answer}\n"));
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = errors.lines().map(|line| line.split(", column").next().unwrap()).collect();
    let expected =
        ["error: line 1: position", "error: line 3: the line is not UTF-8", "error: line 4: position"];
    assert_eq!(lines, expected);
}

#[test]
fn a_wrong_position_is_explained() {
    let mut command = beaufort("moves scirocco --position");
    command.arg("9(K)/9(P)/10/10/10/10/10/10/P/[K]9 b");
    let (status, error) = stderr(command);
    let expected =
        "error: position, column 29: `P` is not allowed here: expected a number, `[id]`, `(id)` or `/`\n";
    assert_eq!((status, error.as_str()), (Some(2), expected));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_beaufort"))
        .args(["moves", "scirocco", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let initial = stdout(beaufort("moves scirocco"));
    let position = initial.lines().next().unwrap().split_once('\t').unwrap().1.to_owned() + "\n";
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // The program goes away in the middle: that is the point.
        while std::io::Write::write_all(&mut stdin, position.as_bytes()).is_ok() {}
    });
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    drop(out);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert!(child.wait().unwrap().success());
    writer.join().unwrap();
    assert!(first.contains('\t'));
    assert_eq!(errors, "");
}
