//! What has been learned of quiet turns in other places of the tree.

use beaufort_rules::{Piece, Position, Turn};

/// How often quiet turns have been the best ones: by the piece moved and the square reached, and by that after the turns
/// that led there.
pub(crate) struct History {
    main: Vec<i16>,
    /// In blocks, one for each context.
    after: Vec<i16>,
}

/// What a turn was, as far as the answers to it depend on that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Context(u16);

impl Context {
    /// The number of contexts; 0 is none.
    const COUNT: usize = 1 << 9;

    /// Returns the context after a turn that is about to be played.
    #[inline]
    pub(crate) fn after(position: &Position, turn: Turn) -> Context {
        let mixed = (index(position, turn) as u32).wrapping_mul(0x9e37_79b1);
        Context(((mixed >> 23) as u16).max(1))
    }
}

/// Returns the number of a piece and the square it reaches.
#[inline]
fn index(position: &Position, turn: Turn) -> usize {
    let last = turn.second.unwrap_or(turn.first);
    position.board().at(turn.first.from).code() << 8 | last.to.index()
}

impl History {
    /// The bound of an entry.
    const MOST: i32 = 16_384;
    /// The turns that a context distinguishes.
    const BLOCK: usize = 1 << 12;

    /// Returns an empty history for a game of so many piece types.
    pub(crate) fn new(types: usize) -> History {
        History { main: vec![0; Piece::codes(types) << 8], after: vec![0; Context::COUNT * Self::BLOCK] }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.main.fill(0);
        self.after.fill(0);
    }

    #[inline]
    fn place(context: Context, index: usize) -> usize {
        let mixed = (index as u32).wrapping_mul(0x85eb_ca6b) >> (32 - Self::BLOCK.ilog2());
        usize::from(context.0) * Self::BLOCK + mixed as usize
    }

    /// Returns how well a turn has done, after the last turns and anywhere.
    #[inline]
    pub(crate) fn get(&self, position: &Position, turn: Turn, context: Context) -> i32 {
        let index = index(position, turn);
        let after = if context == Context::default() { 0 } else { self.after[Self::place(context, index)] };
        i32::from(self.main[index]) + i32::from(after)
    }

    /// Moves what is known of a turn up or down; the nearer it is to its bound, the less.
    pub(crate) fn add(&mut self, position: &Position, turn: Turn, context: Context, bonus: i32) {
        let index = index(position, turn);
        shift(&mut self.main[index], bonus);
        if context != Context::default() {
            shift(&mut self.after[Self::place(context, index)], bonus);
        }
    }
}

fn shift(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / History::MOST) as i16;
}
