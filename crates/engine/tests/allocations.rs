//! A search allocates only when it begins, independently of its length.

mod support;

use allocation_counter::measure;
use beaufort_engine::{Engine, Limits, Options};
use beaufort_rules::game::definition::Obligations;
use beaufort_rules::language::ast::Power;
use support::{games, random_middle_game, search};

#[test]
fn nodes_do_not_allocate() {
    for game in games() {
        let id = game.definition().id.clone();
        let mut engine = Engine::new(game.clone(), Options::with_hash(1));
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..3 {
            let position = random_middle_game(&game, &mut rng);
            // Buffers that grow to the size they need do so once, in this search.
            search(&mut engine, &position, Limits::nodes(20_000));
            engine.new_game();
            let mut nodes = 0;
            let used = measure(|| nodes = search(&mut engine, &position, Limits::nodes(20_000)).nodes);
            // Where pieces are dropped, many turns may have the same result, and the list of those grows. Where obligations
            // or checks of several pieces bind, all turns are listed first. Where check binds and pieces take on arrival, it is
            // tried on a copy whether a royal piece could be taken so.
            let definition = game.definition();
            let drops = !definition.drops.items.is_empty();
            let lists =
                definition.obligations != Obligations::default() || !definition.ending.objectives.is_empty();
            let takes = |power: &Power| matches!(power, Power::Arrival(_));
            let arrives = definition.pieces.iter().any(|piece| piece.ability.powers.iter().any(takes));
            let tries = definition.ending.check_binds && arrives && !drops;
            let most = if lists || tries {
                8 * nodes
            } else if drops {
                nodes / 2
            } else {
                0
            } + 150;
            assert!(used.count_total <= most, "{id}: {} allocations in {nodes} nodes", used.count_total);
        }
    }
}
