//! One run of cargo, announced, and with a useful message if it fails.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::tail;

/// The announced steps.
static STEPS: Mutex<Vec<Announced>> = Mutex::new(Vec::new());
/// Shorter steps are not reported.
const SHORT: Duration = Duration::from_secs(5);

/// A step that has begun. It ends when its thread announces the next one.
struct Announced {
    /// `None` marks the end of a thread's last step.
    name: Option<String>,
    start: Instant,
    thread: ThreadId,
}

/// A cargo command line.
pub(crate) struct Step {
    name: &'static str,
    arguments: &'static str,
    env: Vec<(&'static str, &'static str)>,
    component: Option<&'static str>,
}

impl Step {
    /// Returns a step that runs cargo with these arguments, which are separated by spaces.
    pub(crate) const fn cargo(name: &'static str, arguments: &'static str) -> Step {
        Step { name, arguments, env: Vec::new(), component: None }
    }

    /// Sets an environment variable for the step.
    pub(crate) fn env(mut self, name: &'static str, value: &'static str) -> Step {
        self.env.push((name, value));
        self
    }

    /// Names the component of the Rust toolchain that provides the step's cargo command.
    pub(crate) const fn needs(mut self, component: &'static str) -> Step {
        self.component = Some(component);
        self
    }

    /// Runs the step with further arguments at the end.
    ///
    /// # Errors
    /// If the step cannot be started or fails; the message contains the command line.
    pub(crate) fn run(&self, more: &[&str]) -> Result<(), String> {
        announce(self.name);
        if let Some(component) = self.component
            && !self.is_installed()
        {
            let name = self.name;
            return Err(format!("`{name}` needs {component}: rustup component add {component}"));
        }
        let mut command = cargo();
        command.args(self.arguments.split(' ')).args(more);
        command.envs(self.env.iter().copied());
        let ended = tail::run(&mut command).map_err(|error| format!("cannot start cargo: {error}"))?;
        ended.or_error(|status| {
            format!("`{}` failed ({status}); to run it alone: {}", self.name, self.command_line(more))
        })
    }

    /// Replaces this process with the step, in the user's working directory, so that the step has the terminal, Ctrl-C and
    /// the exit status. On systems without `exec` it waits for the step and exits with its status.
    ///
    /// # Errors
    /// If the step cannot be started.
    pub(crate) fn exec(&self, more: &[&str]) -> Result<(), String> {
        announce(self.name);
        let mut command = Command::new(cargo_path());
        command.args(self.arguments.split(' ')).args(more);
        #[cfg(unix)]
        let error = std::os::unix::process::CommandExt::exec(&mut command);
        #[cfg(not(unix))]
        let error = match command.status() {
            Ok(status) => std::process::exit(status.code().unwrap_or(1)),
            Err(error) => error,
        };
        Err(format!("cannot start cargo: {error}"))
    }

    /// Returns whether the toolchain has the step's cargo command.
    fn is_installed(&self) -> bool {
        let name = self.arguments.split(' ').next();
        let mut command = cargo();
        command.args(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Returns what to type into a shell to run the step.
    fn command_line(&self, more: &[&str]) -> String {
        let mut line = String::new();
        for (name, value) in &self.env {
            line += &format!("{name}='{value}' ");
        }
        line.push_str("cargo ");
        line.push_str(self.arguments);
        for argument in more {
            line.push(' ');
            line.push_str(argument);
        }
        line
    }
}

/// Runs a command and returns its standard output.
///
/// # Errors
/// If it cannot be started, fails, or prints text that is not UTF-8. The message contains the standard error.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let name = command_line(command);
    let output = command.output().map_err(|error| format!("cannot start `{name}`: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{name}` failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("`{name}`: {error}"))
}

/// Returns the command line, as typed into a shell.
pub(crate) fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Returns the first program with one of these names in the folders of a path.
pub(crate) fn find_program(names: &[&str], path: &OsStr) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(path).collect();
    let mut places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.find(|place| place.is_file())
}

/// Returns an engine of others: the file that an environment variable names, as `HACHU` does for `hachu`, else a program in the path or in
/// Debian's folder of games.
pub(crate) fn find_engine(name: &str) -> Option<PathBuf> {
    let named = std::env::var_os(name.replace('-', "_").to_uppercase()).map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = || find_program(&[name], &path);
    named.or_else(in_path).or_else(|| find_program(&[name], OsStr::new("/usr/games")))
}

/// Returns a program of the workspace that has been built, beside this one.
///
/// # Errors
/// If it is not there.
pub(crate) fn built(name: &str) -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| format!("cannot tell where xtask lies: {error}"))?;
    let folder = here.parent().unwrap_or(Path::new(""));
    let program = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    let is_there = program.is_file();
    is_there.then_some(program).ok_or_else(|| format!("`{name}` has not been built in {}", folder.display()))
}

/// Prints the heading of a step.
pub(crate) fn announce(name: &str) {
    eprintln!("==> {name}");
    record(Some(name));
}

fn record(name: Option<&str>) {
    let step =
        Announced { name: name.map(str::to_owned), start: Instant::now(), thread: thread::current().id() };
    STEPS.lock().unwrap_or_else(PoisonError::into_inner).push(step);
}

/// Ends the step that this thread has announced: what follows is waiting.
pub(crate) fn pause() {
    record(None);
}

/// Does two things at the same time: for steps of which one leaves a processor core idle. Waits for both.
///
/// # Errors
/// If one of them fails; the message has both if both do.
pub(crate) fn side_by_side(
    first: impl FnOnce() -> Result<(), String>,
    second: impl FnOnce() -> Result<(), String> + Send,
) -> Result<(), String> {
    thread::scope(|scope| {
        let second = scope.spawn(|| {
            let result = second();
            record(None);
            result
        });
        let first = first();
        record(None);
        let second = second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match (first, second) {
            (Err(first), Err(second)) => Err(format!("{first}\nerror: {second}")),
            (first, second) => first.and(second),
        }
    })
}

/// Returns the duration of each step so far in minutes and seconds, one line a step, without those shorter than [`SHORT`].
pub(crate) fn durations() -> String {
    durations_of(&STEPS.lock().unwrap_or_else(PoisonError::into_inner), Instant::now())
}

fn durations_of(steps: &[Announced], now: Instant) -> String {
    let mut lines = String::new();
    for (index, step) in steps.iter().enumerate() {
        let next = steps[index + 1..].iter().find(|next| next.thread == step.thread);
        let time = next.map_or(now, |next| next.start) - step.start;
        if let Some(name) = &step.name
            && time >= SHORT
        {
            lines += &line(name, time);
        }
    }
    lines
}

fn line(name: &str, time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:3}:{:02} {name}\n", seconds / 60, seconds % 60)
}

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}

pub(crate) fn cargo_path() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn cargo() -> Command {
    let mut command = Command::new(cargo_path());
    command.current_dir(root());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_tells_how_to_run_the_step_alone() {
        let step = Step::cargo("nonsense", "no-such-command --flag").env("A", "b c");
        let error = step.run(&["more"]).unwrap_err();
        // Without a terminal the last lines of the command follow.
        let message = error.split("; its last lines were\n").next().unwrap();
        assert!(message.ends_with("to run it alone: A='b c' cargo no-such-command --flag more"), "{error}");
    }

    #[test]
    fn times_are_minutes_and_seconds() {
        assert_eq!(line("tests", Duration::from_millis(754_900)), " 12:34 tests\n");
        assert_eq!(line("docs", Duration::from_secs(9)), "  0:09 docs\n");
    }

    #[test]
    fn a_step_ends_with_the_next_of_its_thread() {
        let start = Instant::now();
        let (here, there) =
            (thread::current().id(), thread::scope(|scope| scope.spawn(|| thread::current().id()).join()));
        let there = there.unwrap();
        let at = |name: Option<&str>, seconds, thread| Announced {
            name: name.map(str::to_owned),
            start: start + Duration::from_secs(seconds),
            thread,
        };
        let steps = [
            at(Some("wheel"), 0, here),
            at(Some("module"), 10, there),
            at(Some("types"), 20, here),
            at(None, 50, there),
        ];
        let lines = durations_of(&steps, start + Duration::from_secs(60));
        assert_eq!(lines, "  0:20 wheel\n  0:40 module\n  0:40 types\n");
    }

    #[test]
    fn side_by_side_tells_of_either_failure() {
        let well = || Ok(());
        let ill = || Err("ill".to_owned());
        assert_eq!(side_by_side(well, well), Ok(()));
        assert_eq!(side_by_side(ill, well), Err("ill".to_owned()));
        assert_eq!(side_by_side(well, ill), Err("ill".to_owned()));
        assert_eq!(side_by_side(ill, ill), Err("ill\nerror: ill".to_owned()));
    }

    #[test]
    fn a_missing_component_is_named() {
        let error = Step::cargo("nonsense", "no-such-command").needs("rusty").run(&[]).unwrap_err();
        assert_eq!(error, "`nonsense` needs rusty: rustup component add rusty");
    }
}
