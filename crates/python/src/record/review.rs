//! The review of a record: what each turn of its main line has cost.

use std::sync::Arc;

use beaufort_engine::{Engine, Options, Signal};
use beaufort_rules::record::{NodeId, Tree};
use beaufort_rules::{Position, Side};
use beaufort_session::PlaceBefore;
use beaufort_session::view::{Judgement, NodeScore};
use pyo3::prelude::*;

use super::{PyNode, PyRecord};
use crate::convert::{optional_integer, optional_seconds};
use crate::engine::{Ends, NetArgument, evaluation, score_of};
use crate::turn::{PyTurn, WithoutHistory};
use crate::work;

/// The memory of the engine, in MiB.
const HASH_MIB: usize = 16;
/// The nodes for each position if no limit is given.
const NODES: i64 = 20_000;
/// The names of the limits.
const ENDS: &str = "nodes, depth or time";

/// A place of the main line, with what the search of its position has found.
struct Place {
    id: NodeId,
    position: Position,
    found: NodeScore,
}

#[pymethods]
impl PyRecord {
    /// Lets the engine judge every turn of the main line, as the review in the page does, and returns a `ReviewedTurn` for each. Each
    /// position is searched at full strength for `nodes` nodes (20,000 without a limit), to `depth` or for `time` seconds. `net` is as for
    /// `Engine`. Ctrl-C ends the work.
    ///
    /// Raises RecordError if the record breaks the rules of its game.
    ///
    /// Examples:
    ///     >>> record = beaufort.Record.parse("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", game="orthochess")
    ///     >>> [(turn.node.text, turn.best == turn.node.turn) for turn in record.review(nodes=2000) if turn.grade == "blunder"]
    ///     [('Nf6', False)]
    #[pyo3(signature = (*, nodes=None, depth=None, time=None, net=None))]
    fn review<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = optional_integer)] nodes: Option<i64>,
        #[pyo3(from_py_with = optional_integer)] depth: Option<i64>,
        #[pyo3(from_py_with = optional_seconds)] time: Option<f64>,
        net: Option<NetArgument>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = slf.py();
        let nodes = nodes.or_else(|| (depth.is_none() && time.is_none()).then_some(NODES));
        let limits = Ends { nodes, depth, time, ..Ends::default() }.limits(None, ENDS)?;
        let (game, record, replay) = slf.get().replay(py)?;
        let evaluation = evaluation(py, &game, net.as_ref())?;
        let line: Vec<NodeId> = std::iter::once(Tree::ROOT).chain(record.moves.line(Tree::ROOT)).collect();
        let signal = Signal::new();
        let places = work::quiet(
            py,
            || signal.stop(),
            || {
                let options = Options::with_hash(HASH_MIB);
                let mut engine = Engine::with_evaluation(Arc::clone(&game.game), evaluation, options);
                let mut position: Position = replay.start().clone();
                let mut places: Vec<Place> = Vec::with_capacity(line.len());
                for id in line {
                    let turn = replay.turn(id);
                    turn.into_iter().for_each(|turn| position.play_unchecked(turn));
                    let result = engine.search(&position, limits, &signal, |_| {});
                    if signal.is_stopped() {
                        break;
                    }
                    let before = places.last().zip(turn).map(|(before, turn)| PlaceBefore {
                        position: &before.position,
                        found: &before.found,
                        turn,
                    });
                    let search = (result.score, &result.pv[..]);
                    let found = NodeScore::found(id.index() as u32, &position, search, before);
                    places.push(Place { id, position: position.clone(), found });
                }
                places
            },
        )?;
        let class = py.import("beaufort._types")?.getattr("ReviewedTurn")?;
        let reviewed = |pair: &[Place]| {
            let [before, place] = pair else { unreachable!("windows have two places") };
            let judgement = place.found.judgement.as_ref().expect("the place before has been judged");
            let Judgement { loss, accuracy, nag, reason } = judgement;
            let best = before.found.best.as_deref().and_then(|best| before.position.read_turn(best).ok());
            let best = best.map(|best| PyTurn::new(best, &WithoutHistory::new(&game, &before.position)));
            class.call1((
                PyNode::new(slf.clone().unbind(), place.id),
                nag.map(grade),
                *nag,
                f64::from(*loss) / 1000.0,
                *accuracy,
                best,
                score(py, before)?,
                score(py, place)?,
                reason.as_ref().map(ToString::to_string),
            ))
        };
        places.windows(2).map(reviewed).collect()
    }
}

/// Returns the score of a place for the side to move.
fn score<'py>(py: Python<'py>, place: &Place) -> PyResult<Bound<'py, PyAny>> {
    let side = place.position.side();
    let value = place.found.score.value;
    score_of(py, if side == Side::First { value } else { -value }, side)
}

/// Returns the name of a glyph.
fn grade(nag: u8) -> &'static str {
    match nag {
        4 => "blunder",
        2 => "mistake",
        _ => "inaccuracy",
    }
}
