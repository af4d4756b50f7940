//! Facts about a piece besides its moves.

use std::fmt;

use beaufort_rules::game::definition::{
    BareRoyal, PromotingMoves, Promotion, PromotionTerms, PromotionWhen, Spot, TermsDuty,
};
use beaufort_rules::language::ast::Power;
use beaufort_rules::vocabulary::{Argument, Phrase};
use beaufort_rules::{Game, PieceType, Side, phrase};

/// A fact about a piece: `Promotes to: Harpy (Ha)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The label: `Promotes to`.
    pub label: &'static str,
    /// The text: `Harpy (Ha)`.
    pub text: String,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.label, self.text)
    }
}

/// Returns a piece's name with its id: `Harpy (Ha)`.
pub(super) fn name(game: &Game, kind: PieceType) -> String {
    let piece = game.piece(kind);
    format!("{} ({})", piece.name, piece.id)
}

/// Returns the facts about a piece type.
pub(super) fn facts(game: &Game, kind: PieceType) -> Vec<Fact> {
    let piece = game.piece(kind);
    let mut facts = Vec::new();
    let mut add = |label, texts: Vec<String>| {
        if !texts.is_empty() {
            facts.push(Fact { label, text: texts.join(", ") });
        }
    };
    if game.is_royal(kind) {
        let ending = &game.definition().ending;
        let royal = if ending.check_binds {
            "may not be left where it could be taken; whose royal piece is checkmated has lost"
        } else {
            "who has no royal piece left has lost"
        };
        let bare = match ending.bare_royal {
            BareRoyal::PlaysOn => "",
            BareRoyal::Loses => ", and so has who has only one piece of any kind",
            BareRoyal::LosesUnlessAnswered => {
                ", and so has who has only one piece of any kind, unless the next turn leaves the opponent with one, too"
            }
        };
        add("Royal", vec![format!("{royal}{bare}")]);
    }
    add("Also written", piece.abbreviation.iter().cloned().collect());
    let start = game.definition().array.iter().filter(|at| at.piece == kind && at.side == Side::First);
    add("Starts on", start.map(|at| game.size().name(at.square)).collect());
    add("Promotes to", piece.promotions.iter().map(|promotion| condition(game, promotion)).collect());
    let origins = game.types().filter(|&origin| game.piece(origin).promotions.iter().any(|p| p.to == kind));
    add("Promoted from", origins.map(|origin| name(game, origin)).collect());
    if piece.ability.powers.iter().any(|power| matches!(power, Power::Relay(_) | Power::RoyalRelay(_))) {
        let only = "who borrows the move does not promote by it, and does nothing on arrival";
        add("Lends", vec![only.to_owned()]);
    }
    facts
}

/// Returns the text of a promotion and its condition (K109, K111).
fn condition(game: &Game, promotion: &Promotion) -> String {
    let to = name(game, promotion.to);
    match promotion_condition(game, promotion) {
        Some(when) => format!("{to} {when}"),
        None => to,
    }
}

/// Returns the condition and the terms of a promotion, such as `after a diagonal move`; `None` if it is offered after every move
/// (K109, K111, R43).
pub fn promotion_condition(game: &Game, promotion: &Promotion) -> Option<Phrase> {
    let mut all: Vec<Phrase> = condition_alone(game, promotion.when).into_iter().collect();
    all.extend(terms(game, promotion.terms));
    if all.len() < 2 {
        return all.pop();
    }
    let mut together = Phrase::template("{conditions}");
    together.set("conditions", Argument::List(all.into_iter().map(Argument::from).collect()));
    Some(together)
}

/// Returns the terms of a promotion that are not those of the board (R43, R44).
fn terms(game: &Game, terms: PromotionTerms) -> Vec<Phrase> {
    let name = |region: u8| &game.definition().regions[usize::from(region)].name;
    let side = terms.side.map(|side| phrase!("for {side} alone", side = game.side_name(side)));
    let region = terms.region.map(|region| phrase!("in the region {region}", region = name(region)));
    let moves = match terms.moves {
        PromotingMoves::Touching => None,
        PromotingMoves::Ending => Some(phrase!("after a move that ends there")),
        PromotingMoves::Entering => Some(phrase!("after a move that leads there from outside")),
        PromotingMoves::EnteringOrCapturing => {
            Some(phrase!("after a move that leads there from outside or takes a piece"))
        }
        PromotingMoves::Capturing => Some(phrase!("after a move that takes a piece")),
    };
    let duty = terms.duty.map(|duty| match duty {
        TermsDuty::May => phrase!("as it likes"),
        TermsDuty::Must => phrase!("whether it likes or not"),
        TermsDuty::MustIn(region) => {
            phrase!("whether it likes or not in the region {region}", region = name(region))
        }
    });
    [side, region, moves, duty].into_iter().flatten().collect()
}

/// Returns the condition of a promotion.
fn condition_alone(game: &Game, when: PromotionWhen) -> Option<Phrase> {
    match when {
        PromotionWhen::Always => None,
        PromotionWhen::OrthogonalMove => Some(phrase!("after a move along a rank or file")),
        PromotionWhen::DiagonalMove => Some(phrase!("after a diagonal move")),
        PromotionWhen::Absent(other) => Some(phrase!(
            "while there is no {piece} of either side on the board",
            piece = &game.piece(other).name
        )),
        PromotionWhen::Present(other) => Some(phrase!(
            "while there is any {piece} of either side on the board",
            piece = &game.piece(other).name
        )),
        PromotionWhen::AtMost(1) => Some(phrase!("while its side has none")),
        PromotionWhen::AtMost(most) => Some(phrase!("while its side has fewer than {number}", number = most)),
        PromotionWhen::Anywhere => Some(phrase!("after any of its moves")),
        PromotionWhen::Taking(other) => {
            Some(phrase!("where it takes a {piece}", piece = &game.piece(other).name))
        }
        PromotionWhen::TakingAny => Some(phrase!("where it takes a piece")),
        PromotionWhen::Placed(Spot::GivingCheck) => Some(phrase!("set down where it gives check")),
        PromotionWhen::Placed(Spot::RoyalsSeeing) => {
            Some(phrase!("anywhere while the royal pieces see each other"))
        }
    }
}
