//! Castlings.

use super::Translator;
use crate::game::{At, list, quoted, square};
use crate::ini::keys::slot;

/// A castling: the side, where the pieces start and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Castling {
    side: usize,
    is_kingside: bool,
    king: [At; 2],
    rook: [At; 2],
}

const KEYS: &[&str] = &[
    "castling",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingKingPiece",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "castlingRookPieces",
];

impl Translator<'_> {
    pub(super) fn castlings(&mut self) {
        let all = if self.variant.is("castling") { self.all_castlings() } else { Vec::new() };
        for key in KEYS {
            self.said(key);
        }
        if all.is_empty() {
            for key in &KEYS[1..] {
                self.no_effect(key, "nothing castles");
            }
        }
        for key in ["oppositeCastling", "castlingWins"] {
            if self.variant.set.contains_key(key) && !all.is_empty() {
                self.unsaid(key, "no word says this");
            }
        }
        let flipped = |(file, rank): At| (file, self.file.ranks - 1 - rank);
        let twin = |castling: &Castling| Castling {
            side: 1 - castling.side,
            king: castling.king.map(flipped),
            rook: castling.rook.map(flipped),
            ..*castling
        };
        let kinds = |castling: &Castling| {
            [castling.king[0], castling.rook[0]].map(|at| self.start.pieces.get(&at).map(|piece| piece.slot))
        };
        let is_twin = |castling: &&Castling| {
            let twin = twin(castling);
            all.contains(&twin) && kinds(castling) == kinds(&twin)
        };
        let both: Vec<Castling> =
            all.iter().filter(is_twin).filter(|castling| castling.side == 0).copied().collect();
        let alone: Vec<Castling> = all.iter().filter(|castling| !is_twin(castling)).copied().collect();
        for (castling, is_alone) in
            both.iter().map(|one| (one, false)).chain(alone.iter().map(|one| (one, true)))
        {
            let (letter, text) = if castling.is_kingside { ("K", "O-O") } else { ("Q", "O-O-O") };
            let squares = |part: [At; 2]| list(part.map(square));
            let mut lines = vec![
                ("letter".to_owned(), quoted(letter)),
                ("text".to_owned(), quoted(text)),
                ("king".to_owned(), squares(castling.king)),
                ("rook".to_owned(), squares(castling.rook)),
            ];
            if is_alone {
                lines.push(("side".to_owned(), quoted(&self.file.sides[castling.side])));
            }
            self.file.sections.push(("[[castling]]".to_owned(), lines));
        }
        if self.variant.is("chess960") {
            self.said("chess960");
            match both[..] {
                [one, other] if alone.is_empty() => self.arrangements(one, other),
                _ => self
                    .unsaid("chess960", "the pieces are only shuffled where a King castles with two Rooks"),
            }
        }
    }

    /// Lets the pieces of the first rank be arranged anew: the King between the Rooks, two of a kind that goes along diagonals on
    /// squares of both colours.
    fn arrangements(&mut self, one: Castling, other: Castling) {
        let rank = one.king[0].1;
        let on = |at: At| self.start.pieces.get(&at).filter(|piece| piece.side == 0).map(|piece| piece.slot);
        let squares: Vec<At> =
            (0..self.file.files).map(|file| (file, rank)).filter(|&at| on(at).is_some()).collect();
        let mut rooks = [one.rook[0], other.rook[0]];
        rooks.sort_unstable();
        let castling = [rooks[0], one.king[0], rooks[1]];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for kind in squares.iter().filter(|at| !castling.contains(at)).filter_map(|&at| on(at)) {
            match groups.iter_mut().find(|group| group[0] == kind) {
                Some(group) => group.push(kind),
                None => groups.push(vec![kind]),
            }
        }
        let both_colours: Vec<usize> = groups
            .iter()
            .filter(|group| group.len() == 2 && Some(group[0]) == slot("bishop"))
            .map(|group| group[0])
            .collect();
        groups.sort_by_key(|group| !both_colours.contains(&group[0]));
        groups.push(castling.iter().filter_map(|&at| on(at)).collect());
        let name = |kind: &usize| self.file.pieces[self.index[kind]].name.clone();
        let names = |kinds: &[usize]| list(kinds.iter().map(name));
        let ends = [squares[0], squares[squares.len() - 1]].map(square);
        let on = if squares.len() == usize::from(self.file.files) {
            list([ends.join("-")])
        } else {
            list(squares.iter().map(|&at| square(at)))
        };
        let groups: Vec<String> = groups.iter().map(|group| names(group)).collect();
        let choice = format!(
            "{{ arrange = \"Position\", on = {on}, place = [{}], both-colours = {} }}",
            groups.join(", "),
            names(&both_colours)
        );
        let lines = vec![
            ("chooser".to_owned(), quoted(&self.file.sides[0])),
            ("choices".to_owned(), format!("[{choice}]")),
        ];
        self.file.sections.push(("[[setup]]".to_owned(), lines));
    }

    /// Returns the castlings to which the start gives rights.
    fn all_castlings(&self) -> Vec<Castling> {
        let variant = self.variant;
        let file = |key: &str| u8::try_from(variant.number(key)).unwrap_or(u8::MAX);
        let (files, ranks) = variant.size();
        let mut found: Vec<Castling> = Vec::new();
        for letter in self.start.rights.chars() {
            let side = usize::from(letter.is_ascii_lowercase());
            let rank = file("castlingRank");
            if rank >= ranks {
                continue;
            }
            let rank = if side == 0 { rank } else { ranks - 1 - rank };
            let rooks = variant.pieces("castlingRookPieces", side);
            let kings = variant.pieces("castlingKingPiece", side);
            let stands = |kinds: &[usize], file: u8| {
                let piece = self.start.pieces.get(&(file, rank));
                piece.is_some_and(|piece| piece.side == side && kinds.contains(&piece.slot))
            };
            let mut king_files: Vec<u8> = (0..files).filter(|&file| stands(&kings, file)).collect();
            if king_files.len() > 1 {
                king_files.retain(|&at| at == file("castlingKingFile"));
            }
            let [king] = king_files[..] else { continue };
            let rook = match letter.to_ascii_uppercase() {
                'K' => (0..=file("castlingRookKingsideFile").min(files - 1))
                    .rev()
                    .find(|&file| stands(&rooks, file)),
                'Q' => (file("castlingRookQueensideFile")..files).find(|&file| stands(&rooks, file)),
                letter @ 'A'..='P' => Some(letter as u8 - b'A').filter(|&file| stands(&rooks, file)),
                _ => None,
            };
            let Some(rook) = rook.filter(|&rook| rook != king) else { continue };
            let is_kingside = king < rook;
            let to = file(if is_kingside { "castlingKingsideFile" } else { "castlingQueensideFile" });
            let beside = if is_kingside { to.checked_sub(1) } else { Some(to + 1) };
            let Some(beside) = beside.filter(|&beside| beside < files && to < files) else { continue };
            found.push(Castling {
                side,
                is_kingside,
                king: [(king, rank), (to, rank)],
                rook: [(rook, rank), (beside, rank)],
            });
        }
        found
    }
}
