//! Comments, annotations and the order of the variations.

use beaufort_rules::record::{NodeId, Tree};

use super::Session;

impl Session {
    /// Returns the comment on the turn that led to the position shown, or at the start, on the game.
    pub fn comment(&self) -> &str {
        &self.record.moves.node(self.here).comment_after
    }

    /// Writes a comment on the turn that led to the position shown, or at the start, on the game.
    pub fn set_comment(&mut self, text: impl Into<String>) {
        self.record.moves.node_mut(self.here).comment_after = text.into();
    }

    /// Returns the place of the record with this number, if it is there.
    pub fn node(&self, index: usize) -> Option<NodeId> {
        self.record.moves.find(index)
    }

    /// Writes a comment on a turn or, for the root, on the game.
    pub fn comment_on(&mut self, node: NodeId, text: impl Into<String>) {
        self.record.moves.node_mut(node).comment_after = text.into();
    }

    /// Annotates a turn with glyphs, as PGN numbers them.
    pub fn annotate(&mut self, node: NodeId, nags: Vec<u8>) {
        if node != Tree::ROOT {
            self.record.moves.node_mut(node).nags = nags;
        }
    }

    /// Makes a variation the line it branches off from.
    pub fn promote(&mut self, node: NodeId) {
        self.record.moves.promote(node);
        self.note_result();
    }

    /// Deletes a turn and everything after it; if that is shown, the place before it is shown instead.
    pub fn delete(&mut self, node: NodeId) {
        let Some(parent) = self.record.moves.parent(node) else { return };
        if self.record.moves.path(self.here).contains(&node) {
            self.jump(parent);
        }
        self.record.moves.delete(node);
        self.ended = self.ended.filter(|(end, _)| self.record.moves.find(end.index()).is_some());
        self.note_result();
    }
}
