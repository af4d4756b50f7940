//! `relay` and `royal-relay`: lends travels to friendly pieces within reach (K74 to K81).

use chumsky::prelude::*;

use crate::grammar::ast::{self, Area};
use crate::grammar::words::{Role, TurnStage, Word, alone};
use crate::grammar::{Rule, area, joiner, pieces, word};
use crate::travel::{Path, Term, Travel, Travels, View, targets_of, term, terms};
use crate::vocabulary::{Class, Geometry, Square, SquareSet};

use super::{Compiler, PowerRules, ReachTable, SET_BYTES, single};

/// Lends travels to friendly pieces (K74).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relay {
    /// The leaps and rides that are lent.
    pub lends: Vec<Travel>,
    /// The reach of the borrowers.
    pub reach: ast::Reach,
    /// The area around the lender in which the borrower must land, if limited (K75).
    pub landing: Option<Area>,
}

impl PowerRules for Relay {
    const WORDS: &[Word] = &[Word {
        name: "relay",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "relay <TRAVEL> to <AREA> pieces, \
                 relay (<TRAVEL> + <TRAVEL>) to pieces along <LINE> lines, \
                 relay <TRAVEL> to pieces an <LEAP> away; each with an optional landing <AREA>",
        help: "Lends travels to the friendly pieces it reaches. With `landing` they must end so near the lender. \
               Several travels are lent in parentheses.",
        example: "D + A + relay (F + D) to orthogonally adjacent pieces landing adjacent \
                  + relay A to diagonally adjacent pieces landing adjacent",
        rulings: "K74, K75, K76, K77, K78, K79, K80",
    }];

    /// `relay TRAVEL to PIECES`, optionally with `landing AREA` (K74).
    fn syntax<'t>() -> Rule<'t, Relay> {
        let landing = word("landing").ignore_then(area()).or_not();
        let relay = lent().then_ignore(word("to")).then(pieces()).then(landing);
        let relay = relay.map(|((lends, reach), landing)| Relay {
            lends: lends.into_iter().map(Term::travel).collect(),
            reach,
            landing,
        });
        word("relay").ignore_then(relay).boxed()
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Lender]
    }

    /// A lent step promotes no piece (K83).
    fn is_placing(&self) -> bool {
        true
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        let lent: usize = self.lends.iter().map(|travel| SET_BYTES + travel.path.cost(size)).sum();
        // Besides these there are tables of the borrowers, the landing squares and the possible captures.
        3 * SET_BYTES + lent + self.reach.squares(size)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (size, turned) = (compiler.rays.size(), compiler.turned);
        let loan = Lending::Travels {
            travels: Travels::compile(compiler.rays, &self.lends, turned),
            reach: compiler.reach(&self.reach),
            landing: self.landing.map_or_else(Box::default, |area| targets_of(size, &area.vectors(), turned)),
        };
        compiler.abilities.lends.push(loan);
    }
}

/// The lent travels: one, or several in parentheses.
pub(super) fn lent<'t>() -> Rule<'t, Vec<Term>> {
    let more = joiner().ignore_then(term()).repeated().collect::<Vec<_>>();
    terms()
        .then(more)
        .validate(|(terms, more), e, emitter| {
            if !more.is_empty() {
                emitter.emit(Rich::custom(
                    e.span(),
                    "several lent travels stand in parentheses: `relay (F + D) to`",
                ));
            }
            for term in &terms {
                if !matches!(term.path, Path::Leap(_) | Path::Ride(_)) {
                    emitter.emit(Rich::custom(term.span, "only leaps, lines and riders can be lent"));
                }
            }
            terms
        })
        .boxed()
}

/// Lends two quiet leaps: from beside itself to the corresponding square beside a friendly royal piece, and the other way round
/// (K81).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoyalRelay;

impl PowerRules for RoyalRelay {
    const WORDS: &[Word] = &[alone(
        "royal-relay",
        TurnStage::Step,
        "A friend next to it may leap to the like place, if empty, next to a friendly royal piece, and a friend next to \
         a friendly royal piece to the like place next to it.",
        "Q (moving) + royal-relay",
        "K81",
    )];

    fn syntax<'t>() -> Rule<'t, RoyalRelay> {
        single(RoyalRelay)
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Lender]
    }

    /// A lent step promotes no piece (K83).
    fn is_placing(&self) -> bool {
        true
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.lends.push(Lending::Royal);
    }
}

/// The loan of a piece, with its borrowers.
#[derive(Clone, Debug)]
pub(crate) enum Lending {
    /// Travels for the pieces within reach.
    Travels {
        travels: Travels,
        reach: ReachTable,
        /// By square of the lender: the squares on which a borrower may land; empty if it may land anywhere (K75).
        landing: Box<[SquareSet]>,
    },
    /// Quiet leaps between the neighbours of the lender and those of friendly royal pieces (K81).
    Royal,
}

impl Lending {
    /// Returns the squares of the friendly pieces that the lender serves; never its own (K74).
    #[inline]
    pub(crate) fn borrowers(&self, view: &View<'_>, lender: Square) -> SquareSet {
        match self {
            Lending::Travels { reach, .. } => reach.pieces(view, lender) & view.friends(),
            Lending::Royal => {
                let royals = view.board.royals(view.side).iter();
                let near = royals
                    .fold(*view.rays.neighbours(lender), |set, royal| set | view.rays.neighbours(royal));
                let mut borrowers = near & view.friends();
                borrowers.remove(lender);
                borrowers
            }
        }
    }

    /// Returns the squares on which a borrowed step may end.
    #[inline(always)]
    pub(crate) fn destinations(&self, view: &View<'_>, lender: Square, borrower: Square) -> SquareSet {
        match self {
            Lending::Travels { travels, landing, .. } => {
                let reached = travels.destinations(view, borrower);
                match landing.get(lender.index()) {
                    Some(landing) => reached & landing,
                    None => reached,
                }
            }
            Lending::Royal => between_royals(view, lender, borrower),
        }
    }
}

/// The leaps of K81: from beside the lender to the corresponding square beside a royal piece, and the other way round. The
/// borrower is never the royal piece itself.
fn between_royals(view: &View<'_>, lender: Square, borrower: Square) -> SquareSet {
    let size = view.rays.size();
    let mut reached = SquareSet::EMPTY;
    for royal in view.board.royals(view.side).iter().filter(|&royal| royal != borrower) {
        for (near, far) in [(lender, royal), (royal, lender)] {
            if view.rays.neighbours(near).contains(borrower) {
                reached =
                    size.step(far, size.vector(near, borrower)).into_iter().fold(reached, |mut set, to| {
                        set.insert(to);
                        set
                    });
            }
        }
    }
    reached - view.occupied
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn friends_beside_it_borrow_its_leaps() {
        let scenario =
            Scenario::new("relay forward N to orthogonally adjacent pieces", &["[Wa]e4", "[P]e5", "[P]f5"]);
        assert_eq!(scenario.turns("e5"), ["P-c6", "P-d7", "P-e6", "P-f7", "P-g6"]);
        assert_eq!(scenario.after("P-d7"), "[Wa]e4 [P]f5 [P]d7");
    }
}
