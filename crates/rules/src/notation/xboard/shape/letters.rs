//! XBoard's letters and pictures for pieces.

use crate::game::Game;
use crate::vocabulary::PieceType;

/// The kinds of piece for which XBoard has pictures, by its letters: the index in the table selects the picture. The last place
/// is for the King, which XBoard would not allow to stay in check; so it is not used here.
pub(super) const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";
/// The letter of a picture whose piece has special moves in XBoard.
const LION: char = 'L';
/// The number of places for unpromoted pieces in XBoard's table; those for promoted ones follow.
const PROMOTIONS: usize = 22;

/// Returns a capital letter for each type: its id if that is a single letter, or else a free letter of its id, its name or the
/// alphabet. Returns `None` if there are more types than pictures.
pub(super) fn letters(game: &Game, kinds: &[PieceType]) -> Option<Vec<(PieceType, char)>> {
    let single = |kind: &PieceType| {
        let letter = game.piece(*kind).id.parse::<char>().ok();
        letter.filter(char::is_ascii_uppercase)
    };
    let mut chosen: Vec<(PieceType, char)> =
        kinds.iter().filter_map(|kind| single(kind).map(|letter| (*kind, letter))).collect();
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

/// Returns the table of one side's letters, each with whether it is a promotion, in the order of XBoard's pictures.
pub(super) fn table(tokens: &[(char, bool)]) -> String {
    let mut places = vec![String::from("."); 2 * PROMOTIONS];
    let mut homeless = Vec::new();
    let mut basic: Vec<char> = tokens.iter().filter(|token| !token.1).map(|token| token.0).collect();
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
        if tokens.iter().any(|&(of, promoted)| promoted && Some(of) == letter) {
            places[place + PROMOTIONS] = format!("^{}", places[place]);
        }
    }
    places.concat()
}
