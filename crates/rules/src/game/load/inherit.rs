//! Inheritance: the values of a game take precedence over those of the game it extends.

use std::sync::Arc;

use super::BESTIARY;
use super::error::LoadError;
use super::file::{GameFile, read_game};
use super::hand;
use super::promotion;
use super::region;
use super::setup;
use super::source::{At, Source};

/// The greatest number of games in a chain of extensions.
const MAX_GENERATIONS: usize = 16;

/// Reads a file and the games it extends, and merges them.
pub(super) fn read_with_parents(
    source: &Arc<Source>,
    library: &dyn Fn(&str) -> Option<Source>,
    errors: &mut Vec<LoadError>,
) -> GameFile {
    let mut chain = vec![read_game(source, errors)];
    let mut seen: Vec<String> = chain[0].id.iter().map(|id| id.value.clone()).collect();
    while let Some(parent) = chain.last().and_then(|file| file.extends.clone()) {
        if seen.contains(&parent.value) {
            let message = format!("`{}` extends itself by way of this line", parent.value);
            errors.push(LoadError::new(parent.place, message));
            break;
        }
        if chain.len() == MAX_GENERATIONS {
            let message =
                format!("this is the {MAX_GENERATIONS}th game that extends another: no more may follow");
            errors.push(LoadError::new(parent.place, message));
            break;
        }
        // The library has the bestiary under a similar name, but it is no game.
        let found = if parent.value == BESTIARY { None } else { library(&parent.value) };
        let Some(source) = found else {
            errors
                .push(LoadError::new(parent.place, format!("there is no game `{}` to extend", parent.value)));
            break;
        };
        seen.push(parent.value);
        chain.push(read_game(&Arc::new(source), errors));
    }
    let root = chain.pop().expect("the chain begins with the file itself");
    let root = change_pieces(root, errors);
    if root.extends.is_none() {
        setup::check_root(root.setup.as_deref(), errors);
        root.board.check_whole(errors);
    }
    chain.into_iter().rev().fold(root, |parent, child| lay_over(child, parent, errors))
}

fn lay_over(child: GameFile, parent: GameFile, errors: &mut Vec<LoadError>) -> GameFile {
    let former_names = parent.side_names();
    let mut described = parent.described;
    for (name, piece) in child.described {
        let piece = match described.remove(&name) {
            Some(inherited) => piece.over(inherited),
            None => piece,
        };
        described.insert(name, piece);
    }
    let mut promotions = parent.promotions;
    let mut regions = parent.regions;
    let sides = child.sides.or(parent.sides);
    let (mut inherited_setup, mut inherited_ending) = (parent.setup, parent.ending);
    let mut inherited_drops = parent.drops;
    if let Some(names) = &sides {
        inherited_ending.rename_sides(&former_names, names);
        setup::rename_sides(&mut inherited_setup, &former_names, names);
        region::rename_sides(&mut regions, &former_names, names);
        promotion::rename_sides(&mut promotions, &former_names, names);
        hand::rename_sides(inherited_drops.as_deref_mut().unwrap_or_default(), &former_names, names);
    }
    promotions.extend(child.promotions);
    regions.extend(child.regions);
    let game = GameFile {
        extends: None,
        id: child.id,
        name: child.name.or(parent.name),
        author: child.author.or(parent.author),
        year: child.year.or(parent.year),
        summary: child.summary.or(parent.summary),
        moves: child.moves.or(parent.moves),
        sides,
        pieces: child.pieces.or(parent.pieces),
        remove_pieces: child.remove_pieces,
        add_pieces: child.add_pieces,
        board: child.board.over(parent.board),
        regions,
        symmetry: child.symmetry.or(parent.symmetry),
        ranks: child.ranks.or(parent.ranks),
        promotions,
        castling: child.castling.or(parent.castling),
        drops: child.drops.or(inherited_drops),
        hand: child.hand.or(parent.hand),
        style: child.style.or(parent.style),
        sign_shape: child.sign_shape.or(parent.sign_shape),
        ending: child.ending.over(inherited_ending),
        turns: child.turns.over(parent.turns),
        trade: child.trade.or(parent.trade),
        setup: setup::lay_over(child.setup, inherited_setup),
        described,
    };
    change_pieces(game, errors)
}

/// Determines the list of pieces: the given one, or all described pieces, without the removed and with the added ones.
fn change_pieces(mut game: GameFile, errors: &mut Vec<LoadError>) -> GameFile {
    let mut pieces = game.pieces.take().unwrap_or_else(|| described_pieces(&game));
    for removed in game.remove_pieces.drain(..) {
        let before = pieces.len();
        pieces.retain(|piece| piece.value != removed.value);
        if pieces.len() == before {
            errors.push(LoadError::new(
                removed.place,
                format!("there is no piece `{}` to remove", removed.value),
            ));
        }
    }
    pieces.append(&mut game.add_pieces);
    game.pieces = Some(pieces);
    game
}

/// Returns the pieces that a file describes, in its order.
fn described_pieces(game: &GameFile) -> Vec<At<String>> {
    let mut pieces: Vec<At<String>> = Vec::new();
    for (name, piece) in &game.described {
        let place = &piece.place;
        let at = pieces.partition_point(|other| other.place.span.start <= place.span.start);
        pieces.insert(at, At { value: name.clone(), place: place.clone() });
    }
    pieces
}
