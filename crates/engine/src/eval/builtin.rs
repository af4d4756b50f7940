//! The learned weights that come with the program, embedded as text.

use std::sync::Arc;

use beaufort_rules::Game;

use super::Evaluation;

/// Makes the list of the ids of games and the texts.
macro_rules! tuned {
    ($($id:literal)*) => {
        &[$(($id, include_str!(concat!("../../../../games/tuned/", $id, ".toml")))),*]
    };
}

/// The ids of the games and the texts.
const TUNED: &[(&str, &str)] = tuned!(
    "scirocco" "scirocco-2001" "scirocco-1999"
    "typhoon" "typhoon-1999"
    "jupiter" "jupiter-1999"
    "larger-board" "orthochess"
);

impl Evaluation {
    /// Returns what is known of a game's pieces: what was learned, if that comes with the program, or else what the rules
    /// alone say. It is the same for the same game every time.
    pub fn new(game: &Arc<Game>) -> Evaluation {
        let id = game.definition().id.as_str();
        let text = TUNED.iter().find(|(tuned, _)| *tuned == id).map(|(_, text)| text);
        // A game of one's own may have the id of a known one, but other pieces.
        let tuned = text.and_then(|text| Evaluation::tuned(game, id, text).ok());
        tuned.unwrap_or_else(|| Evaluation::derived(game))
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn every_text_fits_its_game() {
        for (id, text) in TUNED {
            let game = builtin::game(id).expect("it is built in");
            assert!(Evaluation::tuned(&game, id, text).is_ok(), "{id}");
            assert_ne!(Evaluation::new(&game).weights(), Evaluation::derived(&game).weights(), "{id}");
        }
    }
}
