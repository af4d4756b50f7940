//! Reads a record of a game, checks every turn by the rules, and prints the final position:
//! `cargo run --example read_record [FILE]`.

use std::error::Error;
use std::io::{Write, stdout};

use beaufort_rules::prelude::*;
use beaufort_rules::record::{Replay, Tree};

/// The record that is read if no file is given.
pub(crate) const RECORD: &str = r#"
[Event "Club evening"]
[Blue "Ann"]
[Tan "Zoe"]
[Variant "scirocco"]

1. P-e4 {Forward.} 1... P-e7 (1... P-d7 2. P-d4) 2. Sc-d1 Sc-g10 *
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => RECORD.to_owned(),
    };
    tell(&text, &mut stdout())
}

/// Prints the games of a text.
pub(crate) fn tell(text: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for record in Record::parse(text)? {
        let id = record.tags.get("Variant").ok_or("the record names no game")?;
        let game = builtin::game(id).ok_or("there is no such game")?;
        // The record is well-formed; the replay checks that its turns are legal, variations included.
        let replay = Replay::new(&record, &game)?;
        let tree = &record.moves;
        let mut last = Tree::ROOT;
        for node in tree.line(Tree::ROOT) {
            writeln!(out, "{} {}", tree.node(node).text(), tree.node(node).comment_after)?;
            last = node;
        }
        writeln!(out, "result {}, position {}", record.result.text(), replay.position(tree, last))?;
    }
    Ok(())
}
