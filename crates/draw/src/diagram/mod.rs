//! The move diagram of a piece, derived only from its ability.
//!
//! The first panel shows what the piece can do, from the square in the middle; for each `relay` a further panel shows the loan,
//! with the borrower in the middle. All are drawn from the owner's side. The legend explains the signs, and has sentences for
//! everything that cannot be shown on squares.

mod notes;
mod outline;
mod painter;
mod panel;
mod powers;
mod radius;
mod sign;
mod svg;
mod text;
mod travels;

use std::collections::BTreeSet;

use beaufort_rules::language::ast::{Ability, Area, Power, Relay, Travel};

pub(crate) use painter::{PanelStyle, paint_sign};
pub(crate) use panel::Panel;
use powers::PowerDrawing;
pub(crate) use sign::{Sign, TravelKind};

/// The panels of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    /// The moves and powers of the piece itself.
    pub(crate) own: Panel,
    /// The loans of the piece, one panel for each relay.
    pub(crate) lent: Vec<LentPanel>,
    /// Sentences about everything that cannot be shown on squares.
    notes: Vec<String>,
}

/// The loan of a relay.
#[derive(Clone, Debug)]
pub(crate) struct LentPanel {
    /// The moves, with the borrower in the middle.
    pub(crate) panel: Panel,
    /// The sentence above the panel.
    pub(crate) title: String,
}

impl Diagram {
    /// Returns the diagram of an ability; `name` is the name of the piece.
    pub(crate) fn of(ability: &Ability, name: &str) -> Diagram {
        let relays = ability.powers.iter().filter_map(|power| match power {
            Power::Relay(Relay { lends, landing, .. }) => Some((lends, *landing)),
            _ => None,
        });
        let lent = relays.zip(1..).map(|((lends, landing), number)| {
            let title = format!("A friend at {number} may also go so{}:", restriction(landing, name));
            LentPanel { panel: Panel::lent(lends, number), title }
        });
        Diagram { own: Panel::own(ability), lent: lent.collect(), notes: notes::notes(ability) }
    }

    /// Returns the legend: the meanings of the signs, each once, and the sentences without a sign.
    pub(crate) fn legend(&self) -> Vec<(Option<Sign>, String)> {
        let panels = std::iter::once(&self.own).chain(self.lent.iter().map(|lent| &lent.panel));
        let signs: BTreeSet<Sign> = panels.flat_map(Panel::signs).collect();
        let signs = signs.into_iter().map(|sign| (Some(sign), sign.meaning()));
        signs.chain(self.notes.iter().map(|note| (None, note.clone()))).collect()
    }
}

impl Panel {
    /// Returns the panel of a whole ability.
    pub(crate) fn own(ability: &Ability) -> Panel {
        Panel::own_within(ability, radius_of(ability))
    }

    /// Returns the panel of a whole ability, limited to a radius.
    pub(crate) fn own_within(ability: &Ability, radius: i8) -> Panel {
        let mut panel = Panel::empty(Sign::Piece, radius);
        panel.add_travels(&ability.travels);
        panel.add_powers(&ability.powers);
        panel
    }

    /// Returns the panel of lent travels, with the relay's number in the middle.
    pub(crate) fn lent(lends: &[Travel], number: u8) -> Panel {
        let mut panel = Panel::empty(Sign::Borrower(number), radius::of_travels(lends));
        panel.add_travels(lends);
        panel
    }
}

/// Returns the radius of the panel of a whole ability.
fn radius_of(ability: &Ability) -> i8 {
    let powers = ability.powers.iter().map(|power| PowerDrawing::of(power, 0).radius()).max().unwrap_or(0);
    radius::of_travels(&ability.travels).max(powers).min(radius::MAX_RADIUS)
}

/// Returns the sentence about where a borrower may land (K75).
fn restriction(landing: Option<Area>, name: &str) -> String {
    match landing {
        None => String::new(),
        Some(Area::Adjacent) => format!(", to a square next to the {name}"),
        Some(Area::Orthogonal) => format!(", to a square beside the {name} on its rank or file"),
        Some(Area::Diagonal) => format!(", to a square diagonally next to the {name}"),
    }
}
