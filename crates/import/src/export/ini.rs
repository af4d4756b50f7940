//! A section of `variants.ini`: the board, the start, castlings, and the rest by its parts.

use std::collections::BTreeMap;

use beaufort_rules::game::Definition;
use beaufort_rules::game::definition::{
    ArrangementList, CaptureDuty, Castling, Facing, Obligations, PassRight, Placement, SetupChoice,
    SetupPhase,
};
use beaufort_rules::{PieceType, Side, Square, SquareSet};

use super::Exported;
use crate::turns::Coordinates;

/// The largest board there.
const FILES: u8 = 12;
const RANKS: u8 = 10;

/// The sides, with their names in keys.
pub(super) const SIDES: [(&str, Side); 2] = [("White", Side::First), ("Black", Side::Second)];

/// The data that the parts of an export share.
pub(super) struct Exporter<'a> {
    pub(super) definition: &'a Definition,
    /// The letter of each kind that has one, a capital.
    pub(super) letters: BTreeMap<PieceType, char>,
    /// The name of the key of each of them.
    pub(super) slots: BTreeMap<PieceType, String>,
    /// The squares that bound all moves of a kind, by side.
    pub(super) homes: BTreeMap<PieceType, [SquareSet; 2]>,
    pub(super) lines: Vec<(String, String)>,
    pub(super) unsaid: Vec<String>,
    /// The ids of the piece before and after a promotion, and the sign for it.
    pub(super) signs: Vec<(String, String, char)>,
}

pub(super) fn export(definition: &Definition, is_taken: bool) -> Exported {
    let mut exporter = Exporter {
        definition,
        letters: BTreeMap::new(),
        slots: BTreeMap::new(),
        homes: BTreeMap::new(),
        lines: Vec::new(),
        unsaid: Vec::new(),
        signs: Vec::new(),
    };
    exporter.board();
    exporter.pieces();
    exporter.start();
    exporter.promotions();
    exporter.castlings();
    exporter.ending();
    exporter.turns();
    exporter.hands();
    exporter.walls();
    exporter.dead_ends();
    exporter.rest();
    exporter.finish(is_taken)
}

impl Exporter<'_> {
    pub(super) fn say(&mut self, key: &str, value: impl ToString) {
        self.lines.push((key.to_owned(), value.to_string()));
    }

    /// Says the region of each side by a key that ends with the side's name.
    pub(super) fn say_regions(&mut self, key: &str, regions: &[SquareSet; 2]) {
        for (name, side) in SIDES {
            let squares = self.squares(&regions[side.index()]);
            self.say(&format!("{key}{name}"), squares);
        }
    }

    pub(super) fn unsaid(&mut self, what: &str, why: &str) {
        let line = format!("{what}: {why}");
        if !self.unsaid.contains(&line) {
            self.unsaid.push(line);
        }
    }

    pub(super) fn is_said(&self, key: &str) -> bool {
        self.lines.iter().any(|(known, _)| known == key)
    }

    pub(super) fn name(&self, kind: PieceType) -> &str {
        &self.definition.pieces[kind.index()].name
    }

    /// Returns the letters of kinds, as the values of keys have them.
    pub(super) fn letters(&self, kinds: impl IntoIterator<Item = PieceType>) -> String {
        let letters: String = kinds
            .into_iter()
            .filter_map(|kind| self.letters.get(&kind))
            .map(char::to_ascii_lowercase)
            .collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    }

    /// Returns squares as the values of keys have them: whole ranks, then single squares.
    pub(super) fn squares(&self, squares: &SquareSet) -> String {
        let size = self.definition.size;
        let is_full = |rank: u8| {
            (0..size.files())
                .all(|file| size.square(file.into(), rank.into()).is_some_and(|at| squares.contains(at)))
        };
        let ranks = (0..size.ranks()).filter(|&rank| is_full(rank)).map(|rank| format!("*{}", rank + 1));
        let single = size
            .iter()
            .filter(|&at| squares.contains(at) && !is_full(size.rank(at)))
            .map(|at| self.square(at));
        let all: Vec<String> = ranks.chain(single).collect();
        if all.is_empty() { "-".to_owned() } else { all.join(" ") }
    }

    fn square(&self, at: Square) -> String {
        let size = self.definition.size;
        format!("{}{}", char::from(b'a' + size.file(at)), size.rank(at) + 1)
    }

    /// Returns the squares of a row of a side, from 1.
    pub(super) fn row(&self, side: Side, row: u8) -> SquareSet {
        let size = self.definition.size;
        let rank = if side == Side::First { row - 1 } else { size.ranks() - row };
        size.iter().filter(|&at| size.rank(at) == rank).collect()
    }

    fn board(&mut self) {
        let size = self.definition.size;
        self.say("maxRank", size.ranks());
        self.say("maxFile", size.files());
        if size.files() > FILES || size.ranks() > RANKS {
            self.unsaid("board", &format!("there are at most {FILES} files and {RANKS} ranks"));
        }
    }

    /// Writes the position at the start.
    fn start(&mut self) {
        let definition = self.definition;
        let size = definition.size;
        let mut ranks = Vec::new();
        for rank in (0..size.ranks()).rev() {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..size.files() {
                let Some(at) = size.square(file.into(), rank.into()) else { continue };
                let placed = definition.array.iter().find(|placed| placed.square == at);
                let letter = match placed {
                    _ if definition.holes.contains(at) => Some('*'),
                    Some(Placement { piece, side, .. }) => self.letters.get(piece).map(|letter| match side {
                        Side::First => *letter,
                        Side::Second => letter.to_ascii_lowercase(),
                    }),
                    None => None,
                };
                match letter {
                    Some(letter) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(letter);
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
        let mut rights = String::new();
        for letter in definition.castlings.iter().map(|castling| self.right(castling)) {
            if !rights.contains(letter) {
                rights.push(letter);
            }
        }
        rights.extend(Side::BOTH.map(|side| self.gate_letters(side)));
        if rights.is_empty() {
            rights.push('-');
        }
        let (hands, checks) = (self.hand_field(), self.check_field());
        self.say("startFen", format!("{}{hands} w {rights} - {checks}0 1", ranks.join("/")));
    }

    /// Returns the letter of the right to a castling.
    fn right(&self, castling: &Castling) -> char {
        let size = self.definition.size;
        let letter = if size.file(castling.rook.from) > size.file(castling.king.from) { 'K' } else { 'Q' };
        if castling.side == Side::First { letter } else { letter.to_ascii_lowercase() }
    }

    fn castlings(&mut self) {
        let castlings = &self.definition.castlings;
        self.say("castling", !castlings.is_empty());
        let Some(first) = castlings.first() else { return };
        let size = self.definition.size;
        let row = |castling: &Castling| {
            let rank = size.rank(castling.king.from);
            if castling.side == Side::First { rank } else { size.ranks() - 1 - rank }
        };
        let mut hands: BTreeMap<char, (u8, u8, u8)> = BTreeMap::new();
        let mut why = None;
        for castling in castlings {
            let (king, rook) = (castling.king, castling.rook);
            let letter = self.right(castling).to_ascii_uppercase();
            let files = (size.file(king.from), size.file(king.to), size.file(rook.from));
            let beside = if letter == 'K' { files.1.checked_sub(1) } else { Some(files.1 + 1) };
            if row(castling) != row(first) || king.kind != first.king.kind {
                why = Some("all start on one rank with the same kind of piece");
            } else if hands.get(&letter).is_some_and(|known| *known != files) {
                why = Some("the first piece ends on one square for each hand, the same for both sides");
            } else if beside != Some(size.file(rook.to)) {
                why = Some("the other piece ends beside the first");
            }
            hands.insert(letter, files);
        }
        let both = hands.keys().all(|letter| {
            let of = |side: Side| {
                castlings
                    .iter()
                    .any(|one| one.side == side && self.right(one).to_ascii_uppercase() == *letter)
            };
            of(Side::First) == of(Side::Second)
        });
        if !both {
            why = Some("both sides castle alike");
        }
        if let Some(why) = why {
            return self.unsaid("castling", why);
        }
        self.say("castlingRank", row(first) + 1);
        let file = |file: u8| char::from(b'a' + file);
        for (letter, (from, to, rook)) in hands {
            let hand = if letter == 'K' { "Kingside" } else { "Queenside" };
            self.say(&format!("castling{hand}File"), file(to));
            self.say(&format!("castlingRook{hand}File"), file(rook));
            if letter == 'K' || !self.lines.iter().any(|(key, _)| key == "castlingKingFile") {
                self.say("castlingKingFile", file(from));
            }
        }
        let mut rooks: Vec<PieceType> = Vec::new();
        for castling in castlings {
            if !rooks.contains(&castling.rook.kind) {
                rooks.push(castling.rook.kind);
            }
        }
        let (king, rooks) = (self.letters([first.king.kind]), self.letters(rooks));
        self.say("castlingKingPiece", king);
        self.say("castlingRookPieces", rooks);
    }

    fn turns(&mut self) {
        let Obligations { capture, no_checks, pass, facing, no_dead_ends, no_flight } =
            self.definition.obligations;
        match capture {
            CaptureDuty::Free => {}
            CaptureDuty::Must => self.say("mustCapture", true),
            CaptureDuty::MustMost => self.unsaid("turns.capture", "nobody counts how much is taken"),
        }
        match pass {
            PassRight::None => {}
            PassRight::May => self.say("pass", true),
            PassRight::WithoutTurn => self.say("passOnStalemate", true),
        }
        match facing {
            Facing::Legal => {}
            Facing::Illegal => self.say("flyingGeneral", true),
            Facing::IllegalDiagonally => {
                self.unsaid("turns.facing", "royal pieces may face one another on a diagonal");
            }
            Facing::Offers => self.say("bikjangRule", true),
        }
        for (is_set, key, value) in [
            (no_checks, "checking", false),
            (no_dead_ends, "immobilityIllegal", true),
            (no_flight, "makpongRule", true),
        ] {
            if is_set && !self.is_said(key) {
                self.say(key, value);
            }
        }
    }

    /// Tells what has no keys at all.
    fn rest(&mut self) {
        // All fields have names, so that a rule that is added is not forgotten here.
        let Definition {
            holes,
            trade,
            setup,
            // Said elsewhere.
            drops: _,
            walling: _,
            id: _,
            name: _,
            author: _,
            year: _,
            size: _,
            pieces: _,
            array: _,
            zone_ranks: _,
            promotion_duty: _,
            castlings: _,
            ending: _,
            obligations: _,
            // No rules by themselves.
            summary: _,
            moves: _,
            regions: _,
            drawn: _,
            side_names: _,
            symmetry: _,
            style: _,
            sign_shape: _,
            text: _,
        } = self.definition;
        for (has, what, why) in [
            (*holes != SquareSet::EMPTY, "board.holes", "pieces may hop over holes there"),
            (trade.is_some(), "trade", "no key protects pieces from trades"),
        ] {
            if has {
                self.unsaid(what, why);
            }
        }
        if setup.phases.is_empty() {
            return;
        }
        if self.is_shuffled() {
            self.say("chess960", true);
        } else {
            self.unsaid("setup", "the array is only arranged as in Chess960");
        }
    }

    /// Returns whether the pieces of the first rank are arranged as in Chess960: in any order, but Bishops on squares of both colours and
    /// the piece that castles between the two others.
    fn is_shuffled(&self) -> bool {
        let Definition { setup, castlings, array, size, .. } = self.definition;
        let [SetupPhase { chooser: Side::First, choices }] = &setup.phases[..] else { return false };
        let [SetupChoice::Arrange { arrangements, .. }] = &choices[..] else { return false };
        let ArrangementList::Numbered(groups) = &arrangements.all else { return false };
        let own: Vec<&Castling> = castlings.iter().filter(|castling| castling.side == Side::First).collect();
        let [one, other] = own[..] else { return false };
        let kind = |at: Square| {
            let placed = array.iter().find(|placed| (placed.square, placed.side) == (at, Side::First));
            placed.map(|placed| placed.piece)
        };
        let first = self.row(Side::First, 1);
        let squares: Vec<Square> =
            size.iter().filter(|&at| first.contains(at) && kind(at).is_some()).collect();
        let mut rooks = [one.rook.from, other.rook.from];
        rooks.sort_by_key(|&at| size.file(at));
        let castling = [rooks[0], one.king.from, rooks[1]];
        let mut wanted: Vec<(Vec<PieceType>, bool)> =
            vec![(castling.into_iter().filter_map(kind).collect(), false)];
        for kind in squares.iter().filter(|at| !castling.contains(at)).filter_map(|&at| kind(at)) {
            match wanted[1..].iter_mut().find(|(group, _)| group[0] == kind) {
                Some((group, _)) => group.push(kind),
                None => wanted.push((vec![kind], false)),
            }
        }
        for (group, both_colours) in &mut wanted[1..] {
            let is_bishop = self.slots.get(&group[0]).is_some_and(|slot| slot == "bishop");
            *both_colours = is_bishop && group.len() == 2;
        }
        let mut found: Vec<_> =
            groups.iter().map(|group| (group.pieces.clone(), group.both_colours)).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        arrangements.squares == squares && found == wanted
    }

    fn finish(self, is_taken: bool) -> Exported {
        let definition = self.definition;
        let id = &definition.id;
        let variant = if is_taken { format!("beaufort-{id}") } else { id.clone() };
        let line = |text: &str| text.replace(|c: char| c.is_control(), " ");
        let mut text = format!(
            "# {} by {} ({}), exported from Beaufort's game `{id}`.\n",
            line(&definition.name),
            line(&definition.author),
            definition.year
        );
        for why in &self.unsaid {
            text += &format!("# not said: {}\n", line(why));
        }
        text += &format!("[{variant}]\n");
        for (key, value) in &self.lines {
            text += &format!("{key} = {value}\n");
        }
        Exported {
            variant,
            text,
            unsaid: self.unsaid,
            coordinates: Coordinates {
                castles_to_rook: self.lines.iter().any(|(key, _)| key == "chess960"),
                signs: self.signs,
                wall_or_move: definition.walling.as_ref().is_some_and(|walling| walling.instead),
                ..Coordinates::default()
            },
        }
    }
}
