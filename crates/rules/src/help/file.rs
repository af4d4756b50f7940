//! A file of help chapters merged with those it extends. References to the game are not resolved yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::DeTable;

use crate::game::{At, GameReader, LoadError, Source, Value, document};

/// The content of a file of chapters; `None` for keys that are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct HelpFile {
    extends: Option<At<String>>,
    /// The keys of the chapters, in order.
    pub(super) chapters: Option<At<Vec<At<String>>>>,
    pub(super) chapter: BTreeMap<String, ChapterFile>,
    pub(super) diagram: BTreeMap<String, DiagramFile>,
    pub(super) turn: BTreeMap<String, TurnFile>,
}

/// A chapter in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct ChapterFile {
    pub(super) title: Option<At<String>>,
    pub(super) text: Option<At<String>>,
    /// The keys of its diagrams.
    pub(super) diagrams: Option<Vec<At<String>>>,
    /// The keys of the turns it explains.
    pub(super) turns: Option<Vec<At<String>>>,
}

/// A diagram in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct DiagramFile {
    pub(super) title: Option<At<String>>,
    pub(super) text: Option<At<String>>,
    /// Pieces with their squares, `[P]e5 (N)f6`; the first one is the piece shown.
    pub(super) board: Option<At<String>>,
    pub(super) reach: Option<u8>,
    pub(super) turns: Vec<At<String>>,
    pub(super) illegal: Vec<At<String>>,
}

/// A turn with its explanation in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnFile {
    pub(super) turn: Option<At<String>>,
    pub(super) text: Option<At<String>>,
    pub(super) also: Vec<At<String>>,
    pub(super) board: Option<At<String>>,
    /// A position string, for positions with more than a board.
    pub(super) position: Option<At<String>>,
}

/// Reads a file and those it extends, and merges them; an extending file takes precedence.
pub(super) fn read_with_parents(
    source: Source,
    library: &dyn Fn(&str) -> Option<Source>,
    errors: &mut Vec<LoadError>,
) -> HelpFile {
    let mut chain = vec![read(source, errors)];
    let mut seen: Vec<String> = Vec::new();
    while let Some(parent) = chain.last().and_then(|file| file.extends.clone()) {
        let known = library(&parent.value).filter(|_| !seen.contains(&parent.value));
        let Some(source) = known else {
            let message = format!("there are no chapters `{}` to extend here", parent.value);
            errors.push(LoadError::new(parent.place, message));
            break;
        };
        seen.push(parent.value);
        chain.push(read(source, errors));
    }
    chain
        .into_iter()
        .reduce(|child, parent| child.over(parent))
        .expect("the chain begins with the file itself")
}

impl HelpFile {
    fn over(self, mut parent: HelpFile) -> HelpFile {
        for (key, chapter) in self.chapter {
            let inherited = parent.chapter.remove(&key).unwrap_or_default();
            parent.chapter.insert(key, chapter.over(inherited));
        }
        parent.diagram.extend(self.diagram);
        parent.turn.extend(self.turn);
        HelpFile { extends: None, chapters: self.chapters.or(parent.chapters), ..parent }
    }
}

impl ChapterFile {
    fn over(self, parent: ChapterFile) -> ChapterFile {
        ChapterFile {
            title: self.title.or(parent.title),
            text: self.text.or(parent.text),
            diagrams: self.diagrams.or(parent.diagrams),
            turns: self.turns.or(parent.turns),
        }
    }
}

/// Reads a single file.
pub(super) fn read(source: Source, errors: &mut Vec<LoadError>) -> HelpFile {
    let source = Arc::new(source);
    let mut r = GameReader { source: source.clone(), errors };
    let mut file = HelpFile::default();
    let Some(document) = document(&mut r, &source.text) else { return file };
    for (key, value) in &document {
        let name = key.get_ref().as_ref();
        match name {
            "extends" => file.extends = r.text(name, value),
            "chapters" => {
                let keys = r.texts(name, value);
                file.chapters = keys.map(|keys| At { value: keys, place: r.place(key.span()) });
            }
            "chapter" => file.chapter = each(&mut r, name, value, chapter),
            "diagram" => file.diagram = each(&mut r, name, value, diagram),
            "turn" => file.turn = each(&mut r, name, value, turn),
            _ => r.unknown_key(key, &["extends", "chapters", "chapter", "diagram", "turn"]),
        }
    }
    file
}

/// Reads the entries of a table whose values are tables.
fn each<T>(
    r: &mut GameReader<'_>,
    what: &str,
    value: &Value<'_>,
    read: fn(&mut GameReader<'_>, &DeTable<'_>) -> T,
) -> BTreeMap<String, T> {
    let mut all = BTreeMap::new();
    for (key, value) in r.table(what, value).into_iter().flatten() {
        if let Some(table) = r.table(key.get_ref(), value) {
            all.insert(key.get_ref().to_string(), read(r, table));
        }
    }
    all
}

fn chapter(r: &mut GameReader<'_>, table: &DeTable<'_>) -> ChapterFile {
    let mut chapter = ChapterFile::default();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "title" => chapter.title = r.text(name, value),
            "text" => chapter.text = r.text(name, value),
            "diagrams" => chapter.diagrams = r.texts(name, value),
            "turns" => chapter.turns = r.texts(name, value),
            _ => r.unknown_key(key, &["title", "text", "diagrams", "turns"]),
        }
    }
    chapter
}

fn diagram(r: &mut GameReader<'_>, table: &DeTable<'_>) -> DiagramFile {
    let mut diagram = DiagramFile::default();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "title" => diagram.title = r.text(name, value),
            "text" => diagram.text = r.text(name, value),
            "board" => diagram.board = r.text(name, value),
            "reach" => diagram.reach = r.number(name, value, 1..=16),
            "turns" => diagram.turns = r.texts(name, value).unwrap_or_default(),
            "illegal" => diagram.illegal = r.texts(name, value).unwrap_or_default(),
            _ => r.unknown_key(key, &["title", "text", "board", "reach", "turns", "illegal"]),
        }
    }
    diagram
}

fn turn(r: &mut GameReader<'_>, table: &DeTable<'_>) -> TurnFile {
    let mut turn = TurnFile::default();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "turn" => turn.turn = r.text(name, value),
            "text" => turn.text = r.text(name, value),
            "also" => turn.also = r.texts(name, value).unwrap_or_default(),
            "board" => turn.board = r.text(name, value),
            "position" => turn.position = r.text(name, value),
            _ => r.unknown_key(key, &["turn", "text", "also", "board", "position"]),
        }
    }
    turn
}
