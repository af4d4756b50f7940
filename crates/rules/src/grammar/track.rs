//! Crooked paths (K44).

use chumsky::prelude::*;

use super::ast::{Path, Ride};
use super::leg::{MAX_COORDINATE, leg};
use super::rule::{Rule, sign, word};
use super::travel::{Term, note};
use crate::vocabulary::Vector;

/// The most paths that one term may stand for.
const MAX_PATHS: usize = 64;

/// `path side W, forward R3`: crooked paths, one for each choice of directions.
pub(crate) fn paths<'t>() -> Rule<'t, Vec<Term>> {
    let legs = leg_of_path().separated_by(sign(',')).at_least(2).collect::<Vec<_>>();
    word("path")
        .ignore_then(legs)
        .then(note().or_not())
        .validate(|(legs, note), e, emitter| {
            let span: SimpleSpan = e.span();
            let paths = tracks(&legs).unwrap_or_else(|message| {
                emitter.emit(Rich::custom(span, message));
                Vec::new()
            });
            paths.into_iter().map(|squares| Term { path: Path::Track(squares), note, span }).collect()
        })
        .boxed()
}

fn leg_of_path<'t>() -> Rule<'t, Ride> {
    leg()
        .validate(|leg, e, emitter| {
            let ride = leg.ride();
            if ride.min > 1 || ride.max == u8::MAX {
                emitter
                    .emit(Rich::custom(e.span(), "a leg of a path has a fixed length, as in `forward R3`"));
                return Ride { min: 1, max: 1, ..ride };
            }
            ride
        })
        .boxed()
}

/// Returns the squares of every path that takes the legs one after the other, or why there are none.
fn tracks(legs: &[Ride]) -> Result<Vec<Vec<Vector>>, String> {
    let mut tracks: Vec<Vec<Vector>> = vec![Vec::new()];
    for leg in legs {
        if tracks.len() * leg.vectors.len() > MAX_PATHS {
            return Err(format!("a term has room for {MAX_PATHS} paths: name their directions more closely"));
        }
        let longer = tracks.iter().flat_map(|track| leg.vectors.iter().map(move |&step| (track, step)));
        tracks = longer.map(|(track, step)| lengthened(track, step, leg.max)).collect::<Result<_, _>>()?;
    }
    Ok(tracks)
}

/// Returns a path with some steps more.
fn lengthened(track: &[Vector], step: Vector, steps: u8) -> Result<Vec<Vector>, String> {
    let mut track = track.to_vec();
    for _ in 0..steps {
        let end = track.last().copied().unwrap_or(Vector::new(0, 0)) + step;
        if end.dx.abs().max(end.dy.abs()) > MAX_COORDINATE {
            return Err(format!("the path goes too far: more than {MAX_COORDINATE} squares from its start"));
        }
        track.push(end);
    }
    Ok(track)
}
