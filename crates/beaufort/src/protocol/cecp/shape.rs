//! A game as XBoard can show it: pieces by letters, positions as FEN.
//!
//! XBoard knows a piece by a letter, and what the piece becomes in the promotion zone by `+` and that letter. So it can
//! show a game whose pieces at the start are no more than letters, whose other pieces each come of one of these, and
//! whose moves can all be told.

use std::fmt::Write as _;
use std::sync::Arc;

use beaufort_rules::game::definition::Definition;
use beaufort_rules::{Game, Piece, Position, Side, Square, TypeId};

use super::betza;

/// The kinds of piece that XBoard has pictures of, by the letters it has for them: the place in the table chooses the
/// picture. The last place is the King's, whom XBoard would not let stand in check; no piece of ours is so dear to it.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";
/// The letter of a picture whose piece XBoard lets move like no other.
const LION: char = 'L';
/// The kinds that are promotions to XBoard.
const PROMOTIONS: usize = 22;
/// The longest side of a board that XBoard can show.
const LONGEST_SIDE: u8 = 16;

/// A game with letters for its pieces.
#[derive(Debug)]
pub(super) struct Shape {
    game: Arc<Game>,
    /// For each type its letter, and whether it is the promotion of the type with that letter.
    tokens: Vec<(char, bool)>,
    /// What each type can do, in XBoard's words.
    moves: Vec<String>,
}

impl Shape {
    /// Returns whether XBoard might show a game, from a look at its size.
    pub(super) fn is_possible(definition: &Definition) -> bool {
        definition.size.files().max(definition.size.ranks()) <= LONGEST_SIDE
            && definition.pieces.len() <= 2 * PICTURES.len()
            && definition.drops.items.is_empty()
            && definition.castlings.is_empty()
    }

    /// Returns a game's shape, if XBoard can show it.
    pub(super) fn new(game: &Arc<Game>) -> Option<Shape> {
        let definition = game.definition();
        if !Shape::is_possible(definition) {
            return None;
        }
        let at_start = |kind: TypeId| definition.array.iter().any(|placement| placement.piece == kind);
        let (basic, promoted): (Vec<TypeId>, Vec<TypeId>) = game.types().partition(|&kind| at_start(kind));
        let mut tokens = vec![(' ', false); definition.pieces.len()];
        for (kind, letter) in letters(game, &basic)? {
            tokens[kind.index()] = (letter, false);
        }
        for kind in promoted {
            let mut origins = game.types().filter(|&origin| {
                let promotions = &game.piece(origin).promotions;
                promotions.iter().any(|promotion| promotion.to == kind)
            });
            let origin = origins
                .next()
                .filter(|&origin| at_start(origin) && game.piece(origin).promotions.len() == 1)?;
            if origins.next().is_some() {
                return None;
            }
            tokens[kind.index()] = (tokens[origin.index()].0, true);
        }
        let moves = game.types().map(|kind| betza::moves(game, kind)).collect::<Option<_>>()?;
        Some(Shape { game: Arc::clone(game), tokens, moves })
    }

    /// Returns the lines that tell XBoard of the game.
    pub(super) fn introduction(&self) -> Vec<String> {
        let size = self.game.size();
        let start = self.fen(&Position::initial(&self.game));
        let table = self.table();
        // Of the games that XBoard knows, Chu Shogi is the one with a promotion zone of a third of the board, for all pieces.
        let mut lines = vec![format!(
            "setup ({table}{}) {}x{}+0_chu {start}",
            table.to_ascii_lowercase(),
            size.files(),
            size.ranks()
        )];
        for (kind, moves) in self.game.types().zip(&self.moves) {
            lines.push(format!("piece {}& {moves}", self.token(Piece::new(kind, Side::First))));
        }
        lines
    }

    /// Returns the letters of one side's pieces in the order of XBoard's pictures.
    fn table(&self) -> String {
        let mut places = vec![String::from("."); 2 * PROMOTIONS];
        let mut homeless = Vec::new();
        let mut basic: Vec<char> = self.tokens.iter().filter(|token| !token.1).map(|token| token.0).collect();
        basic.sort_unstable();
        for letter in basic {
            match PICTURES.find(letter) {
                Some(place) => places[place] = letter.to_string(),
                None => homeless.push(letter),
            }
        }
        for letter in homeless {
            let is_free = |place: &usize| places[*place] == "." && Some(*place) != PICTURES.find(LION);
            let place = (0..PICTURES.len()).find(is_free);
            places[place.expect("there are at most as many letters as pictures")] = letter.to_string();
        }
        for place in 0..PICTURES.len() {
            let letter = places[place].chars().next();
            if self.tokens.iter().any(|&(of, promoted)| promoted && Some(of) == letter) {
                places[place + PROMOTIONS] = format!("^{}", places[place]);
            }
        }
        places.concat()
    }

    /// Returns the letter of a piece, with `+` before it for a promotion; in lower case for the second side.
    fn token(&self, piece: Piece) -> String {
        let Some(kind) = piece.kind() else { return String::new() };
        let (letter, promoted) = self.tokens[kind.index()];
        let letter = if piece.side() == Side::First { letter } else { letter.to_ascii_lowercase() };
        if promoted { format!("+{letter}") } else { letter.to_string() }
    }

    /// Returns the pieces with their letters, for people.
    #[cfg(test)]
    fn legend(&self) -> Vec<(String, String)> {
        let token = |kind| self.token(Piece::new(kind, Side::First));
        self.game.types().map(|kind| (self.game.piece(kind).name.clone(), token(kind))).collect()
    }

    /// Returns a position as FEN.
    pub(super) fn fen(&self, position: &Position) -> String {
        let ranks = self
            .ranks(|square| Some(self.token(position.board().at(square))).filter(|token| !token.is_empty()));
        let side = if position.side() == Side::First { 'w' } else { 'b' };
        format!("{ranks} {side} - - 0 1")
    }

    /// Returns the board as FEN draws it, with something on some of the squares.
    pub(super) fn ranks(&self, on: impl Fn(Square) -> Option<String>) -> String {
        let size = self.game.size();
        let mut text = String::new();
        for rank in (0..size.ranks()).rev() {
            let mut empty = 0;
            for file in 0..size.files() {
                let square = size.square(file.into(), rank.into()).expect("the square is on the board");
                match on(square) {
                    Some(token) => {
                        push_number(&mut text, &mut empty);
                        text += &token;
                    }
                    None => empty += 1,
                }
            }
            push_number(&mut text, &mut empty);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Reads a position from FEN; what follows the side to move is passed over.
    ///
    /// # Errors
    /// If it is none of this game.
    pub(super) fn position(&self, fen: &str) -> Result<Position, String> {
        let mut fields = fen.split_whitespace();
        let ranks: Vec<&str> = fields.next().unwrap_or("").split('/').collect();
        let side = match fields.next() {
            Some("w") => Side::First,
            Some("b") => Side::Second,
            _ => return Err("the side to move must be `w` or `b`".to_owned()),
        };
        let size = self.game.size();
        if ranks.len() != usize::from(size.ranks()) {
            return Err(format!("there are {} ranks instead of {}", ranks.len(), size.ranks()));
        }
        let mut position = Position::empty(&self.game, side);
        for (rank, text) in (0..size.ranks()).rev().zip(ranks) {
            let mut file = 0;
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                if digits > 0 {
                    file += rest[..digits]
                        .parse::<i16>()
                        .unwrap_or(i16::from(LONGEST_SIDE))
                        .min(LONGEST_SIDE.into());
                    rest = &rest[digits..];
                } else {
                    let length = if first == '+' { 2 } else { first.len_utf8() };
                    let token = rest.get(..length).unwrap_or(rest);
                    let piece = self
                        .piece(token)
                        .ok_or_else(|| format!("`{}` is not a piece", token.escape_debug()))?;
                    let square =
                        size.square(file, rank.into()).ok_or_else(|| format!("rank `{text}` is too long"))?;
                    position.place(square, piece);
                    file += 1;
                    rest = &rest[token.len()..];
                }
            }
            if file != i16::from(size.files()) {
                return Err(format!("rank `{text}` has not {} squares", size.files()));
            }
        }
        // Our own reader knows what a position must be.
        Position::parse(&self.game, &position.to_string()).map_err(|error| error.to_string())
    }

    fn piece(&self, token: &str) -> Option<Piece> {
        Side::BOTH.into_iter().find_map(|side| {
            let mut pieces = self.game.types().map(|kind| Piece::new(kind, side));
            pieces.find(|&piece| self.token(piece) == token)
        })
    }
}

fn push_number(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        write!(text, "{empty}").expect("writing to a string succeeds");
        *empty = 0;
    }
}

/// Returns a letter for each type: its id if that is one, or else one of its id, its name or the alphabet that is free.
fn letters(game: &Game, kinds: &[TypeId]) -> Option<Vec<(TypeId, char)>> {
    let single = |kind: &TypeId| <[char; 1]>::try_from(game.piece(*kind).id.chars().collect::<Vec<_>>()).ok();
    let mut chosen: Vec<(TypeId, char)> =
        kinds.iter().filter_map(|kind| single(kind).map(|[letter]| (*kind, letter))).collect();
    for &kind in kinds.iter().filter(|kind| single(kind).is_none()) {
        let piece = game.piece(kind);
        let wishes =
            piece.id.chars().chain(piece.name.chars()).map(|c| c.to_ascii_uppercase()).chain('A'..='Z');
        let is_free =
            |letter: &char| letter.is_ascii_uppercase() && !chosen.iter().any(|(_, taken)| taken == letter);
        let letter = wishes.into_iter().find(is_free)?;
        chosen.push((kind, letter));
    }
    (chosen.len() < PICTURES.len()).then_some(chosen)
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    fn shape(id: &str) -> Option<Shape> {
        Shape::new(&builtin::game(id).unwrap())
    }

    #[test]
    fn which_games_xboard_can_show() {
        for (id, can_be_shown) in [
            ("scirocco", true),
            ("scirocco-1999", true),
            ("typhoon", false),
            ("jupiter", false),
            ("larger-board", false),
        ] {
            assert_eq!(shape(id).is_some(), can_be_shown, "{id}");
        }
    }

    #[test]
    fn the_letters_of_scirocco_are_those_of_the_page() {
        let page = include_str!("../../../../../docs/cecp.md");
        for (name, token) in shape("scirocco").unwrap().legend() {
            assert!(page.contains(&format!("| {name} | `{token}` |")), "{name} {token}");
        }
    }

    #[test]
    fn positions_are_read_back() {
        let shape = shape("scirocco").unwrap();
        let start = Position::initial(&shape.game);
        assert!(
            shape.fen(&start).ends_with("PPGPPPPGPP/1RSKWFOSM1/HAT1NCEBDI w - - 0 1"),
            "{}",
            shape.fen(&start)
        );
        assert_eq!(shape.position(&shape.fen(&start)), Ok(start));
        let late = "k9/10/10/10/10/4+P5/10/10/10/K2+k6 b - - 0 1";
        let position = shape.position(late).unwrap();
        assert_eq!(shape.fen(&position), late);
    }

    #[test]
    fn wrong_positions_are_explained() {
        let shape = shape("scirocco").unwrap();
        for (fen, error) in [
            ("", "the side to move must be `w` or `b`"),
            ("10/10 w", "there are 2 ranks instead of 10"),
            ("k9/10/10/10/10/4?5/10/10/10/K9 w", "`?` is not a piece"),
            ("k9/10/10/10/10/9+/10/10/10/K9 w", "`+` is not a piece"),
            ("k9/10/10/10/10/9/10/10/10/K9 w", "rank `9` has not 10 squares"),
            (
                "k9/10/10/10/10/99999999999999999999P/10/10/10/K9 w",
                "rank `99999999999999999999P` is too long",
            ),
        ] {
            assert_eq!(shape.position(fen).unwrap_err(), error);
        }
    }
}
