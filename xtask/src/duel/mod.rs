//! `cargo xtask duel OLD..NEW` decides by games whether a commit plays better than another one.
//!
//! Both commits are built and play each other in several games at equal cost: the limits are nodes, in the ratio of the
//! instructions that a node takes, so that neither the load of the machine nor its clock has a part in the result, and the
//! same duel gives the same games on every machine. The games begin with the openings of the books in `crates/lab/books`.
//! A sequential probability ratio test (SPRT) ends a stage.

mod build;
mod cost;
mod log;
mod stage;

use std::path::PathBuf;

use build::Engine;
use stage::{DuelStage, Outcome};

use crate::step::{self, root};

/// The games with their shares of the match.
const GAMES: [(&str, u32); 3] = [("scirocco", 2), ("typhoon", 1), ("orthochess", 1)];

const USAGE: &str = "usage: cargo xtask duel OLD..[NEW] [short | long] [--percent N]

OLD and NEW are commits; NEW is HEAD if it is left out. Without `short` or `long`, the long stage follows an accepted short
one. --percent N gives NEW that part of the nodes it deserves, to try the test itself: HEAD..HEAD --percent 99 must not be
accepted, and neither must --percent 80.";

/// A duel.
struct Duel {
    old: Engine,
    new: Engine,
    /// The program that plays the matches: that of this checkout's last commit, which knows the books.
    referee: Engine,
    /// The share of its nodes that the new engine gets, in percent.
    percent: u32,
    /// By game, the number of nodes of the new engine that cost as much as one of the old engine.
    worth: [f64; GAMES.len()],
    /// The folder with the finished games.
    folder: PathBuf,
}

/// Runs the duel that the arguments describe, and adds its result to the engine log.
///
/// # Errors
/// If the arguments are wrong, a commit cannot be built or a game cannot be played. The same command continues the duel.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let Arguments { old, new, stages, percent } = Arguments::parse(arguments)?;
    let (old, new, referee) = (Engine::build(&old)?, Engine::build(&new)?, Engine::build("HEAD")?);
    let folder = root().join(format!("target/duel/{}-{}-{percent}", old.commit, new.commit));
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let worth = cost::compare(&old, &new)?;
    let duel = Duel { old, new, referee, percent, worth, folder };
    for stage in stages {
        step::announce(&format!("{} stage, {} nodes", stage.name, stage.nodes));
        let result = duel.play(stage)?;
        println!("{}", result.text);
        log::add(&duel, stage, &result)?;
        if result.outcome != Outcome::Accepted {
            break;
        }
    }
    Ok(())
}

/// The arguments.
#[derive(Debug, PartialEq)]
struct Arguments {
    old: String,
    new: String,
    stages: &'static [DuelStage],
    percent: u32,
}

impl Arguments {
    fn parse(arguments: &[&str]) -> Result<Arguments, String> {
        let wrong = |what: &str| Err(format!("{what}\n{USAGE}"));
        let [range, rest @ ..] = arguments else { return wrong("a duel needs two commits") };
        let Some((old, new)) = range.split_once("..") else {
            return wrong(&format!("`{range}` is no range of commits"));
        };
        let new = if new.is_empty() { "HEAD" } else { new };
        let (mut stages, mut percent) = (&stage::ALL[..], 100);
        let mut rest = rest.iter();
        while let Some(&word) = rest.next() {
            match word {
                "--percent" => match rest.next().and_then(|number| number.parse().ok()) {
                    Some(number @ 1..=1000) => percent = number,
                    _ => return wrong("--percent takes a whole number from 1 to 1000"),
                },
                name => match stage::ALL.iter().position(|stage| stage.name == name) {
                    Some(at) => stages = &stage::ALL[at..=at],
                    None => return wrong(&format!("there is no stage `{name}`")),
                },
            }
        }
        Ok(Arguments { old: old.to_owned(), new: new.to_owned(), stages, percent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_and_mistakes_told() {
        let parse = |line: &str| Arguments::parse(&line.split_whitespace().collect::<Vec<_>>());
        let expected =
            |stages, percent| Ok(Arguments { old: "a1".to_owned(), new: "HEAD".to_owned(), stages, percent });
        assert_eq!(parse("a1.."), expected(&stage::ALL, 100));
        assert_eq!(parse("a1..HEAD short --percent 80"), expected(&stage::ALL[..1], 80));
        for (line, reason) in [
            ("", "a duel needs two commits"),
            ("a1", "`a1` is no range of commits"),
            ("a1..b2 middle", "there is no stage `middle`"),
            ("a1..b2 --percent 0", "--percent takes"),
            ("a1..b2 --percent", "--percent takes"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.starts_with(reason) && error.contains("usage: "), "{line}: {error}");
        }
    }
}
