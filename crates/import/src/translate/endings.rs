//! Royal pieces, and the ends of the game.

use std::collections::BTreeSet;

use super::Translator;
use crate::game::{list, quoted};
use crate::ini::fen::promoted;
use crate::ini::keys::KING;
use crate::words;

/// The keys that only concern extinction.
const EXTINCTION: &[&str] = &[
    "extinctionValue",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "extinctionPieceTypes",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "dupleCheck",
];
/// The keys that only concern goals.
const GOALS: &[&str] =
    &["flagRegion", "flagPiece", "flagPieceCount", "flagPieceBlockedWin", "flagMove", "flagPieceSafe"];

/// The lines of a table.
type Lines = Vec<(String, String)>;

fn line(key: &str, value: impl ToString) -> (String, String) {
    (key.to_owned(), value.to_string())
}

impl Translator<'_> {
    /// Returns the kinds that are royal.
    pub(super) fn royals(&self) -> BTreeSet<usize> {
        let mut royals: BTreeSet<usize> = self.variant.slots().filter(|&kind| kind == KING).collect();
        royals.extend(self.royal_by_extinction());
        royals
    }

    /// Returns the kind that is royal since its extinction loses the game.
    fn royal_by_extinction(&self) -> Option<usize> {
        let variant = self.variant;
        let types = variant.pieces("extinctionPieceTypes", 0);
        let [kind] = types[..] else { return None };
        let count = |side: usize| {
            let own = self.start.pieces.values().filter(|piece| (piece.slot, piece.side) == (kind, side));
            own.count() + self.start.hands[side].iter().filter(|&&other| other == kind).count()
        };
        let counts = [count(0), count(1)];
        let pseudo = variant.is("extinctionPseudoRoyal");
        let is_one = variant.text("extinctionValue") == "loss"
            && variant.number("extinctionPieceCount") == 0
            && variant.number("extinctionOpponentPieceCount") == 0
            && !variant.is("dupleCheck");
        // Where check binds, more than one royal piece has other rules.
        let is_made = (0..2).any(|side| variant.pieces("promotionPieceTypes", side).contains(&kind))
            || variant.slots().any(|from| promoted(variant, from) == Some(kind))
            || variant.is("pieceDrops") && variant.is("capturesToHand");
        let kings =
            |side: usize| self.start.pieces.values().any(|piece| (piece.slot, piece.side) == (KING, side));
        let each_has = (0..2)
            .all(|side| if pseudo { counts[side] + usize::from(kings(side)) == 1 } else { counts[side] > 0 });
        let no_kings = pseudo || !kings(0) && !kings(1);
        let no_drops = !variant.is("pieceDrops") || !variant.is("capturesToHand");
        (is_one && each_has && no_kings && no_drops && !(pseudo && is_made)).then_some(kind)
    }

    pub(super) fn endings(&mut self) {
        let extinct = self.royal_by_extinction();
        let pseudo = self.variant.is("extinctionPseudoRoyal");
        let king = self.start.pieces.values().any(|piece| piece.slot == KING);
        if king || extinct.is_some() && pseudo {
            self.ending("check", quoted("binds"));
        }
        self.extinction(extinct.is_some());
        self.no_move();
        self.repetition();
        self.chase();
        self.quiet();
        self.goals();
        self.checks();
        self.obligations();
        let has_objective = self.file.endings.iter().any(|(header, _)| header != "[[ending.draws]]");
        let royal_sides = (0..2).all(|side| {
            let is_royal = |kind: usize| kind == KING || Some(kind) == extinct;
            self.start.pieces.values().any(|piece| piece.side == side && is_royal(piece.slot))
        });
        if !royal_sides && !has_objective {
            self.unsaid("king", "each side needs a royal piece from the start");
        }
        if !self.variant.is("castling") {
            self.no_effect("castlingWins", "nothing castles");
        }
    }

    fn ending(&mut self, key: &str, value: String) {
        self.file.ending.push((key.to_owned(), value));
    }

    /// Returns the names of kinds that the game has.
    pub(super) fn names(&self, kinds: impl IntoIterator<Item = usize>) -> Vec<String> {
        let indices = kinds.into_iter().flat_map(|kind| {
            let by_promotion = self.promoted_as.iter().filter(move |((_, to), _)| *to == kind);
            self.index.get(&kind).into_iter().chain(by_promotion.map(|(_, index)| index)).copied()
        });
        let indices: BTreeSet<usize> = indices.collect();
        indices.into_iter().map(|index| self.file.pieces[index].name.clone()).collect()
    }

    /// Says what the loss of pieces means.
    fn extinction(&mut self, is_royal: bool) {
        let variant = self.variant;
        let value = variant.text("extinctionValue");
        if value == "none" {
            for key in EXTINCTION {
                self.no_effect(key, "no extinction ends the game");
            }
            return;
        }
        for key in EXTINCTION {
            self.said(key);
        }
        if is_royal {
            return;
        }
        let pseudo = variant.is("extinctionPseudoRoyal");
        let is_all = variant.is_all("extinctionPieceTypes", 0);
        let count = variant.number("extinctionPieceCount");
        let others = variant.number("extinctionOpponentPieceCount");
        let words = match (variant.is("extinctionClaim"), others) {
            (true, 2) => "loses unless its next turn bares the other",
            (false, 0) => "loses",
            _ => "",
        };
        if is_all && !pseudo && count == 1 && value == "loss" && !words.is_empty() {
            self.ending("bare-royal", quoted(words));
            return;
        }
        if !words::OBJECTIVES {
            self.unsaid("extinctionValue", "no word ends the game with the loss of these pieces");
            return;
        }
        let mut lines: Lines = Vec::new();
        if is_all {
            lines.push(line("all-of", quoted("all pieces")));
        } else {
            let names = self.names(variant.pieces("extinctionPieceTypes", 0));
            if names.is_empty() {
                self.unsaid("extinctionPieceTypes", "no piece of the game is among them");
                return;
            }
            lines.push(line("any-of", list(names)));
        }
        if count > 0 {
            lines.push(line("left", count));
        }
        if others > 0 {
            lines.push(line("other-has", others));
        }
        if variant.is("extinctionClaim") {
            lines.push(line("may-answer", true));
        }
        if pseudo {
            let binds = if variant.is("dupleCheck") { "binds and all together" } else { "binds" };
            lines.push(line("check", quoted(binds)));
        }
        self.file.endings.push((header(&value).to_owned(), lines));
    }

    fn no_move(&mut self) {
        let variant = self.variant;
        self.said("checkmateValue");
        self.said("stalemateValue");
        self.said("stalematePieceCount");
        let (mate, stalemate) = (variant.text("checkmateValue"), variant.text("stalemateValue"));
        let word = |value: &str| match value {
            "win" => "wins",
            "draw" => "draws",
            _ => "loses",
        };
        let counted = variant.is("stalematePieceCount");
        if counted && (stalemate != "win" || !words::RESULTS) {
            self.unsaid("stalematePieceCount", "no word counts pieces when a side cannot move");
        }
        let stuck = if counted { "fewer pieces win" } else { word(&stalemate) };
        let has_king = self.file.ending.iter().any(|(key, _)| key == "check");
        let words = if mate == stalemate && !counted || !has_king {
            stuck.to_owned()
        } else {
            format!("{} in check, else {stuck}", word(&mate))
        };
        match words.as_str() {
            "loses" | "loses in check, else draws" => {}
            "draws" if !has_king && !words::RESULTS => {
                // Without check, nobody is in check.
                return self.ending("no-move", quoted("loses in check, else draws"));
            }
            _ if words::RESULTS => {}
            _ if mate != "loss" => return self.unsaid("checkmateValue", "who is checkmated loses"),
            _ => return self.unsaid("stalemateValue", "who cannot move does not win"),
        }
        self.ending("no-move", quoted(&words));
    }

    fn repetition(&mut self) {
        let variant = self.variant;
        let value = variant.text("nFoldValue");
        let number = variant.number("nFoldRule");
        for key in ["nFoldRule", "nFoldValue", "nFoldValueAbsolute"] {
            self.said(key);
        }
        let absolute = variant.is("nFoldValueAbsolute");
        let result = match value.as_str() {
            "win" if absolute => "the first player wins",
            "loss" if absolute => "the second player wins",
            // The value is that of the side to move, which did not bring the repetition about.
            "win" => "loses",
            "loss" => "wins",
            _ => "draws",
        };
        let times = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
        let time = usize::try_from(number).ok().and_then(|number| times.get(number.checked_sub(2)?));
        let words = match time {
            None if number == 0 => "allowed".to_owned(),
            Some(time) if words::RESULTS || number == 3 && result == "draws" => {
                format!("{time} time {result}")
            }
            _ => {
                self.unsaid("nFoldRule", "no word gives this result to so many occurrences of a position");
                "allowed".to_owned()
            }
        };
        self.ending("repetition", quoted(&words));
        if variant.is("perpetualCheckIllegal") {
            if words::RESULTS {
                self.said("perpetualCheckIllegal");
                self.ending("perpetual-check", quoted("loses"));
            } else {
                self.unsaid("perpetualCheckIllegal", "no word forbids perpetual check");
            }
        }
    }

    fn quiet(&mut self) {
        let variant = self.variant;
        self.said("nMoveRule");
        self.said("nMoveRuleTypes");
        let moves = variant.number("nMoveRule");
        if moves == 0 {
            self.no_effect("nMoveRuleTypes", "quiet moves do not end the game");
            return;
        }
        let kinds: BTreeSet<usize> = (0..2).flat_map(|side| variant.pieces("nMoveRuleTypes", side)).collect();
        let names = self.names(kinds);
        let but = if names.is_empty() { String::new() } else { format!(", but = {}", list(names)) };
        self.ending("quiet-moves", format!("{{ draw = {moves}{but} }}"));
    }

    /// Says which squares are goals.
    fn goals(&mut self) {
        let variant = self.variant;
        let regions = [0, 1].map(|side| variant.squares("flagRegion", side));
        if regions.iter().all(BTreeSet::is_empty) {
            for key in &GOALS[1..] {
                self.no_effect(key, "there is no goal");
            }
            return;
        }
        if !words::OBJECTIVES {
            self.unsaid("flagRegion", "no word makes squares a goal");
            return;
        }
        for key in GOALS {
            self.said(key);
        }
        let pieces = [0, 1].map(|side| variant.pieces("flagPiece", side));
        let is_any = [0, 1].map(|side| variant.is_all("flagPiece", side));
        let same = pieces[0] == pieces[1] || regions.iter().any(BTreeSet::is_empty);
        let region = self.file.region("goal", regions.clone());
        let sides: Vec<Option<usize>> = match (same, regions.iter().position(BTreeSet::is_empty)) {
            (_, Some(empty)) => vec![Some(1 - empty)],
            (true, None) => vec![None],
            (false, None) => vec![Some(0), Some(1)],
        };
        for side in sides {
            let of = side.unwrap_or(0);
            let mut lines: Lines = Vec::new();
            if is_any[of] {
                lines.push(line("piece", quoted("any piece")));
            } else {
                lines.push(line("piece", list(self.names(pieces[of].clone()))));
            }
            lines.push(line("on", list([&region])));
            let number = variant.number("flagPieceCount");
            if number != 1 {
                lines.push(line("number", number));
            }
            for (key, word) in
                [("flagPieceSafe", "safe"), ("flagMove", "last-turn"), ("flagPieceBlockedWin", "full")]
            {
                if variant.is(key) {
                    lines.push(line(word, true));
                }
            }
            if let Some(side) = side {
                lines.push(line("only", quoted(&self.file.sides[side])));
            }
            self.file.endings.push((header("win").to_owned(), lines));
        }
    }

    /// Says how many checks win.
    fn checks(&mut self) {
        if !self.variant.is("checkCounting") {
            return;
        }
        let [first, second] = self.start.checks.unwrap_or([1, 1]);
        if !words::OBJECTIVES || first != second {
            self.unsaid("checkCounting", "no word counts checks");
            return;
        }
        self.said("checkCounting");
        self.file.endings.push((header("win").to_owned(), vec![line("checks", first)]));
    }

    /// Says what a turn must be, and may not be.
    fn obligations(&mut self) {
        let variant = self.variant;
        let both = |key: &str| variant.value(key, 0) == variant.value(key, 1);
        let rules = [
            ("mustCapture", variant.is("mustCapture"), "capture", "must"),
            ("checking", !variant.is("checking"), "check", "illegal"),
            ("pass", variant.is("pass"), "pass", "may"),
            ("passOnStalemate", variant.is("passOnStalemate"), "pass", "only without another turn"),
            ("flyingGeneral", variant.is("flyingGeneral"), "facing", "illegal"),
            ("bikjangRule", variant.is("bikjangRule"), "facing", "offers a draw"),
            ("makpongRule", variant.is("makpongRule"), "royal-flight", "illegal"),
        ];
        let mut lines: Lines = Vec::new();
        for (key, is_set, word, value) in rules {
            if !both(key) {
                self.unsaid(key, "the sides have the same duties");
            } else if is_set && words::OBLIGATIONS {
                self.said(key);
                lines.push(line(word, quoted(value)));
            } else if is_set {
                self.unsaid(key, "no word makes this a duty of a turn");
            }
        }
        if variant.is("immobilityIllegal") && words::OBLIGATIONS {
            self.said("immobilityIllegal");
            lines.push(line("dead-ends", quoted("illegal")));
        }
        if !lines.is_empty() {
            self.file.sections.push(("[turns]".to_owned(), lines));
        }
    }
}

/// Returns the header of a condition for a result.
fn header(value: &str) -> &'static str {
    match value {
        "win" => "[[ending.wins]]",
        "draw" => "[[ending.draws]]",
        _ => "[[ending.loses]]",
    }
}
