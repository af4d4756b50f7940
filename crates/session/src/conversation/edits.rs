//! Variations, comments and annotations.

use beaufort_rules::phrase;

use super::handler::Handler;
use super::hidden::without_hidden;
use super::refusal::{Refusal, refusal};
use crate::event::ProblemCode;

/// The longest comment, in bytes.
const MAX_COMMENT_BYTES: usize = 16 * 1024;
/// The most glyphs of a turn.
const MAX_GLYPHS: usize = 16;

impl Handler<'_> {
    pub(super) fn delete(&mut self, node: u32) -> Result<(), Refusal> {
        let id = self.find_node(node)?;
        let table = self.table_mut()?;
        if id.index() == 0 {
            return Err(refusal(ProblemCode::Unknown, phrase!("the start is no turn"), "node"));
        }
        let before = table.session.here();
        table.session.delete(id);
        let session = &table.session;
        table.scores.retain(|score| session.node(score.node as usize).is_some());
        if let Some(review) = &mut table.review {
            review.todo.retain(|&node| session.node(node as usize).is_some());
        }
        let has_moved = session.here() != before;
        let tree = table.tree();
        self.broadcast_change(tree);
        if has_moved {
            self.table_mut()?.waiting = true;
            return self.position_changed();
        }
        self.resume_and_note()
    }

    pub(super) fn promote(&mut self, node: u32) -> Result<(), Refusal> {
        let id = self.find_node(node)?;
        let table = self.table_mut()?;
        table.session.promote(id);
        let tree = table.tree();
        self.broadcast_change(tree);
        self.resume_and_note()
    }

    pub(super) fn comment(&mut self, node: u32, text: String) -> Result<(), Refusal> {
        let id = self.find_node(node)?;
        if text.len() > MAX_COMMENT_BYTES {
            let message = phrase!("a comment has at most {number} bytes", number = MAX_COMMENT_BYTES);
            return Err(refusal(ProblemCode::TooLarge, message, "text"));
        }
        let table = self.table_mut()?;
        table.session.comment_on(id, without_hidden(&text));
        let node = table.node(id);
        self.broadcast_change(node);
        Ok(())
    }

    pub(super) fn annotate(&mut self, node: u32, nags: Vec<u8>) -> Result<(), Refusal> {
        let id = self.find_node(node)?;
        if nags.len() > MAX_GLYPHS {
            let message = phrase!("a turn has at most {number} glyphs", number = MAX_GLYPHS);
            return Err(refusal(ProblemCode::TooLarge, message, "nags"));
        }
        let table = self.table_mut()?;
        table.session.annotate(id, nags);
        let node = table.node(id);
        self.broadcast_change(node);
        Ok(())
    }
}
