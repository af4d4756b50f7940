//! Coverage of random positions, so that comparing them is significant: every piece in action, every power, every kind of step,
//! alone and as either half of a doubled turn, and every remote effect.
//!
//! A sight is a short text. [`expected`] derives the possible sights from a game's definition, [`seen`] returns those in the
//! turns of one position.

use std::collections::BTreeSet;

use beaufort_rules::language::ast::{
    Ability, Immobilize, Kamikaze, LongLeap, Mode, Poison, Power, Royal, Shove, Swap,
};
use beaufort_rules::{Game, Piece, Position, Side, Square, Step, StepKind, Turn};
use beaufort_rules::{Scope, game::definition::PieceDef};

use crate::support::{step_kind, step_kinds};

/// Returns the possible sights of a game.
pub(crate) fn expected(game: &Game) -> BTreeSet<String> {
    let pieces = || game.definition().pieces.iter();
    let has = |wanted: fn(&Power) -> bool| pieces().any(|piece| piece.ability.powers.iter().any(wanted));
    let mut sights = BTreeSet::new();
    let mut add = |sight: &str| sights.insert(sight.to_owned());
    for kind in step_kinds(game) {
        add(&format!("first {kind:?}"));
    }
    for sight in [
        "a relay piece borrows",
        "a royal piece borrows",
        "several royal pieces",
        "decided NoRoyal",
        "decided BareRoyal",
    ] {
        add(sight);
    }
    for piece in pieces() {
        add(&format!("{} moves", piece.id));
        if piece.ability.travels.iter().any(|travel| travel.mode != Mode::Moving) {
            add(&format!("{} takes", piece.id));
        }
        if acts_on_arrival(&piece.ability) {
            add(&format!("{} acts on arrival", piece.id));
        }
        for promotion in &piece.promotions {
            add(&format!("{}={}", piece.id, game.piece(promotion.to).id));
        }
        if piece.id == "K" && piece.promotions.len() > 1 {
            add("K=Em in place of an Emperor taken");
        }
        let shared = [StepKind::Relayed, StepKind::Suicide];
        for kind in piece.ability.powers.iter().filter_map(step_kind).filter(|kind| !shared.contains(kind)) {
            add(&format!("{} {kind:?}", piece.id));
        }
        for power in &piece.ability.powers {
            for sight in of_power(power) {
                add(sight);
            }
        }
    }
    if has(|power| matches!(power, Power::Double(_))) {
        let firsts: Vec<String> =
            sights.iter().filter(|sight| sight.starts_with("first ")).cloned().collect();
        for first in firsts.iter().filter(|first| *first != "first Suicide") {
            sights.insert(first.replace("first", "doubled, first"));
            sights.insert(first.replace("first", "doubled, second"));
        }
        let more =
            ["takes the Doubler and goes on", "goes on promoted", "promotes after going on", "two loans"];
        sights.extend(more.map(str::to_owned));
    }
    if has(|power| matches!(power, Power::Poison(Poison::Itself) | Power::Burn(_))) {
        let more = [
            "the mover is doomed",
            "an idle piece is doomed",
            "an idle opposing piece is doomed",
            "a promoted piece dies at once",
            "a poisonous piece is converted",
            "both sides lose at once",
            "the mover alone loses",
        ];
        sights.extend(more.map(str::to_owned));
    }
    sights
}

/// Returns the further sights of a power.
fn of_power(power: &Power) -> &'static [&'static str] {
    match power {
        Power::Immobilize(_) => &[
            "an immobilized piece borrows",
            "an immobilized royal piece",
            "an immobilized relay piece",
            "an immobilized Immobilizer",
        ],
        Power::Strike(_) => &["a strike takes two"],
        Power::Sweep(_) => &["a sweep takes two", "a sweep takes three"],
        Power::LongLeap(LongLeap { halfway: false, .. }) => &["a long leap takes two"],
        Power::Convert(_) => &["a royal piece is converted", "a Pawn is converted"],
        Power::Swap(Swap::At(_)) => &["a swap of foes", "a swap of friends", "a swap promotes"],
        Power::Shove(Shove { off_board: false, .. }) => {
            &["a shove of two", "a shove takes", "a shove promotes"]
        }
        Power::Shove(Shove { off_board: true, .. }) => {
            &["a shove of two", "a shove takes", "a shove promotes", "a shove over the edge"]
        }
        Power::Igui(_) => &["a shot"],
        _ => &[],
    }
}

fn acts_on_arrival(ability: &Ability) -> bool {
    ability.powers.iter().any(|power| matches!(power, Power::Arrival(_) | Power::Kamikaze(_)))
}

/// Returns the sights of a position.
pub(crate) fn seen(position: &Position) -> BTreeSet<String> {
    let mut sights = BTreeSet::new();
    let several = Side::BOTH.iter().any(|&side| position.board().royals(side).len() > 1);
    if several {
        sights.insert("several royal pieces".to_owned());
    }
    if let Some(verdict) = position.royal_verdict() {
        sights.insert(format!("decided {:?}", verdict.reason));
        return sights;
    }
    let turns = position.turns(Scope::Choices);
    let immobilized: BTreeSet<Square> = turns
        .iter()
        .filter(|turn| turn.first.kind == StepKind::Suicide)
        .map(|turn| turn.first.from)
        .collect();
    let mut view = View { position, after: position.clone(), immobilized, sights };
    view.idle();
    for turn in turns {
        view.turn(turn);
    }
    view.sights
}

/// A position with the sights found so far.
struct View<'a> {
    position: &'a Position,
    /// A copy of the position, on which turns are played.
    after: Position,
    immobilized: BTreeSet<Square>,
    sights: BTreeSet<String>,
}

impl View<'_> {
    fn see(&mut self, sight: impl Into<String>) {
        self.sights.insert(sight.into());
    }

    fn see_if(&mut self, sight: &str, condition: bool) {
        if condition && !self.sights.contains(sight) {
            self.see(sight);
        }
    }

    fn at(&self, square: Square) -> Piece {
        self.position.board().at(square)
    }

    fn def(&self, piece: Piece) -> &PieceDef {
        self.position.game().piece(piece.kind().expect("a step starts with a piece"))
    }

    fn has(&self, piece: Piece, wanted: fn(&Power) -> bool) -> bool {
        self.def(piece).ability.powers.iter().any(wanted)
    }

    /// Sights that do not depend on a turn: immobilized pieces, and whether some piece will die.
    fn idle(&mut self) {
        for square in self.immobilized.clone() {
            let piece = self.at(square);
            let royal = self.has(piece, |power| *power == Power::Royal(Royal));
            let lends = self.has(piece, |power| matches!(power, Power::Relay(_) | Power::RoyalRelay(_)));
            let holds = self.has(piece, |power| *power == Power::Immobilize(Immobilize));
            self.see_if("an immobilized royal piece", royal);
            self.see_if("an immobilized relay piece", lends);
            self.see_if("an immobilized Immobilizer", holds);
        }
        let (mover, other) = (self.position.side(), self.position.side().other());
        let Some((square, _)) = self.position.board().pieces().next() else { return };
        self.after.play_unchecked(Step::staying(StepKind::Pass, square, square).into());
        let [own, foes] = [mover, other].map(|side| self.after.board().count(side));
        self.after.undo();
        self.see_if("an idle piece is doomed", own < self.position.board().count(mover));
        self.see_if("an idle opposing piece is doomed", foes < self.position.board().count(other));
    }

    fn turn(&mut self, turn: Turn) {
        match turn.second {
            None => {
                self.see(format!("first {:?}", turn.first.kind));
                self.single(turn.first);
            }
            Some(second) => self.doubled(turn.first, second),
        }
        self.outcome(turn);
    }

    /// Sights of a turn of one step.
    fn single(&mut self, step: Step) {
        let mover = self.at(step.from);
        let id = self.def(mover).id.clone();
        let target = self.at(step.to);
        let is_foe = |piece: Piece| !piece.is_none() && piece.side() != mover.side();
        let takes = is_foe(target);
        match step.kind {
            StepKind::Own if takes => self.see(format!("{id} takes")),
            StepKind::Own | StepKind::Suicide | StepKind::Relayed => {}
            kind => self.see(format!("{id} {kind:?}")),
        }
        self.see_if(&format!("{id} moves"), step.kind == StepKind::Own);
        if let Some(kind) = step.promotion {
            let promoted = self.position.game().piece(kind).id.clone();
            let replaces = promoted == "Em" && takes && self.def(target).id == "Em";
            self.see_if("K=Em in place of an Emperor taken", id == "K" && replaces);
            self.see(format!("{id}={promoted}"));
        }
        let promotes = step.promotion.is_some();
        match step.kind {
            StepKind::Own if acts_on_arrival(&self.def(mover).ability) => {
                let plain = Step { kind: StepKind::Relayed, ..step };
                let acts = self.key_after(step) != self.key_after(plain);
                self.see_if(&format!("{id} acts on arrival"), acts);
            }
            StepKind::Relayed => self.borrows(step),
            StepKind::Strike => self.see_if("a strike takes two", takes),
            StepKind::Sweep => {
                let taken = self.loss(step);
                self.see_if("a sweep takes two", taken >= 2);
                self.see_if("a sweep takes three", taken >= 3);
            }
            StepKind::LongLeap => {
                let taken = self.loss(step);
                self.see_if("a long leap takes two", taken >= 2);
            }
            StepKind::Igui => self.see("a shot"),
            StepKind::Convert => {
                let converted = self.at(step.via);
                let royal = self.has(converted, |power| *power == Power::Royal(Royal));
                let pawn = self.def(converted).id == "P";
                self.see_if("a royal piece is converted", royal);
                self.see_if("a Pawn is converted", pawn);
                let poisonous = self.position.poisonous().contains(step.via);
                let burns = self.position.burning(mover.side()).contains(step.via);
                self.see_if("a poisonous piece is converted", poisonous && !burns);
            }
            StepKind::Swap => {
                self.see(if takes { "a swap of foes" } else { "a swap of friends" });
                self.see_if("a swap promotes", promotes);
            }
            StepKind::Shove => self.shove(step),
            _ => {}
        }
    }

    fn borrows(&mut self, step: Step) {
        let mover = self.at(step.from);
        let royal = self.has(mover, |power| *power == Power::Royal(Royal));
        let lends = self.has(mover, |power| matches!(power, Power::Relay(_) | Power::RoyalRelay(_)));
        let held = self.immobilized.contains(&step.from);
        self.see_if("a royal piece borrows", royal);
        self.see_if("a relay piece borrows", lends);
        self.see_if("an immobilized piece borrows", held);
    }

    fn shove(&mut self, step: Step) {
        let size = self.position.game().size();
        let v = size.vector(step.from, step.to);
        let own = self.at(step.from).side();
        let next = |square: Option<Square>| square.and_then(|square| size.step(square, v));
        let is_own = |square: Square| !self.at(square).is_none() && self.at(square).side() == own;
        let second = next(Some(step.to)).filter(|&square| is_own(square));
        let end = next(second.or(Some(step.to)));
        let takes = end.is_some_and(|end| !self.at(end).is_none());
        self.see_if("a shove of two", second.is_some());
        self.see_if("a shove takes", takes);
        self.see_if("a shove over the edge", end.is_none());
        self.see_if("a shove promotes", step.promotion.is_some());
    }

    /// Sights of a turn of two steps.
    fn doubled(&mut self, first: Step, second: Step) {
        self.see(format!("doubled, first {:?}", first.kind));
        self.see(format!("doubled, second {:?}", second.kind));
        self.see_if("two loans", second.from != first.to);
        self.see_if("goes on promoted", first.promotion.is_some());
        self.see_if("promotes after going on", second.promotion.is_some());
        let taken = self.at(first.to);
        let doubler = !taken.is_none()
            && taken.side() != self.position.side()
            && self.has(taken, |power| matches!(power, Power::Double(_)));
        self.see_if("takes the Doubler and goes on", doubler && second.from == first.to);
    }

    /// Sights of the outcome of a turn.
    fn outcome(&mut self, turn: Turn) {
        let last = turn.last();
        self.after.play_unchecked(turn);
        let gone = self.after.board().at(last.to).is_none() && last.kind != StepKind::Suicide;
        let (mover, other) = (self.position.side(), self.position.side().other());
        let lost =
            |side: Side| self.after.board().royals(side).is_empty() || self.after.board().count(side) <= 1;
        let lost = [mover, other].map(lost);
        self.after.undo();
        let kamikaze = self.has(self.at(turn.first.from), |power| *power == Power::Kamikaze(Kamikaze));
        self.see_if("the mover is doomed", gone && !kamikaze);
        self.see_if("a promoted piece dies at once", gone && last.promotion.is_some());
        self.see_if("both sides lose at once", lost == [true, true]);
        self.see_if("the mover alone loses", lost == [true, false]);
    }

    fn key_after(&mut self, step: Step) -> u64 {
        self.after.play_unchecked(step.into());
        let key = self.after.key();
        self.after.undo();
        key
    }

    /// Returns the number of opposing pieces lost by a step.
    fn loss(&mut self, step: Step) -> u16 {
        let other = self.position.side().other();
        self.after.play_unchecked(step.into());
        let count = self.after.board().count(other);
        self.after.undo();
        self.position.board().count(other) - count
    }
}
