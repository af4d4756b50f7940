//! Which pieces a side can drop, and where (L36 to L40).

use crate::game::Side;
use crate::game::definition::DropPlaces;
use crate::position::Position;
use crate::turn::Step;

/// Lists the drops of the side to move, without regard to check.
#[cold]
pub(super) fn drops(position: &Position, mut out: impl FnMut(Step)) {
    let (game, side, board) = (position.game(), position.side(), position.board());
    let reserves = &game.definition().reserves;
    let milestones = position.state().milestones();
    let moved = Side::BOTH.iter().all(|&side| milestones.has_moved(side));
    let too_early = reserves.after_royals_moved && !moved;
    let too_late = reserves.until_royal_reached && milestones.has_reached();
    if too_early || too_late {
        return;
    }
    let reserve = position.state().reserve(side);
    let size = game.size();
    let held = reserves.items.iter().enumerate().filter(|&(index, _)| reserve.count(index) > 0);
    for (_, item) in held {
        match &item.places {
            DropPlaces::Anywhere => size
                .iter()
                .filter(|&square| board.at(square).is_none())
                .for_each(|to| out(Step::drop(item.piece, to, None))),
            DropPlaces::Squares(drops) => {
                for squares in drops {
                    let own = |&square| if side == Side::First { square } else { size.flip(square) };
                    let mut squares = squares.iter().map(own);
                    if squares.clone().all(|square| board.at(square).is_none())
                        && let Some(to) = squares.next()
                    {
                        out(Step::drop(item.piece, to, squares.next()));
                    }
                }
            }
        }
    }
}
