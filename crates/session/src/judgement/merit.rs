//! The effects of a turn in a sentence or two, for a hint: `The Rook takes the Camel and gives check. The Wizard lends the move.`
//! It names no square: as a hint it leaves the turn to be found.

use beaufort_rules::vocabulary::{Phrase, SquareSet};
use beaufort_rules::{PieceType, Position, Square, StepKind, Turn, phrase};

use crate::view::{Change, Fate, StepView, Viewer, captures_within, side_index};

use super::deed::{after, becomes, is_drop, kind};

/// The most work for the pieces that are attacked, in turns looked at; beyond it nothing is said of them.
const MAX_ATTACK_WORK: usize = 20_000;
/// The most attacked pieces that are named; of more the number is given.
const MAX_NAMED: usize = 2;

/// Returns what a turn does, in one or two sentences, if something can be said plainly.
pub(crate) fn merit(before: &Position, turn: Turn) -> Option<Phrase> {
    let telling = Telling { before, after: &after(before, turn) };
    let view = Viewer::new(before).view(turn, "");
    let first = view.steps.first()?;
    let mover = if is_drop(&view) {
        turn.first.promotion?
    } else {
        before.board().at(Square::new(first.from)).kind()?
    };
    let lender = view.steps.iter().find_map(|step| step.lender);
    let lender = lender.and_then(|at| before.board().at(Square::new(at)).kind());
    let lent = lender.map(|kind| phrase!("The {piece} lends the move.", piece = telling.name(kind)));
    let mut deeds = telling.visible(&view.steps, &view.marks);
    let promotion = turn.steps().find_map(|step| step.promotion).filter(|_| !is_drop(&view));
    deeds.extend(promotion.map(|kind| becomes(telling.name(kind))));
    telling.add_attacks(turn, &mut deeds);
    let done =
        listed(deeds).map(|deeds| phrase!("The {piece} {deed}.", piece = telling.name(mover), deed = deeds));
    match (done, lent) {
        (Some(done), Some(lent)) => Some(phrase!("{first} {second}", first = done, second = lent)),
        (done, lent) => done.or(lent),
    }
}

struct Telling<'a> {
    before: &'a Position,
    after: &'a Position,
}

impl Telling<'_> {
    fn name(&self, kind: PieceType) -> &str {
        &self.before.game().piece(kind).name
    }

    /// Returns what is seen on the board: who is taken, won over, moved, brought, held.
    fn visible(&self, steps: &[StepView], marks: &[Change]) -> Vec<Phrase> {
        let enemy = u16::from(side_index(self.before.side().other()));
        let changes = || steps.iter().flat_map(|step| &step.changes).chain(marks);
        let enemies = |meant: &[Fate]| {
            let hit = changes().filter(|change| meant.contains(&change.fate) && change.before % 2 == enemy);
            self.pieces(hit.filter_map(|change| kind(change.before)))
        };
        let others = |meant: &[StepKind]| {
            let handled = steps.iter().filter(|step| meant.contains(&step.kind));
            let stood =
                |step: &StepView| self.before.board().at(Square::new(step.via.unwrap_or(step.to))).kind();
            self.pieces(handled.filter_map(stood))
        };
        let lost = self.pieces(
            changes()
                .filter(|change| {
                    matches!(change.fate, Fate::Perished | Fate::Died) && change.before % 2 != enemy
                })
                .filter_map(|change| kind(change.before)),
        );
        let held = self.after.immobilized(self.before.side().other())
            & !self.before.immobilized(self.before.side().other());
        let held = self.pieces(held.iter().filter_map(|square| self.after.board().at(square).kind()));
        [
            enemies(&[Fate::Captured, Fate::Perished])
                .map(|victims| phrase!("takes {victims}", victims = victims)),
            enemies(&[Fate::Converted]).map(|victims| phrase!("wins over {victims}", victims = victims)),
            others(&[StepKind::Swap, StepKind::SwapEnemy])
                .map(|pieces| phrase!("changes places with {pieces}", pieces = pieces)),
            others(&[StepKind::Pull]).map(|pieces| phrase!("pulls {pieces}", pieces = pieces)),
            others(&[StepKind::Push, StepKind::Shove])
                .map(|pieces| phrase!("pushes {pieces}", pieces = pieces)),
            held.map(|pieces| phrase!("immobilizes {pieces}", pieces = pieces)),
            lost.map(|pieces| phrase!("loses {pieces}", pieces = pieces)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Adds that the turn gives check, and, where it changes nothing else, what its piece newly attacks.
    fn add_attacks(&self, turn: Turn, deeds: &mut Vec<Phrase>) {
        let (us, game) = (self.before.side(), self.before.game());
        let is_plain = !deeds.is_empty();
        let mut left = MAX_ATTACK_WORK;
        let now = captures_within(self.after, us, &mut left);
        let known = captures_within(self.before, us, &mut left);
        let (Some(now), Some(known)) = (now, known) else { return };
        let attackers = |captures: &[(Square, Square)], at: Square| -> SquareSet {
            captures.iter().filter(|&&(_, taken)| taken == at).map(|&(from, _)| from).collect()
        };
        let stands = |at: Square| self.after.board().at(at);
        let is_royal = |at: Square| stands(at).kind().is_some_and(|kind| game.is_royal(kind));
        let taken: SquareSet = now.iter().map(|&(_, taken)| taken).collect();
        if taken.iter().any(|at| is_royal(at) && attackers(&now, at).len() > attackers(&known, at).len()) {
            deeds.push(phrase!("gives check"));
        }
        let (start, end) = (turn.first.from, turn.steps().last().map_or(turn.first.to, |step| step.to));
        let is_new = |at: Square| attackers(&now, at).contains(end) && !attackers(&known, at).contains(start);
        let attacked: Vec<Square> = taken.iter().filter(|&at| !is_royal(at) && is_new(at)).collect();
        if is_plain || attacked.is_empty() {
            return;
        }
        deeds.push(if attacked.len() > MAX_NAMED {
            phrase!("attacks {number} pieces", number = attacked.len())
        } else {
            let Some(pieces) = self.pieces(attacked.iter().filter_map(|&at| stands(at).kind())) else {
                return;
            };
            match attacked[..] {
                [at] if attackers(&now, at).len() > 1 => phrase!("attacks {pieces} twice", pieces = pieces),
                _ => phrase!("attacks {pieces}", pieces = pieces),
            }
        });
    }

    /// Returns pieces in words, each kind once: `the Camel and the Pawn (2)`; `None` without any.
    fn pieces(&self, kinds: impl Iterator<Item = PieceType>) -> Option<Phrase> {
        let mut counts: Vec<(PieceType, usize)> = Vec::new();
        for kind in kinds {
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
        }
        listed(counts.into_iter().map(|(kind, count)| match count {
            1 => phrase!("the {piece}", piece = self.name(kind)),
            _ => phrase!("the {piece} ({number})", piece = self.name(kind), number = count),
        }))
    }
}

/// Returns phrases as a list: `one, another and a third`.
fn listed(parts: impl IntoIterator<Item = Phrase>) -> Option<Phrase> {
    let mut parts = parts.into_iter().collect::<Vec<_>>();
    let last = parts.pop()?;
    let Some(first) =
        parts.into_iter().reduce(|one, next| phrase!("{part}, {deed}", part = one, deed = next))
    else {
        return Some(last);
    };
    Some(phrase!("{part} and {deed}", part = first, deed = last))
}
