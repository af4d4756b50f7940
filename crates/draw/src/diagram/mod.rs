//! The move diagram of a piece, derived from its ability and nothing else.
//!
//! The first panel shows what the piece does from where it stands in the middle; one more panel for each `relay` shows
//! what it lends, with the borrower in the middle. All are seen by the piece's owner. The legend explains the signs and
//! tells what belongs to no square.

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
    /// What the piece itself does.
    pub(crate) own: Panel,
    /// What it lends, one panel a relay.
    pub(crate) lent: Vec<LentPanel>,
    /// What belongs to no square, in sentences.
    notes: Vec<String>,
}

/// What a relay lends.
#[derive(Clone, Debug)]
pub(crate) struct LentPanel {
    /// The moves, with the borrower in the middle.
    pub(crate) panel: Panel,
    /// What the panel shows, in a sentence.
    pub(crate) title: String,
}

impl Diagram {
    /// Returns the diagram of an ability; `name` is the piece's.
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

    /// Returns what the signs mean, each once, and what no sign can say.
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

    /// Returns the panel of a whole ability, cut off at a radius.
    pub(crate) fn own_within(ability: &Ability, radius: i8) -> Panel {
        let mut panel = Panel::empty(Sign::Piece, radius);
        panel.add_travels(&ability.travels);
        panel.add_powers(&ability.powers);
        panel
    }

    /// Returns the panel of lent travels; the middle carries the relay's number.
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

/// Returns what restricts where a borrower may land (K75).
fn restriction(landing: Option<Area>, name: &str) -> String {
    match landing {
        None => String::new(),
        Some(Area::Adjacent) => format!(", to a square next to the {name}"),
        Some(Area::Orthogonal) => format!(", to a square beside the {name} on its rank or file"),
        Some(Area::Diagonal) => format!(", to a square diagonally next to the {name}"),
    }
}
