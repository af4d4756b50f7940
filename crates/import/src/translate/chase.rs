//! Perpetual chase.

use super::Translator;
use crate::game::quoted;
use crate::ini::chasing::WORTH;
use crate::ini::keys::slot;

impl Translator<'_> {
    /// Says the rule of the Asian Xiangqi Federation.
    pub(super) fn chase(&mut self) {
        let variant = self.variant;
        if variant.text("chasingRule") != "axf" {
            return;
        }
        self.said("chasingRule");
        let of = |name: &str| self.names(slot(name).filter(|&kind| variant.letter(kind).is_some()));
        let entry = |name: &String, value: String| format!("{} = {value}", quoted(name));
        let worth: Vec<String> = WORTH
            .iter()
            .flat_map(|&(name, worth)| of(name).into_iter().map(move |name| (name, worth)))
            .map(|(name, worth)| entry(&name, worth.to_string()))
            .collect();
        if worth.is_empty() {
            self.no_effect("chasingRule", "nothing chases");
            return;
        }
        // A Soldier that may not go sideways yet may be chased.
        let (_, ranks) = variant.size();
        let far = u8::try_from(variant.number("soldierPromotionRank")).unwrap_or(ranks);
        let near = [0, 1].map(|side| {
            let is_near = |rank: u8| if side == 0 { rank < far } else { ranks - 1 - rank < far };
            variant.board().into_iter().filter(|&(_, rank)| is_near(rank)).collect()
        });
        let soldiers = of("soldier");
        let spared = if soldiers.is_empty() || far == 0 {
            String::new()
        } else {
            let region = quoted(&self.file.region("near", near));
            let entries: Vec<String> = soldiers.iter().map(|name| entry(name, region.clone())).collect();
            format!(", spared = {{ {} }}", entries.join(", "))
        };
        let rule = format!("{{ worth = {{ {} }}{spared} }}", worth.join(", "));
        self.file.ending.push(("perpetual-chase".to_owned(), rule));
    }
}
