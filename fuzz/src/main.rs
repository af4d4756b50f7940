//! Runs fuzz targets on stable Rust: `beaufort-fuzz [TARGET] [SECONDS] [SEED]`.
//!
//! Input number N is the same on every machine, so a failure is repeated by its number.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool reports by printing")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use beaufort_fuzz::{TARGETS, Target, input};

/// A batch that takes longer has met an endless loop, or one that is far too slow.
const PATIENCE: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match read(&arguments)
        .and_then(|(targets, time, seed)| targets.iter().try_for_each(|target| fuzz(target, time, seed)))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err((status, message)) => {
            eprintln!("error: {message}");
            ExitCode::from(status)
        }
    }
}

/// An exit status and a message.
type Failure = (u8, String);

/// Reads the arguments: the targets (default: all), the time for each, and the first input's number (default: from
/// the clock).
fn read(arguments: &[String]) -> Result<(Vec<Target>, Duration, u64), Failure> {
    let number =
        |text: &String| text.parse::<u64>().map_err(|_| (2, format!("`{text}` is not a whole number")));
    let targets = match arguments.first() {
        None => TARGETS.to_vec(),
        Some(name) => match TARGETS.iter().find(|target| target.name == name) {
            Some(target) => vec![*target],
            None => {
                let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                return Err((2, format!("no target `{name}`: there are {}", names.join(", "))));
            }
        },
    };
    let seconds = arguments.get(1).map_or(Ok(10), number)?;
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() << 32);
    let seed = arguments.get(2).map_or_else(|| Ok(clock()), number)?;
    Ok((targets, Duration::from_secs(seconds), seed))
}

/// Runs a target for some time.
fn fuzz(target: &Target, time: Duration, seed: u64) -> Result<(), Failure> {
    let corpus = corpus(target).map_err(|error| (1, format!("the corpus of {}: {error}", target.name)))?;
    let start = Instant::now();
    let mut number = seed;
    loop {
        batch(target, &corpus, number)?;
        number = number.wrapping_add(target.batch);
        if start.elapsed() >= time {
            break;
        }
    }
    println!("{}: {} inputs from {seed} on passed", target.name, number.wrapping_sub(seed));
    Ok(())
}

/// Runs a batch of inputs, beginning with the given number, in a thread of its own: a stack overflow names its thread.
fn batch(target: &Target, corpus: &[Vec<u8>], first: u64) -> Result<(), Failure> {
    let (target, corpus) = (*target, corpus.to_vec());
    let (report, result) = mpsc::channel();
    let work = move || {
        let failed = (0..target.batch).map(|n| first.wrapping_add(n)).find(|number| {
            let bytes = input(&corpus, *number);
            catch_unwind(AssertUnwindSafe(|| (target.run)(&bytes))).is_err()
        });
        // The receiver is gone only if it lost its patience.
        let _ = report.send(failed.map(|number| (number, input(&corpus, number))));
    };
    thread::Builder::new()
        .name(format!("{} {first} and following", target.name))
        .spawn(work)
        .map_err(|error| (1, format!("cannot start a thread: {error}")))?;
    let again = |number| format!("cargo xtask fuzz {} 0 {number}", target.name);
    match result.recv_timeout(PATIENCE) {
        Ok(None) => Ok(()),
        Ok(Some((number, bytes))) => {
            let kept = keep(&target, number, &bytes).map_or_else(
                |error| format!("it could not be kept: {error}"),
                |path| format!("kept as {}", path.display()),
            );
            Err((
                1,
                format!("input {number} of {} failed; {kept}\nto repeat it: {}", target.name, again(number)),
            ))
        }
        Err(_) => {
            let Target { name, batch, .. } = target;
            Err((1, format!("{name} hangs in one of {batch} inputs\nto repeat it: {}", again(first))))
        }
    }
}

/// Reads the seeds of a target, in the order of their names.
fn corpus(target: &Target) -> std::io::Result<Vec<Vec<u8>>> {
    let folder = folder().join("corpus").join(target.name);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    paths.iter().map(std::fs::read).collect()
}

/// Writes an input that failed into the folder `artifacts`.
fn keep(target: &Target, number: u64, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let folder = folder().join("artifacts").join(target.name);
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(number.to_string());
    std::fs::write(&path, bytes)?;
    Ok(path)
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_and_some_mutations_pass() {
        for target in TARGETS {
            let corpus = corpus(target).unwrap();
            assert!(!corpus.is_empty(), "{} has no seeds", target.name);
            for seed in &corpus {
                (target.run)(seed);
            }
            for number in 0..8 * target.batch {
                (target.run)(&input(&corpus, number));
            }
        }
    }

    #[test]
    fn a_failure_is_found_and_kept() {
        let target = Target { name: "failing", run: |data| assert!(data.len() < 5), batch: 256 };
        let (status, message) = batch(&target, &[b"123456".to_vec()], 0).unwrap_err();
        assert_eq!(status, 1);
        assert!(message.contains("to repeat it: cargo xtask fuzz failing 0 "), "{message}");
        std::fs::remove_dir_all(folder().join("artifacts/failing")).unwrap();
    }

    #[test]
    fn arguments_are_checked() {
        let read = |arguments: &[&str]| {
            read(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>())
                .map_err(|(_, message)| message)
        };
        assert_eq!(read(&["records", "3", "7"]).unwrap().1, Duration::from_secs(3));
        assert!(read(&["nothing"]).unwrap_err().starts_with("no target `nothing`: there are records"));
        assert_eq!(read(&["records", "x"]).unwrap_err(), "`x` is not a whole number");
    }
}
