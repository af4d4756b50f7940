//! `path`: crooked paths of a fixed shape (K44).

use chumsky::prelude::*;

use super::courses::Courses;
use super::term::{Term, note};
use super::{Compiler, Origin, Path, PathRules, Route, Syntax};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::words::{Word, shape};
use crate::grammar::{MAX_COORDINATE, Rule, leg, sign, word};
use crate::vocabulary::{SquareSet, Vector};

/// The most paths that one term may stand for.
const MAX_PATHS: usize = 64;

/// Along one crooked path: its squares in order, each by its vector from the origin. It passes empty squares only and ends
/// anywhere (K44).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track(pub Vec<Vector>);

impl PathRules for Track {
    const WORDS: &[Word] = &[shape(
        "path",
        "path <LINE>, <LINE>, ...",
        "Goes along these legs one after the other over empty squares, each to its full length, and ends anywhere on \
         the way. Where a leg has several directions each is a path of its own.",
        "path forward R2, side W",
        "K44",
    )];

    /// `path side W, forward R3`: crooked paths, one for each choice of directions.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Alone(|| {
            let legs = leg_of_path().separated_by(sign(',')).at_least(2).collect::<Vec<_>>();
            let path = word("path").ignore_then(legs).then(note().or_not());
            let paths = path.validate(|(legs, note), e, emitter| {
                let span: SimpleSpan = e.span();
                let paths = tracks(&legs).unwrap_or_else(|message| {
                    emitter.emit(Rich::custom(span, message));
                    Vec::new()
                });
                let term = |squares| Term { path: Path::Track(Track(squares)), note, span };
                paths.into_iter().map(term).collect()
            });
            paths.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let (size, turned) = (compiler.size(), compiler.turned);
        let courses = Courses::new(size, |from| {
            let steps = self.0.iter().map_while(|&v| size.step(from, if turned { -v } else { v }));
            [steps.collect()].into()
        });
        compiler.add(Route::Track(courses), mode);
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.leaps(&self.0)
    }
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
