//! From a variant to a game file, with a note for each key that has a say.

mod array;
mod castlings;
mod chase;
mod endings;
mod hands;
mod patterns;
mod pieces;
mod promotions;

use std::collections::BTreeMap;

use crate::game::GameFile;
use crate::ini::fen::{self, Start};
use crate::ini::keys::{self, KEYS};
use crate::ini::variant::Variant;
use crate::names;
use crate::report::{Note, Report, Treatment};

/// A game file, and the report on it.
pub(crate) struct Translated {
    pub(crate) file: GameFile,
    pub(crate) report: Report,
    /// How Fairy-Stockfish writes promotions: the ids of the piece before and after, and the sign.
    pub(crate) signs: Vec<(String, String, char)>,
    /// Whether the board has been turned, as the second player begins.
    pub(crate) is_turned: bool,
}

/// The data that the parts of the translation share.
struct Translator<'a> {
    variant: &'a Variant,
    start: Start,
    file: GameFile,
    notes: BTreeMap<String, Treatment>,
    /// The index of each kind of piece in the file.
    index: BTreeMap<usize, usize>,
    /// The index of what a kind becomes by promotion to another kind, where that is a piece of its own.
    promoted_as: BTreeMap<(usize, usize), usize>,
    signs: Vec<(String, String, char)>,
}

/// Translates a variant.
pub(crate) fn translate(variant: &Variant) -> Translated {
    let mut notes = BTreeMap::new();
    let start = fen::read(variant).unwrap_or_else(|why| {
        notes.insert("startFen".to_owned(), Treatment::NotSaid(why));
        Start::default()
    });
    let mut translator = Translator {
        variant,
        start,
        file: GameFile::default(),
        notes,
        index: BTreeMap::new(),
        promoted_as: BTreeMap::new(),
        signs: Vec::new(),
    };
    translator.head();
    translator.pieces();
    translator.promoted_kinds();
    translator.array();
    translator.promotions();
    translator.castlings();
    translator.hands();
    translator.endings();
    translator.order();
    translator.finish()
}

impl Translator<'_> {
    /// Notes what became of a key; the worst of several notes counts.
    fn note(&mut self, key: &str, treatment: Treatment) {
        match self.notes.get_mut(key) {
            Some(known) if *known >= treatment => {}
            Some(known) => *known = treatment,
            None => _ = self.notes.insert(key.to_owned(), treatment),
        }
    }

    fn said(&mut self, key: &str) {
        self.note(key, Treatment::Said);
    }

    fn unsaid(&mut self, key: &str, why: &str) {
        self.note(key, Treatment::NotSaid(why.to_owned()));
    }

    fn approximated(&mut self, key: &str, how: &str) {
        self.note(key, Treatment::Approximated(how.to_owned()));
    }

    fn no_effect(&mut self, key: &str, why: &str) {
        self.note(key, Treatment::WithoutEffect(why.to_owned()));
    }

    /// Writes the head of the file.
    fn head(&mut self) {
        let variant = self.variant;
        let name = variant.name.clone();
        let base = variant.base.as_ref().filter(|base| !base.ends_with("-base"));
        let source = match base {
            Some(base) => {
                format!("Imported from Fairy-Stockfish's variant `{name}`, which changes `{base}`.")
            }
            None => format!("Imported from Fairy-Stockfish's variant `{name}`."),
        };
        self.file.comments.push(source);
        self.file.comments.extend(variant.comments.iter().cloned());
        self.file.id = names::id("fairy", &name);
        self.file.name = names::title(&name);
        self.file.summary = format!("Imported from Fairy-Stockfish, where its name is {name}.");
        self.file.sides = ["White".to_owned(), "Black".to_owned()];
        (self.file.files, self.file.ranks) = variant.size();
        self.said("maxRank");
        self.said("maxFile");
    }

    /// Notes all other keys, and puts the report together.
    fn finish(mut self) -> Translated {
        const DISPLAY: &[&str] =
            &["pieceToCharTable", "pocketSize", "variantTemplate", "pieceValueMg", "pieceValueEg"];
        for key in DISPLAY {
            self.note(key, Treatment::DisplayOnly);
        }
        for (index, key) in KEYS.iter().enumerate() {
            if self.variant.is_changed(index) && !self.notes.contains_key(key.name) {
                self.unsaid(key.name, "no word says this");
            }
        }
        // Keys that a section sets to their defaults are said by saying nothing.
        for name in self.variant.set.keys() {
            let known = keys::find_sided(name).map(|(key, _)| KEYS[key].name);
            if let Some(known) = known {
                self.notes.entry(known.to_owned()).or_insert(Treatment::Said);
            }
        }
        let has_say = |key: &str| {
            let index = keys::find(key);
            index.is_none_or(|index| self.variant.is_changed(index))
                || self.variant.set.keys().any(|set| set == key)
        };
        let value = |key: &str| {
            let set = |name: &str| self.variant.set.get(name).cloned();
            set(key).or_else(|| set(&format!("{key}White"))).unwrap_or_default()
        };
        let is_bad = |treatment: &Treatment| *treatment >= Treatment::Approximated(String::new());
        let kept = self.notes.iter().filter(|(key, treatment)| has_say(key) || is_bad(treatment));
        let notes: Vec<Note> = kept
            .map(|(key, treatment)| Note {
                key: key.clone(),
                value: value(key),
                treatment: treatment.clone(),
            })
            .collect();
        let report = Report { notes };
        self.file.comments.extend(report.comments());
        let is_turned = self.start.second_begins;
        Translated { file: self.file, report, signs: self.signs, is_turned }
    }
}
