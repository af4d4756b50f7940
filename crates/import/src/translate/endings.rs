//! Royal pieces, and the ends of the game.

use std::collections::BTreeSet;

use super::Translator;
use crate::game::{list, quoted};
use crate::ini::counting::RULES;
use crate::ini::fen::promoted;
use crate::ini::keys::{KING, slot};

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
        royals.extend(self.always_bound());
        royals
    }

    /// Returns the number of pieces of a kind that a side has at the start.
    fn number_at_start(&self, side: usize, kind: usize) -> usize {
        let own = self.start.pieces.values().filter(|piece| (piece.slot, piece.side) == (kind, side));
        own.count() + self.start.hands[side].iter().filter(|&&other| other == kind).count()
    }

    /// Returns the kind that is royal since its extinction loses the game.
    fn royal_by_extinction(&self) -> Option<usize> {
        let variant = self.variant;
        let types = variant.pieces("extinctionPieceTypes", 0);
        let [kind] = types[..] else { return None };
        let counts = [0, 1].map(|side| self.number_at_start(side, kind));
        let pseudo = variant.is("extinctionPseudoRoyal");
        // An explosion may take the last royal pieces of both sides at once; then the condition decides.
        let is_one = variant.text("extinctionValue") == "loss"
            && (pseudo || !variant.is("blastOnCapture"))
            && variant.number("extinctionPieceCount") == 0
            && variant.number("extinctionOpponentPieceCount") == 0
            && !variant.is("dupleCheck");
        // Where check binds, more than one royal piece has other rules.
        let is_made = (0..2).any(|side| variant.pieces("promotionPieceTypes", side).contains(&kind))
            || variant.slots().any(|from| promoted(variant, from) == Some(kind));
        let kings = |side: usize| self.number_at_start(side, KING) > 0;
        let each_has = (0..2)
            .all(|side| if pseudo { counts[side] + usize::from(kings(side)) == 1 } else { counts[side] > 0 });
        let no_kings = pseudo || !kings(0) && !kings(1);
        // Where check binds, such a piece never comes to a hand.
        let no_drops = pseudo || !variant.is("pieceDrops") || !variant.is("capturesToHand");
        (is_one && each_has && no_kings && no_drops && !(pseudo && is_made)).then_some(kind)
    }

    /// Returns the kinds none of which may ever be left attacked, whatever their number, if each side has a King besides.
    fn always_bound(&self) -> Vec<usize> {
        let variant = self.variant;
        let squares = u32::from(self.file.files) * u32::from(self.file.ranks);
        let is_bound = variant.text("extinctionValue") == "loss"
            && variant.is("extinctionPseudoRoyal")
            && !variant.is("blastOnCapture")
            && variant.number("extinctionPieceCount") + 1 >= squares
            && (0..2).all(|side| self.number_at_start(side, KING) > 0);
        if is_bound { variant.pieces("extinctionPieceTypes", 0) } else { Vec::new() }
    }

    pub(super) fn endings(&mut self) {
        let extinct = self.royal_by_extinction();
        let pseudo = self.variant.is("extinctionPseudoRoyal");
        let king = self.start.pieces.values().any(|piece| piece.slot == KING);
        if king || extinct.is_some() && pseudo {
            self.ending("check", quoted("binds"));
        }
        self.extinction(extinct.is_some() || !self.always_bound().is_empty());
        self.no_move();
        self.repetition();
        self.chase();
        self.quiet();
        self.goals();
        self.patterns();
        self.checks();
        self.counting();
        self.points();
        self.obligations();
        self.walls();
        let has_objective = self
            .file
            .endings
            .iter()
            .any(|(header, _)| matches!(header.as_str(), "[[ending.loses]]" | "[[ending.wins]]"));
        let royal_sides = (0..2).all(|side| {
            let is_royal = |kind: usize| kind == KING || Some(kind) == extinct;
            self.start.pieces.values().any(|piece| piece.side == side && is_royal(piece.slot))
        });
        if !royal_sides && !has_objective {
            self.ending("royal", quoted("not needed"));
        }
        self.said("king");
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
        let kinds = variant.pieces("extinctionPieceTypes", 0);
        // Where a kind turns into another that counts as well, they are one.
        let total = |side: usize| kinds.iter().map(|&kind| self.number_at_start(side, kind)).sum::<usize>();
        let is_one = pseudo && kinds.len() > 1 && count == 0 && total(0) <= 1 && total(1) <= 1;
        // A side that has never had such pieces does not lack them where their check binds.
        let has = |side: usize, kind: usize| !pseudo || is_one || self.number_at_start(side, kind) > 0;
        let own = [0, 1].map(|side| -> Vec<usize> {
            kinds.iter().copied().filter(|&kind| total(side) > 0 && has(side, kind)).collect()
        });
        let sides: Vec<Option<usize>> = match own.each_ref().map(Vec::is_empty) {
            [true, true] => Vec::new(),
            _ if !pseudo || own[0] == own[1] => vec![None],
            empty => (0..2).filter(|&side| !empty[side]).map(Some).collect(),
        };
        for side in sides {
            let kinds = if pseudo { own[side.unwrap_or(0)].clone() } else { kinds.clone() };
            self.extinction_of(side, &kinds, is_all, is_one);
        }
    }

    /// Says what the loss of pieces of some kinds means, for one side alone if one is given.
    fn extinction_of(&mut self, side: Option<usize>, kinds: &[usize], is_all: bool, is_one: bool) {
        let variant = self.variant;
        let pseudo = variant.is("extinctionPseudoRoyal");
        let count = variant.number("extinctionPieceCount");
        let others = variant.number("extinctionOpponentPieceCount");
        let mut lines: Lines = Vec::new();
        if is_all {
            lines.push(line("all-of", quoted("all pieces")));
        } else {
            let names = self.names(kinds.iter().copied());
            if names.is_empty() {
                self.unsaid("extinctionPieceTypes", "no piece of the game is among them");
                return;
            }
            lines.push(line(if is_one { "all-of" } else { "any-of" }, list(names)));
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
        if let Some(side) = side {
            lines.push(line("only", quoted(&self.file.sides[side])));
        }
        self.file.endings.push((header(&variant.text("extinctionValue")).to_owned(), lines));
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
        if counted && stalemate != "win" {
            self.unsaid("stalematePieceCount", "no word counts pieces when a side cannot move");
        }
        let stuck = if counted { "fewer pieces win" } else { word(&stalemate) };
        let is_check = |(key, _): &(String, String)| key == "check";
        let has_king = self.file.ending.iter().any(is_check)
            || self.file.endings.iter().flat_map(|(_, lines)| lines).any(is_check);
        let words = if mate == stalemate && !counted || !has_king {
            stuck.to_owned()
        } else {
            format!("{} in check, else {stuck}", word(&mate))
        };
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
            Some(time) => format!("{time} time {result}"),
            _ => {
                self.unsaid("nFoldRule", "no word gives this result to so many occurrences of a position");
                "allowed".to_owned()
            }
        };
        self.ending("repetition", quoted(&words));
        if variant.is("perpetualCheckIllegal") {
            self.said("perpetualCheckIllegal");
            if number > 0 {
                self.ending("perpetual-check", quoted("loses"));
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
            lines.push(line("in", quoted(&region)));
            let number = variant.number("flagPieceCount");
            if number != 1 {
                lines.push(line("number", number));
            }
            // Only a King gives the other side no more than a last turn to draw; any other piece has to stay.
            let is_king = !is_any[of] && pieces[of] == [KING];
            let held = if is_king { "last-turn" } else { "held" };
            for (key, word) in
                [("flagPieceSafe", "safe"), ("flagMove", held), ("flagPieceBlockedWin", "full")]
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
        self.said("checkCounting");
        let checks = self.start.checks.unwrap_or([1, 1]);
        let is_same = checks[0] == checks[1];
        for (side, number) in checks.into_iter().enumerate().take(if is_same { 1 } else { 2 }) {
            let mut lines = vec![line("checks", number)];
            if !is_same {
                lines.push(line("only", quoted(&self.file.sides[side])));
            }
            self.file.endings.push((header("win").to_owned(), lines));
        }
    }

    /// Says which points decide what would be a draw.
    fn points(&mut self) {
        let rule = self.variant.text("materialCounting");
        self.said("materialCounting");
        let names = |translator: &Self| {
            let worth = [
                ("rook", 13),
                ("janggiCannon", 7),
                ("horse", 5),
                ("janggiElephant", 3),
                ("wazir", 3),
                ("soldier", 2),
            ];
            let worth = worth.iter().filter_map(|(name, points)| Some((slot(name)?, points)));
            let lines: Vec<String> = worth
                .flat_map(|(kind, points)| {
                    let names = translator.names([kind]);
                    names.into_iter().map(move |name| format!("{} = {points}", quoted(&name)))
                })
                .collect();
            lines.join(", ")
        };
        let points = match rule.as_str() {
            "none" => return,
            // The second player gets a point and a half.
            "janggi" => {
                format!("{{ pieces = {{ {} }}, second = 1, tie = \"the second player wins\" }}", names(self))
            }
            "unweighted" => "{ each = 1, tie = \"draws\" }".to_owned(),
            "whitedrawodds" => "{ tie = \"the first player wins\" }".to_owned(),
            _ => "{ tie = \"the second player wins\" }".to_owned(),
        };
        self.ending("points", points);
    }

    /// Says in how many moves a weakened side must be mated.
    fn counting(&mut self) {
        let rule = self.variant.text("countingRule");
        let Some(rule) = RULES.iter().find(|known| known.name == rule) else { return };
        let mut lines = Vec::new();
        if rule.board > 0 {
            lines.push(line("board", rule.board));
        }
        lines.extend(rule.board_at_most.map(|most| line("board-at-most", most)));
        if rule.otherwise > 0 {
            lines.push(line("otherwise", rule.otherwise));
        }
        if rule.from_zero {
            lines.push(line("from-zero", true));
        }
        self.said("countingRule");
        let mut pieces = Vec::new();
        for &(name, number, moves) in rule.limits {
            let names = self.names(slot(name));
            pieces.extend(
                names.into_iter().map(|name| {
                    format!("{{ piece = {}, number = {number}, moves = {moves} }}", quoted(&name))
                }),
            );
        }
        lines.push(line("pawns", list(self.names(slot("pawn")))));
        lines.push(line("pieces", format!("[{}]", pieces.join(", "))));
        self.file.endings.push(("[ending.counting]".to_owned(), lines));
    }

    /// Says where a wall comes in each turn.
    fn walls(&mut self) {
        let variant = self.variant;
        let place = match variant.text("wallingRule").as_str() {
            "arrow" => "where the piece could move",
            "duck" => "moves to any empty square",
            "edge" => "on the edge or beside a wall",
            "past" => "where the piece left",
            "static" => "on any empty square",
            _ => {
                for key in ["wallingRegion", "wallOrMove"] {
                    self.no_effect(key, "no turn brings a wall");
                }
                return;
            }
        };
        for key in ["wallingRule", "wallingRegion", "wallOrMove"] {
            self.said(key);
        }
        let regions = [0, 1].map(|side| variant.squares("wallingRegion", side));
        let board = variant.board();
        let within = if regions.iter().all(|region| *region == board) {
            String::new()
        } else {
            format!(", in = {}", quoted(&self.file.region("walls", regions)))
        };
        let key = if variant.is("wallOrMove") { "instead" } else { "then" };
        let wall = line(key, format!("{{ wall = {}{within} }}", quoted(place)));
        match self.file.sections.iter_mut().find(|(header, _)| header == "[turns]") {
            Some((_, lines)) => lines.push(wall),
            None => self.file.sections.push(("[turns]".to_owned(), vec![wall])),
        }
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
            } else if is_set {
                self.said(key);
                lines.push(line(word, quoted(value)));
            }
        }
        if variant.is("immobilityIllegal") {
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
