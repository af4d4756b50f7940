//! Sentences about parts of an ability that cannot be shown on squares, mostly from the registry.

use beaufort_rules::language::ast::Ability;

use super::outline::Outline;
use super::powers::PowerDrawing;

/// Returns a sentence for each part of an ability that the squares cannot show, each once.
pub(super) fn notes(ability: &Ability) -> Vec<String> {
    let travels = ability.travels.iter().filter_map(|travel| Outline::of(&travel.path).note);
    let mut notes: Vec<String> = Vec::new();
    for note in travels.chain(ability.powers.iter().filter_map(|power| PowerDrawing::of(power, 0).note)) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}
