//! The moves of a record with their variations, as a tree.

use super::error::MoveTextError;
use super::lex::is_move;

/// The moves of a game: a tree whose root is the start of the game and whose other nodes are moves.
///
/// The first child of a node continues its line; the others are variations.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// The id of a node of a tree. It stays the same whatever is added, promoted or deleted elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the index of the node in its tree: 0 for the root, then in the order in which moves were added.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move, or the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    text: String,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    offset: Option<usize>,
    /// The comment before the move; empty if there is none. That of the root is never written.
    pub comment_before: String,
    /// The comment after the move; empty if there is none. That of the root stands before the first move.
    pub comment_after: String,
    /// Numeric annotation glyphs, as in PGN: 1 a good move, 2 a mistake, ... Those of the root are never written.
    pub nags: Vec<u8>,
}

impl Node {
    /// Returns the text of the move as written in the record; empty for the root.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the byte at which the move, or for the root the record, begins in the text from which it was read; `None` if it
    /// was added later. See [`line_and_column`](super::line_and_column).
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Returns whether two nodes have the same move and annotations, whatever follows.
    fn is_same_move(&self, other: &Node) -> bool {
        self.text == other.text
            && self.comment_before == other.comment_before
            && self.comment_after == other.comment_after
            && self.nags == other.nags
    }
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The root: the start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns the empty tree of a record that begins at a byte of a text.
    pub(super) fn read_from(offset: usize) -> Tree {
        Tree { nodes: vec![Node { offset: Some(offset), ..Node::default() }] }
    }

    /// Returns the number of nodes, including the root and deleted ones.
    pub fn places(&self) -> usize {
        self.nodes.len()
    }

    /// Returns a node.
    ///
    /// # Panics
    /// If the id belongs to a tree with more nodes. This holds for every method with an id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns a node for changes of its annotations.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Replaces the text of a move; the new text must be one of a move.
    pub(super) fn rewrite(&mut self, id: NodeId, text: String) {
        self.nodes[id.0 as usize].text = text;
    }

    /// Returns the children of a node: first the next move of the line, then the variations.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// Returns the parent of a node; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// Returns the moves that follow a node, each the first child of the previous one.
    pub fn line(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        let next = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(Some(from), next).skip(1)
    }

    /// Returns the moves from the root to a node, inclusive.
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(to), |id| self.parent(*id));
        let mut path: Vec<NodeId> = up.filter(|id| *id != Tree::ROOT).collect();
        path.reverse();
        path
    }

    /// Returns the node with an index, unless it has been deleted.
    pub fn find(&self, index: usize) -> Option<NodeId> {
        let id = NodeId(u32::try_from(index).ok()?);
        self.nodes.get(index)?;
        let top = std::iter::successors(Some(id), |&id| {
            self.parent(id).filter(|&parent| self.children(parent).contains(&id))
        });
        (top.last() == Some(Tree::ROOT)).then_some(id)
    }

    /// Adds a move after a node and returns its id; if the node has this move already, returns its id.
    ///
    /// # Errors
    /// If the text cannot be a move in a record.
    pub fn add(&mut self, parent: NodeId, text: &str) -> Result<NodeId, MoveTextError> {
        if !is_move(text) {
            return Err(MoveTextError { text: text.to_owned() });
        }
        let known = self.children(parent).iter().find(|id| self.node(**id).text == text);
        Ok(known.copied().unwrap_or_else(|| self.push(parent, text, None)))
    }

    /// Adds a move, even if the node has the same move already.
    pub(super) fn push(&mut self, parent: NodeId, text: &str, offset: Option<usize>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("the text of so many moves fits no memory"));
        self.nodes.push(Node { text: text.to_owned(), parent: Some(parent), offset, ..Node::default() });
        self.node_mut(parent).children.push(id);
        id
    }

    /// Returns the one move by which the main line of this tree is longer than that of `before`; `None` if the trees have any
    /// other difference, or none.
    pub fn appended_since(&self, before: &Tree) -> Option<&str> {
        let end = before.line(Tree::ROOT).last().unwrap_or(Tree::ROOT);
        let mut added = None;
        let mut pairs = vec![(Tree::ROOT, Tree::ROOT)];
        while let Some((id, known)) = pairs.pop() {
            let (node, before) = (self.node(id), before.node(known));
            if !node.is_same_move(before) {
                return None;
            }
            match node.children[..] {
                [child] if known == end => added = Some(self.node(child)),
                _ if node.children.len() != before.children.len() => return None,
                _ => pairs.extend(node.children.iter().copied().zip(before.children.iter().copied())),
            }
        }
        let is_bare = |node: &&Node| {
            node.children.is_empty()
                && node.is_same_move(&Node { text: node.text.clone(), ..Node::default() })
        };
        added.filter(is_bare).map(Node::text)
    }

    /// Makes a move the first child of its parent; the others keep their order.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let siblings = &mut self.node_mut(parent).children;
        if let Some(place) = siblings.iter().position(|sibling| *sibling == id) {
            siblings[..=place].rotate_right(1);
        }
    }

    /// Deletes a move and all its descendants; for the root, all moves.
    pub fn delete(&mut self, id: NodeId) {
        match self.parent(id) {
            Some(parent) => self.node_mut(parent).children.retain(|sibling| *sibling != id),
            None => self.node_mut(id).children.clear(),
        }
    }
}

/// Trees are equal if they have the same moves in the same order with the same comments; ids are ignored.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut pairs = vec![(Tree::ROOT, Tree::ROOT)];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.node(a), other.node(b));
            if !a.is_same_move(b) || a.children.len() != b.children.len() {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(tree: &Tree, ids: impl IntoIterator<Item = NodeId>) -> Vec<&str> {
        ids.into_iter().map(|id| tree.node(id).text()).collect()
    }

    /// Returns the tree `a (b c) (d) e` with the ids of b, c and d.
    fn example() -> (Tree, [NodeId; 3]) {
        let mut tree = Tree::default();
        let a = tree.add(Tree::ROOT, "a").unwrap();
        let b = tree.add(Tree::ROOT, "b").unwrap();
        let c = tree.add(b, "c").unwrap();
        let d = tree.add(Tree::ROOT, "d").unwrap();
        tree.add(a, "e").unwrap();
        (tree, [b, c, d])
    }

    #[test]
    fn lines_and_paths() {
        let (tree, [b, c, _]) = example();
        assert_eq!(texts(&tree, tree.line(Tree::ROOT)), ["a", "e"]);
        assert_eq!(texts(&tree, tree.line(b)), ["c"]);
        assert_eq!(texts(&tree, tree.path(c)), ["b", "c"]);
        assert_eq!(tree.path(Tree::ROOT), []);
    }

    #[test]
    fn a_known_move_is_not_added_twice() {
        let (mut tree, [b, c, _]) = example();
        assert_eq!(tree.add(b, "c"), Ok(c));
        assert_eq!(tree.children(b), [c]);
    }

    #[test]
    fn promotion_and_deletion() {
        let (mut tree, [b, _, d]) = example();
        tree.promote(d);
        assert_eq!(texts(&tree, tree.children(Tree::ROOT).to_vec()), ["d", "a", "b"]);
        tree.delete(b);
        assert_eq!(texts(&tree, tree.children(Tree::ROOT).to_vec()), ["d", "a"]);
        tree.delete(Tree::ROOT);
        assert_eq!(tree, Tree::default());
    }

    #[test]
    fn equality_is_of_the_moves_not_of_the_ids() {
        let mut other = Tree::default();
        for (path, text) in [("", "a"), ("a", "e"), ("", "b"), ("b", "c"), ("", "d")] {
            let parent = if path.is_empty() { Tree::ROOT } else { other.add(Tree::ROOT, path).unwrap() };
            other.add(parent, text).unwrap();
        }
        let (mut tree, [_, c, _]) = example();
        assert_eq!(tree, other);
        tree.node_mut(c).nags.push(1);
        assert_ne!(tree, other);
    }

    #[test]
    fn a_move_appended_to_the_main_line_is_told_from_other_changes() {
        let (before, [b, c, _]) = example();
        assert_eq!(before.appended_since(&before), None);
        let end = before.line(Tree::ROOT).last().unwrap();
        let mut longer = before.clone();
        let last = longer.add(end, "f").unwrap();
        assert_eq!(longer.appended_since(&before), Some("f"));
        assert_eq!(longer.appended_since(&Tree::default()), None);
        assert_eq!(before.appended_since(&longer), None);
        let mut first = Tree::default();
        first.add(Tree::ROOT, "a").unwrap();
        assert_eq!(first.appended_since(&Tree::default()), Some("a"));
        let changes: [&dyn Fn(&mut Tree); 6] = [
            &|tree| tree.promote(b),
            &|tree| tree.delete(c),
            &|tree| drop(tree.add(c, "g")),
            &|tree| drop(tree.add(end, "g")),
            &|tree| tree.node_mut(b).nags.push(1),
            &|tree| "x".clone_into(&mut tree.node_mut(last).comment_after),
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut other = longer.clone();
            change(&mut other);
            assert_eq!(other.appended_since(&before), None, "{number}");
        }
    }

    #[test]
    fn texts_of_moves_are_checked() {
        for text in ["", "*", "1-0", "12.", "a b", "a(b", "a}", "é", "a\u{e9}", "$1"] {
            assert!(Tree::default().add(Tree::ROOT, text).is_err(), "{text}");
        }
    }
}
