use fastrand::Rng;

use super::{GameResult, NodeId, Record, Tree};

/// Parses a text with one record.
fn one(text: &str) -> Record {
    let mut records = Record::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// Returns the movetext that is written for a parsed movetext.
fn rewritten(movetext: &str) -> String {
    let record = one(movetext);
    let text = record.to_string();
    assert_eq!(one(&text), record, "{text}");
    text.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

fn error(text: &str) -> String {
    Record::parse(text).expect_err(text).to_string()
}

#[test]
fn a_record_is_written_as_it_was_read() {
    let text = r#"[Event "A \"walk\" in the \\ desert"]
[Date "2024.02.29"]
[Blue "Ann"]
[Tan "Zoë"]
[Result "1-0"]
[Variant "scirocco-1999"]
[Mood "fair"]

{At dawn.} 1. P-e4 $1 {Forward.} 1... P-e7 $2 $14 (1... P-d7 2. HO! (2. Gex!c6 {igui} 2... Pe7*)
2... Hu<>a5) 2. {Now} OxT-k4:A-k5,Goxk6 Cu:a3=Blue 3. Fu-b3;Fu-d3 Cou-a1#2 1-0
"#;
    let record = one(text);
    assert_eq!(record.to_string(), text);
    assert_eq!(record.tags.get("Event"), Some(r#"A "walk" in the \ desert"#));
    assert_eq!(record.tags.get("Result"), None);
    assert_eq!(record.result, GameResult::FirstWins);
    let line: Vec<NodeId> = record.moves.line(Tree::ROOT).collect();
    assert_eq!(record.moves.node(line[1]).nags, [2, 14]);
    assert_eq!(record.moves.node(line[2]).comment_before, "Now");
    assert_eq!(record.moves.node(line[5]).text(), "Cou-a1#2");
}

#[test]
fn numbers_are_written_and_not_needed() {
    for text in ["a b c *", "1. a b 2. c *", "1.a 1...b 2.c *", "1. a 1. ... b 2 c\n*", "7... a b . c *"] {
        assert_eq!(rewritten(text), "1. a b 2. c *", "{text}");
    }
    assert_eq!(rewritten("[Position \"10/10 t\"] a b c *"), "1... a 2. b c *");
}

#[test]
fn castlings_may_be_spelt_with_zeros() {
    assert_eq!(
        rewritten("1. Nf3 Nf6 2.0-0 (2. e3 0-0-0!) 0-0+ 0-1"),
        "1. Nf3 Nf6 2. 0-0 (2. e3 0-0-0!) 2... 0-0+ 0-1"
    );
    assert!(error("1. 0-2 *").contains("found `0-2`"), "{}", error("1. 0-2 *"));
}

#[test]
fn comments_of_other_programs_go_to_the_end_of_the_line() {
    let text = "; a {game} \\n;\t\u{1b}\n1. a ;one\r\n(b; c\n;two\n) Fu-b3;Fu-d3;x *";
    assert_eq!(rewritten(text), "{a {game\\} \\\\n;\t } 1. a {one} (1. b; c {two}) 1... Fu-b3;Fu-d3;x *");
}

#[test]
fn comments_keep_their_places() {
    for text in [
        "{game} *",
        "{game} 1. {move} a *",
        "1. a {after} 1... b *",
        "1. a {after} 1... {before} b {end} *",
        "1. a {x} (1. {y} b {z}) 1... {u} c *",
    ] {
        assert_eq!(rewritten(text), text);
    }
    for (text, written) in [
        ("{x} a *", "{x} 1. a *"),
        ("{x} {y} 1. a {} $7 {z} *", "{x\\ny} 1. a $7 {z} *"),
        ("a (b) {x} (c) {y} *", "1. a {y} (1. b) (1. {x} c) *"),
        ("a ({x} b) {y} c *", "1. a (1. {x} b) 1... {y} c *"),
        ("a {two\r\nlines} *", "1. a {two lines} *"),
    ] {
        assert_eq!(rewritten(text), written);
    }
}

#[test]
fn variations_of_variations() {
    // A variation of a variation's first move replaces the same move as the variation itself.
    assert_eq!(rewritten("a (b (c d)) e *"), "1. a (1. b) (1. c d) 1... e *");
    assert_eq!(rewritten("a b (c (d e (f))) *"), "1. a b (1... c) (1... d 2. e (2. f)) *");
}

#[test]
fn a_text_may_hold_several_games() {
    let text = "[Event \"1\"] a 1-0 [Event \"2\"] b 0-1 * \u{20}1/2-1/2\n";
    let records = Record::parse(text).unwrap();
    let results: Vec<GameResult> = records.iter().map(|record| record.result).collect();
    use GameResult::*;
    assert_eq!(results, [FirstWins, SecondWins, Open, Draw]);
    assert_eq!(Record::parse(" \n\u{20}"), Ok(vec![]));
    assert_eq!(Record::parse("\u{feff}*").map(|records| records.len()), Ok(1));
}

#[test]
fn errors_name_the_place_and_what_is_allowed() {
    const MOVE: &str = "a move, which begins with a letter and is all ASCII";
    const AFTER: &str = "a variation only after the move that it replaces";
    for (text, expected) in [
        ("a\n é %", format!("line 2, column 2: found `é`; allowed is {MOVE}")),
        ("é {ü\n ü} a-ß", format!("line 1, column 1: found `é`; allowed is {MOVE}")),
        ("{ü\n ü} a-ß *", format!("line 2, column 5: found `a-ß`; allowed is {MOVE}")),
        ("a ]", format!("line 1, column 3: found `]`; allowed is {MOVE}")),
        ("(a) *", format!("line 1, column 1: found `(a)`; allowed is {AFTER}")),
        ("a ((b)) *", format!("line 1, column 4: found `(b))`; allowed is {AFTER}")),
        ("a ) *", "line 1, column 3: found `)`; allowed is `)` only after a variation that has a move".into()),
        ("a () *", "line 1, column 4: found `)`; allowed is `)` only after a variation that has a move".into()),
        ("a (b *", "line 1, column 6: found `*`; allowed is `)` before the result of the game".into()),
        ("$1 a *", "line 1, column 1: found `$1`; allowed is an annotation only after a move".into()),
        ("a $256 *", "line 1, column 3: found `$256`; allowed is `$` with a number from 0 to 255".into()),
        ("a\n {x", "line 2, column 2: found a comment without end; allowed is `}` at its end".into()),
        ("[A \"\n\"]", "line 1, column 4: found a value without end; allowed is `\"` at its end, on the same line".into()),
        ("[A \"\"] [A \"\"]", "line 1, column 8: found the tag `A` again; allowed is each tag once".into()),
        ("[1 \"\"]", "line 1, column 2: found `1`; allowed is the name of a tag: a letter, then letters, digits and `_`".into()),
        ("[A x]", "line 1, column 4: found `x]`; allowed is the value of the tag in double quotes".into()),
        ("[A \"x\" y]", "line 1, column 8: found `y]`; allowed is `]` after the value of the tag".into()),
        ("1-1", "line 1, column 1: found `1-1`; allowed is a move number (`12.`) or a result (`1-0`, `0-1`, `1/2-1/2`, `*`)".into()),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
    for text in ["a (b", "a (b (c)", "[Result \"1-0\"] a", "[Result \"1/2-1/2\"]"] {
        let error = error(text);
        assert!(error.contains("found the end of the text; allowed is a move or its number"), "{error}");
    }
}

#[test]
fn a_game_that_is_not_finished_needs_no_result() {
    for text in ["a", "a (b)", "1. a {x} 1...", "[A \"\"]", "[Result \"*\"] a"] {
        assert_eq!(one(text), one(&format!("{text} *")), "{text}");
    }
}

/// A terminal would interpret them.
#[test]
fn control_characters_become_spaces() {
    let record = one("[Blue \"Ann\u{1b}[31m\"] a {b\u{7}c\td} *");
    assert_eq!(record.tags.get("Blue"), Some("Ann [31m"));
    assert!(record.to_string().contains("{b c\td}"), "{record}");
}

#[test]
fn lines_are_at_most_100_wide() {
    let words = "word ".repeat(200);
    let moves = "P-e4 P-e7 ".repeat(50);
    let text = rewritten(&format!("{moves} {{{words}}} (a (b (c {{{words}}}) d)) ({moves}) ({moves}) *"));
    let widest = text.lines().map(str::len).max();
    assert!(widest <= Some(100) && widest >= Some(96), "{widest:?}");
}

#[test]
fn deep_nesting_is_no_danger() {
    const DEEP: usize = 100_000;
    // Each variation replaces the second move of the one around it.
    let text = format!("a a {}{}*", "(b b ".repeat(DEEP), ")".repeat(DEEP));
    let record = one(&text);
    assert_eq!(one(&record.to_string()), record);
    assert_eq!(record.moves.line(Tree::ROOT).count(), 2);
    assert!(error(&"(".repeat(DEEP)).starts_with("line 1, column 1: found `(((((((((("));
    assert!(error(&"a (".repeat(DEEP)).starts_with("line 1, column 300001: found the end of the text"));
    assert!(error(&"[A".repeat(DEEP)).starts_with("line 1, column 3: found `[A"));
}

fn random_text(random: &mut Rng, words: &[&str], longest: usize) -> String {
    (0..random.usize(..=longest)).map(|_| words[random.usize(..words.len())]).collect()
}

#[test]
fn random_trees_come_back() {
    const NASTY: [&str; 16] =
        ["a", "word", " ", "  ", "\n", "\r", "\t", "{", "}", "\\", "\"", "(", ")", "$1", "1.", "é\u{3000}"];
    let mut random = Rng::with_seed(1);
    for _ in 0..500 {
        let mut record = Record { result: GameResult::ALL[random.usize(..4)], ..Record::default() };
        for name in ["Position", "Event", "X_1", "Tan", "Blue", "Round"] {
            if random.usize(..3) > 0 {
                let end = ["", " t"][random.usize(..2)];
                record.tags.set(name, random_text(&mut random, &NASTY, 6) + end).unwrap();
            }
        }
        let mut ids = vec![Tree::ROOT];
        for _ in 0..random.usize(..60) {
            let parent = ids[ids.len() - 1 - random.usize(..ids.len().min(5))];
            let id = record
                .moves
                .add(parent, ["P-e4", "HO!", "Pe7*", "a3=Blue", "x#2;y"][random.usize(..5)])
                .unwrap();
            let (before, after) = (random_text(&mut random, &NASTY, 4), random_text(&mut random, &NASTY, 4));
            let node = record.moves.node_mut(id);
            match random.usize(..6) {
                0 => node.comment_before = before,
                1 => node.comment_after = after,
                2 => node.nags.push(random.u8(..)),
                _ => {}
            }
            ids.push(id);
            if random.usize(..10) == 0 {
                record.moves.promote(ids[random.usize(..ids.len())]);
            }
        }
        record.moves.node_mut(Tree::ROOT).comment_after = random_text(&mut random, &NASTY, 4);
        let text = record.to_string();
        assert_eq!(one(&text), record, "{text}");
    }
}

#[test]
fn garbage_is_an_error_or_comes_back() {
    const PIECES: [&str; 24] = [
        "a ",
        "b ",
        "HO!",
        "1. ",
        "1... ",
        "...",
        "(",
        ")",
        "{",
        "}",
        "$1 ",
        "$",
        "*",
        "1-0",
        " ",
        "\n",
        "\\",
        "[",
        "]",
        "\"",
        "é",
        "[A \"x\"]",
        "{c}",
        "(c)",
    ];
    let mut random = Rng::with_seed(2);
    let mut read = 0;
    for _ in 0..20_000 {
        let text = random_text(&mut random, &PIECES, 12) + "*";
        if let Ok(records) = Record::parse(&text) {
            let written: String = records.iter().map(Record::to_string).collect();
            assert_eq!(Record::parse(&written), Ok(records), "{text:?}\n{written}");
            read += 1;
        }
    }
    assert!(read > 500, "only {read} texts could be read");
}
