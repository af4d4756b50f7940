//! Turns as numbers.

use beaufort_engine::Features;
use beaufort_rules::game::Game;
use beaufort_rules::{Position, Side, Step, Turn};

/// The numbers of the turns of a game's positions: `Position.encode` of the package describes them.
#[derive(Debug)]
pub(crate) struct Actions {
    /// How either side sees the board.
    features: Features,
}

/// The order of the turns with one home action, the simplest first.
type Simplicity = (bool, (u8, Option<u8>, usize, usize), Option<(usize, u8, Option<u8>, usize, usize)>);

impl Actions {
    /// Returns the actions of a game.
    pub(crate) fn new(game: &Game) -> Actions {
        Actions { features: Features::new(game) }
    }

    /// Returns the number of actions of a game.
    pub(crate) fn count(game: &Game) -> usize {
        game.size().squares().pow(2)
    }

    /// Returns the legal actions with their turns, in ascending order. Where there are more turns than numbers, on tiny boards,
    /// the least simple ones are missing.
    pub(crate) fn table(&self, position: &Position) -> Vec<(usize, Turn)> {
        self.number(position.side(), position.legal_turns())
    }

    /// Writes 1 over the zeros of legal actions.
    pub(crate) fn fill_mask(&self, position: &Position, mask: &mut [u8]) {
        self.table(position).iter().for_each(|(action, _)| mask[*action] = 1);
    }

    /// Returns the action of a turn, if it is legal; of several turns with one result any will do.
    pub(crate) fn encode(&self, position: &Position, turn: Turn) -> Option<usize> {
        let table = self.table(position);
        let find = |turn| table.iter().find(|(_, known)| *known == turn).map(|(action, _)| *action);
        find(turn).or_else(|| {
            let text = position.is_legal(turn).then(|| position.coordinates(turn))?;
            find(position.read_coordinates(&text).ok()?)
        })
    }

    /// Returns the turn of an action, if it is legal.
    pub(crate) fn decode(&self, position: &Position, action: i64) -> Option<Turn> {
        let action = usize::try_from(action).ok()?;
        let table = self.table(position);
        let place = table.binary_search_by_key(&action, |(known, _)| *known).ok()?;
        Some(table[place].1)
    }

    /// Gives turns their numbers: each home action to the simplest of its turns, then the next free one to each of the others.
    fn number(&self, side: Side, turns: Vec<Turn>) -> Vec<(usize, Turn)> {
        let mut wanted: Vec<(usize, Turn)> =
            turns.into_iter().map(|turn| (self.home(side, turn), turn)).collect();
        wanted.sort_by_cached_key(|(home, turn)| (*home, self.simplicity(side, *turn)));
        let squares = self.features.size().squares();
        let count = squares * squares;
        wanted.truncate(count);
        let mut is_taken = vec![false; count];
        let mut others = Vec::new();
        let mut numbered = Vec::with_capacity(wanted.len());
        for (home, turn) in wanted {
            if is_taken[home] {
                others.push((home, turn));
            } else {
                is_taken[home] = true;
                numbered.push((home, turn));
            }
        }
        for (home, turn) in others {
            let free = (home..count).chain(0..home).find(|&action| !is_taken[action]);
            let free = free.expect("there are no more turns than actions");
            is_taken[free] = true;
            numbered.push((free, turn));
        }
        numbered.sort_by_key(|(action, _)| *action);
        numbered
    }

    /// Returns the action that the simplest turn between two squares has.
    fn home(&self, side: Side, turn: Turn) -> usize {
        let Step { from, to, via, .. } = turn.first;
        let target = if from == to { via } else { to };
        let seen = |square| self.features.seen(side, square).index();
        seen(from) * self.features.size().squares() + seen(target)
    }

    fn simplicity(&self, side: Side, turn: Turn) -> Simplicity {
        let seen = |square| self.features.seen(side, square).index();
        let promotion = |step: Step| step.promotion.map(|kind| kind.byte());
        let first = turn.first;
        let second = turn
            .second
            .map(|step| (seen(step.from), step.kind as u8, promotion(step), seen(step.to), seen(step.via)));
        (second.is_some(), (first.kind as u8, promotion(first), seen(first.to), seen(first.via)), second)
    }
}
