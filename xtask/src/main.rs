//! The chores of the repository: `cargo xtask help` lists them.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool reports by printing")]

mod atlas;
mod book;
mod browser;
mod client;
mod duel;
mod markdown;
mod needs;
mod packages;
mod peers;
mod python;
mod site;
mod step;
mod supply;
mod tail;
mod tidy;
mod wasm;

use std::process::ExitCode;
use std::sync::mpsc;

use needs::{Missing, Need};
use step::{Step, root};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  play [ARGUMENT...]                build everything and run `beaufort serve --open`
  check                             quick checks: format, tidy, clippy, unit tests
  test                              all checks and tests; installs missing programs on Debian and Ubuntu, and lists the skipped
                                    tests at its end
  deep                              tests that take an hour: more positions, games and attacks; one needs Fairy-Stockfish
  packages                          check the published crates: each from its package alone, and with each feature
  program                           build the published program with the client inside: target/dist/beaufort
  deb                               build the Debian package in target/debian, with cargo-deb; deploy/deb/test tests it
  python                            build and test the Python package; read the container file with a linter
  measure [FILE]                    compare the imported games with Fairy-Stockfish; FILE, its variants.ini, brings more games and
                                    writes docs/imported-games.md
  atlas                             play the games again on which the page tells how each game goes, and write web/atlas
  wasm                              build the WebAssembly modules in target/wasm/module
  book                              build the book of docs/ in dist/book; installs mdBook in target/tools
  site [--serve]                    build the page without a server in dist/site; and serve it
  tidy                              check the rules of the repository that no compiler checks
  supply                            check licences, sources and versions of third-party packages
  notices                           write THIRD-PARTY-NOTICES.txt
  bench                             run the benchmarks
  peers                             measure Beaufort beside the other engines that are installed, in about a minute after the build
  load [OPTION...]                  load test of the server: how long turns take to reach the opponent; `--help` lists the
                                    options, `--kill` kills the server again and again
  duel OLD..[NEW] [short | long]    decide by games whether a commit plays better than another one
  fuzz [TARGET] [SECONDS] [SEED]    random inputs for the parsers (default: each target for 10 seconds)
";

const FORMAT: Step = Step::cargo("format", "fmt --all --check").needs("rustfmt");
const CLIPPY: Step =
    Step::cargo("clippy", "clippy --workspace --all-targets --features beaufort/full -- -D warnings")
        .needs("clippy");
/// The program without what features add to it.
const PLAIN_CLIPPY: Step = Step::cargo(
    "clippy without features",
    "clippy --package beaufort --no-default-features --all-targets -- -D warnings",
)
.needs("clippy");
// The package for Python is tested from there: a program of its own would need Python's library.
const UNIT_TESTS: Step = Step::cargo(
    "unit tests",
    "test --workspace --exclude beaufort-python --features beaufort/full --lib --bins",
);
const TEST: &str = "test --workspace --features beaufort/full";
const ALL_TESTS: Step = Step::cargo("tests", TEST);
const TEST_BUILD: Step = Step::cargo("build of the tests", TEST);
// The whole workspace is selected, and the libraries keep their own features, so that nearly all packages are built as
// `ALL_TESTS` needs them.
const PLAIN_TESTS: Step = Step::cargo(
    "tests without features",
    "test --workspace --no-default-features \
     --features beaufort-engine/default,beaufort-games/default,beaufort-rules/default,beaufort-session/default \
     --bin beaufort --test cli -- left_out command",
);
const DEEP_TESTS: Step =
    Step::cargo("deep tests", "test --package beaufort-rules --package beaufort-server -- --ignored");
const DOCS: Step = Step::cargo("docs", "doc --workspace --features beaufort/full --no-deps");
const BENCH: Step = Step::cargo("bench", "bench --workspace");
const PLAY: Step = Step::cargo("play", "run --release --package beaufort -- serve --open");
const SERVER: Step = Step::cargo("server", "build --release --package beaufort");
const LOAD: Step = Step::cargo("load", "run --release --quiet --package beaufort-load --");
const PROGRAM: Step =
    Step::cargo("program", "build --locked --profile dist --package beaufort --features full");
const DEB: Step = Step::cargo("Debian package", "deb --no-build --profile dist --package beaufort");
// The test profile is optimised and still checks overflows and debug assertions.
const FUZZ: Step = Step::cargo("fuzz", "run --profile test --package beaufort-fuzz --bin beaufort-fuzz --");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["play", rest @ ..] => client::build().and_then(|()| PLAY.exec(rest)),
        ["check"] => check(),
        ["test"] => {
            let result = test();
            eprint!("how long it took:\n{}", step::durations());
            result
        }
        ["deep"] => DEEP_TESTS.run(&[]),
        ["packages"] => packages::check(),
        ["program"] => program(),
        ["deb"] => program().and_then(|()| DEB.run(&[])),
        ["python"] => python::test(),
        ["measure"] => python::measure(None),
        ["measure", file] => python::measure(Some(file)),
        ["atlas"] => atlas::make(),
        ["wasm"] => wasm::build(),
        ["book"] => book::build(),
        ["site"] => site::build(),
        ["site", "--serve"] => site::serve(),
        ["tidy"] => tidy(),
        ["supply"] => supply::check(),
        ["notices"] => supply::write_notices(),
        ["load", rest @ ..] => load(rest),
        ["bench"] => BENCH.run(&[]),
        ["peers"] => peers::run(),
        ["duel", rest @ ..] => duel::run(rest),
        ["fuzz", rest @ ..] if rest.len() <= 3 => FUZZ.run(rest),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the quick checks, without the unit tests of missing programs.
fn check() -> Result<(), String> {
    FORMAT.run(&[])?;
    tidy()?;
    CLIPPY.run(&[])?;
    UNIT_TESTS.run(&Missing::find()?.test_filter())
}

/// Runs all checks and tests. Ordinary tests compare the committed pages that are generated. Tests of programs that are missing
/// and cannot be installed are skipped and listed at the end.
fn test() -> Result<(), String> {
    let missing = &Missing::after_install()?;
    if missing.has(Need::Rustfmt) {
        FORMAT.run(&[])?;
    }
    tidy()?;
    let has_client = missing.has(Need::Node);
    let has_site = has_client && missing.has(Need::Wasm);
    // Dropped once the client is built, also if that fails, so that the program does not wait in vain.
    let (client_built, client) = mpsc::channel();
    let build_programs = || {
        if missing.has(Need::Clippy) {
            CLIPPY.run(&[])?;
            PLAIN_CLIPPY.run(&[])?;
        }
        supply::check()?;
        packages::check()?;
        step::pause();
        // The program holds the client. Without one that was to be built, the other thread tells why.
        if has_client && client.recv().is_err() {
            return Ok(());
        }
        PLAIN_TESTS.run(&[])?;
        TEST_BUILD.run(&["--no-run"])
    };
    let build_pages = move || {
        if has_client {
            client::test()?;
            client::build()?;
            // If the checks of the programs have failed, nobody waits for it.
            let _ = client_built.send(());
        }
        drop(client_built);
        if missing.has(Need::Python) {
            python::make_environments()?;
        }
        if has_site { wasm::compile() } else { Ok(()) }
    };
    // Cargo leaves a processor core idle from time to time, as loading packages does.
    step::side_by_side(build_programs, build_pages)?;
    let has_browser = has_client && missing.has(Need::Chromium);
    // Dropped once the site is built, also if that fails, so that the browsers do not wait in vain.
    let (site_built, site) = mpsc::channel();
    let test_programs = move || {
        if has_site {
            wasm::bind()?;
            client::build_site()?;
            // Without a browser nobody waits for it.
            let _ = site_built.send(());
            wasm::compare_nodes()?;
            wasm::compare_imports()?;
        }
        drop(site_built);
        ALL_TESTS.run(&missing.test_filter())?;
        DOCS.env("RUSTDOCFLAGS", "-D warnings").run(&[])?;
        if missing.has(Need::Python) { python::measure(None) } else { Ok(()) }
    };
    let test_pages = move || {
        if has_browser {
            browser::test()?;
            step::pause();
            // Without a site, or if its build has failed, there is nothing to wait for.
            if site.recv().is_ok() {
                browser::test_site()?;
            }
        }
        if missing.has(Need::Python) { python::test() } else { Ok(()) }
    };
    // A browser waits as often as it works, and the tests of the Python package use one processor core.
    step::side_by_side(test_programs, test_pages)?;
    eprint!("{}", missing.report());
    Ok(())
}

/// Builds the published program.
fn program() -> Result<(), String> {
    client::build()?;
    PROGRAM.run(&[])
}

/// Runs the load test with the present server.
fn load(options: &[&str]) -> Result<(), String> {
    SERVER.run(&[])?;
    let program = root().join("target/release/beaufort");
    let program = program.to_str().ok_or("the path of the repository is no text")?;
    LOAD.run(&[&[program], options].concat())
}

fn tidy() -> Result<(), String> {
    step::announce("tidy");
    let problems = tidy::problems(root());
    if problems.is_empty() {
        return Ok(());
    }
    for problem in &problems {
        eprintln!("{problem}");
    }
    Err(format!("tidy found {} problem(s); to see them again: cargo xtask tidy", problems.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_name_chores_that_exist() {
        let folders = ["", "docs", "docs/studies", "docs/python", "web"].map(|folder| root().join(folder));
        let files = folders.iter().flat_map(|folder| folder.read_dir().into_iter().flatten().flatten());
        let pages: Vec<_> = files
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|e| e == "md"))
            .collect();
        assert!(pages.len() > 30);
        for page in pages {
            let text = std::fs::read_to_string(&page).expect("it is a text");
            for rest in text.split("cargo xtask ").skip(1) {
                let chore: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
                let is_known = chore == "help" || USAGE.contains(&format!("\n  {chore} "));
                assert!(is_known || chore.is_empty(), "{}: cargo xtask {chore}", page.display());
            }
        }
    }
}
