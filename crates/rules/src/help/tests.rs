//! Errors in files of chapters, and a test that nothing in those of the built-in games is unused.

use std::collections::BTreeSet;

use super::*;

/// Reads chapters of Scirocco that extend a parent file.
fn read(text: &str, parent: &str) -> Result<Vec<Chapter>, String> {
    let source = |name: &str, text: &str| Source { name: name.to_owned(), text: text.to_owned() };
    let game = builtin::game("scirocco").expect("scirocco is built in");
    let library = |id: &str| (id == "parent").then(|| source("parent.toml", parent));
    load(&game, source("child.toml", text), &library).map_err(|errors| errors.to_string())
}

const PARENT: &str = r#"
chapters = ["aim", "powers"]
[chapter.aim]
title = "The aim"
text = """
To win,
of course.

In {zone}, too."""
[chapter.powers]
title = "Powers"
diagrams = ["genie"]
[diagram.genie]
title = "The Genie"
text = "It shoots."
board = "[Ge]e5 (N)f6"
turns = ["Gex!f6"]
"#;

#[test]
fn a_child_says_only_what_differs() {
    let chapters = read("extends = 'parent'\n[chapter.powers]\ntitle = 'More'", PARENT).unwrap();
    assert_eq!(chapters[0].paragraphs[0], "To win, of course.");
    assert_eq!(chapters[0].paragraphs[1], "In the 3 far ranks: 8 to 10 for Blue, 1 to 3 for Tan, too.");
    assert_eq!(chapters[1].title, "More");
    let diagram = &chapters[1].diagrams[0];
    assert_eq!((diagram.position.game().size().name(diagram.square), diagram.reach), ("e5".to_owned(), 3));

    let chapters = read("extends = 'parent'\nchapters = ['powers']", PARENT).unwrap();
    assert_eq!(chapters.len(), 1, "a child may drop a chapter");
}

#[test]
fn mistakes_are_told_with_their_places() {
    for (text, expected) in [
        ("extends = 'nobody'", "child.toml:1:11: there are no chapters `nobody` to extend here"),
        ("chapter = 1", "child.toml:1:11: `chapter` must be a table, not a whole number"),
        (
            "chapters = ['aims']\nextends = 'parent'",
            "child.toml:1:13: there is no chapter `aims` (did you mean `aim`?)",
        ),
        ("chapters = ['a']\n[chapter.a]\ntext = 'x'", "child.toml:1:13: `a` has no `title`"),
        (
            "chapters = ['a']\n[chapter.a]\ntitle = 'A'\ntext = 'In {zones}.'",
            "child.toml:4:8: only `{zone}` may stand in braces",
        ),
        (
            "extends = 'parent'\n[diagram.genie]\ntitle = 'G'\ntext = 'g'\nboard = '[Frog]e5'",
            "child.toml:5:9: `[Frog]e5` is no piece of the game on a square of its board",
        ),
        (
            "extends = 'parent'\n[diagram.genie]\ntitle = 'G'\ntext = 'g'\nboard = ''",
            "child.toml:5:9: the board is empty",
        ),
        (
            "extends = 'parent'\n[diagram.genie]\ntitle = 'G'\ntext = 'g'\nboard = '[P]e5 (P)e5'",
            "child.toml:5:9: `(P)e5` stands on another piece",
        ),
        (
            "extends = 'parent'\n[turn.a]\nturns = 'P-e4'",
            "child.toml:3:1: unknown key `turns`: expected `turn`, `text`, `also`, `board` or `position` (did you mean `turn`?)",
        ),
    ] {
        assert_eq!(read(text, PARENT).unwrap_err(), expected, "{text}");
    }
}

#[test]
fn a_file_that_extends_itself_is_an_error() {
    let error = read("extends = 'parent'", "extends = 'parent'").unwrap_err();
    assert_eq!(error, "parent.toml:1:11: there are no chapters `parent` to extend here");
}

#[test]
fn a_game_of_the_same_name_has_no_chapters() {
    let source = builtin::source("scirocco").expect("scirocco is built in");
    let text = source.text.replace("[ending]", "[ending]\ncheck = 'binds'");
    let definition = crate::load_game("own.toml", &text, &builtin::source).unwrap();
    assert_eq!(chapters(&Arc::new(Game::from(definition))), None);
}

#[test]
fn nothing_in_the_files_of_the_built_in_games_lies_idle() {
    let mut errors = Vec::new();
    let mut used = BTreeSet::new();
    let mut written = BTreeSet::new();
    for id in builtin::help_ids() {
        let source = builtin::help(id).expect("the id is that of a file");
        let own = file::read(source.clone(), &mut errors);
        let keys = |what: &str, keys: Vec<&String>| {
            keys.into_iter().map(|key| format!("{what} {key}")).collect::<Vec<_>>()
        };
        written.extend(keys("chapter", own.chapter.keys().collect()));
        written.extend(keys("diagram", own.diagram.keys().collect()));
        written.extend(keys("turn", own.turn.keys().collect()));
        if builtin::game(id).is_none() {
            continue;
        }
        let whole = file::read_with_parents(source, &builtin::help, &mut errors);
        for key in whole.chapters.iter().flat_map(|keys| &keys.value) {
            let chapter = &whole.chapter[&key.value];
            used.insert(format!("chapter {}", key.value));
            used.extend(chapter.diagrams.iter().flatten().map(|key| format!("diagram {}", key.value)));
            used.extend(chapter.turns.iter().flatten().map(|key| format!("turn {}", key.value)));
        }
    }
    assert_eq!(errors, []);
    assert_eq!(written.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new());
}
