//! The learned evaluations that come with the library: weights as text and, with the feature `builtin`, nets.

use std::sync::Arc;

use beaufort_rules::Game;

use super::Evaluation;

impl Evaluation {
    /// Returns the default evaluation of a game: with the net or the weights that come with the library, or else as derived
    /// from the rules alone. The result is the same for the same game every time.
    pub fn new(game: &Arc<Game>) -> Evaluation {
        let id = game.definition().id.as_str();
        // A custom game may have the id of a built-in one but other pieces; then the net is rejected.
        let trained = net(id).and_then(|bytes| Evaluation::net(game, id, bytes).ok());
        let tuned = || learned(id).and_then(|text| Evaluation::tuned(game, id, text).ok());
        trained.or_else(tuned).unwrap_or_else(|| Evaluation::derived(game))
    }
}

/// Returns the net of a game, if there is one.
#[cfg(feature = "weights")]
fn net(id: &str) -> Option<&'static [u8]> {
    beaufort_games::net(id).map(|file| file.bytes)
}

/// Without the feature there are no nets.
#[cfg(not(feature = "weights"))]
fn net(_: &str) -> Option<&'static [u8]> {
    None
}

/// Returns the text of the learned weights of a game, if there is one.
#[cfg(feature = "weights")]
fn learned(id: &str) -> Option<&'static str> {
    beaufort_games::find(beaufort_games::TUNED, id).map(|file| file.text)
}

/// Without the feature there are no learned weights.
#[cfg(not(feature = "weights"))]
fn learned(_: &str) -> Option<&'static str> {
    None
}

#[cfg(test)]
mod tests {
    use beaufort_games::{BinaryFile, File, NETS, TUNED};
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn every_net_fits_its_game() {
        for BinaryFile { id, bytes, .. } in NETS {
            let game = builtin::game(id).expect("it is built in");
            let net = Evaluation::net(&game, id, bytes).expect("it fits");
            assert_eq!(Evaluation::new(&game).fingerprint(), net.fingerprint(), "{id}");
            assert!(!net.residual().is_empty() && bytes.len() <= 1_500_000, "{id}");
        }
        assert!(NETS.iter().map(|net| net.bytes.len()).sum::<usize>() <= 6_000_000);
    }

    #[test]
    fn every_text_fits_its_game() {
        for File { id, text, .. } in TUNED {
            let game = builtin::game(id).expect("it is built in");
            assert!(Evaluation::tuned(&game, id, text).is_ok(), "{id}");
            assert_ne!(Evaluation::new(&game).weights(), Evaluation::derived(&game).weights(), "{id}");
        }
    }
}
