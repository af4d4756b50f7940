//! A game file as it is written.

mod bestiary;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use crate::betza::Term;

/// A square: file and rank from 0.
pub(crate) type At = (u8, u8);

/// The greatest number of files and ranks.
pub(crate) const MAX_SIZE: u8 = 16;

/// A game file.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameFile {
    /// The comments at the top.
    pub(crate) comments: Vec<String>,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) sides: [String; 2],
    pub(crate) pieces: Vec<PieceEntry>,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    /// The depth of the promotion zone, and the duty to promote.
    pub(crate) zone: Option<(u8, &'static str)>,
    pub(crate) edges: Option<&'static str>,
    pub(crate) regions: BTreeMap<String, [BTreeSet<At>; 2]>,
    /// The pieces on the board: the side, and the index in `pieces`.
    pub(crate) array: BTreeMap<At, (usize, usize)>,
    pub(crate) holes: BTreeSet<At>,
    /// The promotions of each piece, by its index: values of TOML.
    pub(crate) promotions: BTreeMap<usize, Vec<String>>,
    /// Tables and lists of tables, in the order of the file: the header, and its lines.
    pub(crate) sections: Vec<(String, Vec<(String, String)>)>,
    /// The table `ending`.
    pub(crate) ending: Vec<(String, String)>,
    /// Lists of tables that follow `ending`.
    pub(crate) endings: Vec<(String, Vec<(String, String)>)>,
}

/// A piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceEntry {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) terms: Vec<Term>,
    /// The powers, such as `royal`, in their order.
    pub(crate) powers: Vec<String>,
    /// The moves in Betza's notation, for the description.
    pub(crate) betza: String,
    pub(crate) unnamed: bool,
    /// More lines of its table.
    pub(crate) lines: Vec<(String, String)>,
}

/// The symmetry of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symmetry {
    Mirror,
    Rotational,
    None,
}

impl GameFile {
    /// Returns the symmetry of the array.
    pub(crate) fn symmetry(&self) -> Symmetry {
        [Symmetry::Mirror, Symmetry::Rotational]
            .into_iter()
            .find(|&symmetry| {
                let twin = |(&at, &(side, piece))| {
                    self.array.get(&self.seen(symmetry, at)) == Some(&(1 - side, piece))
                };
                self.array.iter().all(twin)
                    && self.holes.iter().all(|&at| self.holes.contains(&self.seen(symmetry, at)))
            })
            .unwrap_or(Symmetry::None)
    }

    /// Returns the square that is to the second player what another one is to the first.
    pub(crate) fn seen(&self, symmetry: Symmetry, (file, rank): At) -> At {
        match symmetry {
            Symmetry::Mirror | Symmetry::None => (file, self.ranks - 1 - rank),
            Symmetry::Rotational => (self.files - 1 - file, self.ranks - 1 - rank),
        }
    }

    /// Turns the board upside down, so that the second player becomes the first.
    pub(crate) fn turn(&mut self) {
        let ranks = self.ranks;
        let turned = |(file, rank): At| (file, ranks - 1 - rank);
        self.sides.reverse();
        let array = std::mem::take(&mut self.array).into_iter();
        self.array = array.map(|(at, (side, piece))| (turned(at), (1 - side, piece))).collect();
        self.holes = self.holes.iter().map(|&at| turned(at)).collect();
        for squares in self.regions.values_mut() {
            squares.reverse();
            squares.iter_mut().for_each(|own| *own = own.iter().map(|&at| turned(at)).collect());
        }
    }

    /// Returns the row of a rank as a side sees it, from 1.
    pub(crate) fn row(&self, side: usize, rank: u8) -> u8 {
        if side == 0 { rank + 1 } else { self.ranks - rank }
    }

    /// Returns the rows of a region that is made of whole ranks, as a side sees them.
    pub(crate) fn rows(&self, side: usize, squares: &BTreeSet<At>) -> Option<BTreeSet<u8>> {
        let rows: BTreeSet<u8> = squares.iter().map(|&(_, rank)| self.row(side, rank)).collect();
        (squares.len() == rows.len() * usize::from(self.files)).then_some(rows)
    }

    /// Returns the name of a region with these squares of the two sides, which is added if there is none.
    pub(crate) fn region(&mut self, wish: &str, squares: [BTreeSet<At>; 2]) -> String {
        if let Some((name, _)) = self.regions.iter().find(|(_, known)| **known == squares) {
            return name.clone();
        }
        let numbered = (2..).map(|number: u8| format!("{wish}-{}", spelt(number)));
        let mut names = std::iter::once(wish.to_owned()).chain(numbered);
        let name = names.find(|name| !self.regions.contains_key(name)).unwrap_or_else(|| wish.to_owned());
        self.regions.insert(name.clone(), squares);
        name
    }
}

/// Returns a number in letters, as names of regions have no digits: `b`, `c`.
fn spelt(number: u8) -> char {
    char::from(b'a' + (number - 1) % 26)
}

/// Returns the name of a square.
pub(crate) fn square((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Returns a text in quotation marks, as TOML wants it.
pub(crate) fn quoted(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("\"{}\"", clean.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a list of texts in quotation marks.
pub(crate) fn list<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> String {
    let all: Vec<String> = texts.into_iter().map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", all.join(", "))
}
