//! `path`: crooked paths of a fixed shape (K44).

use chumsky::prelude::*;

use super::term::{Term, note};
use super::{Compiler, Origin, Path, PathRules, RouteRules, Syntax, View};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::words::{Word, shape};
use crate::grammar::{MAX_COORDINATE, Rule, leg, sign, word};
use crate::vocabulary::{Geometry, LineId, Rays, Square, SquareSet, Vector};

/// The greatest number of paths of one term.
const MAX_PATHS: usize = 64;
/// The greatest number of steps of a path.
const MAX_STEPS: usize = 64;

/// Along one crooked path: its squares in order, each as a vector from the origin. It passes only empty squares and may end on
/// any of its squares (K44).
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
        compiler.add_track(self, mode);
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.leaps(&self.0)
    }

    fn cost(&self, _: Geometry) -> usize {
        self.0.len()
    }
}

/// The crooked paths of a piece, merged to a tree by their common beginnings.
#[derive(Clone, Debug)]
pub(crate) struct Tracks {
    /// The steps, each before those that follow it on its paths.
    steps: Box<[TrackStep]>,
}

/// A step of the paths with the same beginning.
#[derive(Clone, Copy, Debug)]
struct TrackStep {
    /// The line that leads to the next square.
    line: LineId,
    /// The number of steps before this one.
    depth: u8,
    /// The index of the step with which to continue if none of the steps after this one can be made.
    skip: u32,
}

impl Tracks {
    /// Compiles paths; `turned` for the second player.
    pub(super) fn compile(rays: &mut Rays, mut tracks: Vec<Track>, turned: bool) -> Tracks {
        tracks.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let mut steps: Vec<TrackStep> = Vec::new();
        // The previous path, and the index of each of its steps.
        let (mut last, mut open): (&[Vector], Vec<usize>) = (&[], Vec::new());
        for Track(track) in &tracks {
            let common = track.iter().zip(last).take_while(|(one, other)| one == other).count();
            close(&mut steps, open.drain(common..));
            for (depth, &end) in track.iter().enumerate().skip(common) {
                let start = depth.checked_sub(1).map_or(Vector::new(0, 0), |before| track[before]);
                let vector = end + -start;
                let line = rays.line(if turned { -vector } else { vector }, 1);
                open.push(steps.len());
                steps.push(TrackStep { line, depth: depth as u8, skip: 0 });
            }
            last = track;
        }
        close(&mut steps, open.into_iter());
        Tracks { steps: steps.into() }
    }

    /// Returns the squares reached on each path: the empty ones up to the first occupied one, inclusive, whatever piece is
    /// there.
    fn reach(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        let mut way = [from; MAX_STEPS + 1];
        let mut number = 0;
        while let Some(step) = self.steps.get(number) {
            let depth = usize::from(step.depth);
            let to = view.rays.next(step.line, way[depth]);
            let is_on_board = to != way[depth];
            if is_on_board {
                reached.insert(to);
                way[depth + 1] = to;
            }
            number = if is_on_board && !view.occupied.contains(to) { number + 1 } else { step.skip as usize };
        }
        reached
    }
}

/// Sets the continuation of steps after which no more steps follow.
fn close(steps: &mut [TrackStep], open: impl Iterator<Item = usize>) {
    let end = steps.len() as u32;
    open.for_each(|step| steps[step].skip = end);
}

impl RouteRules for Tracks {
    /// The first square of each path.
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        let firsts = self.steps.iter().filter(|step| step.depth == 0);
        firsts.map(|step| rays.next(step.line, from)).collect()
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        view.allowed(mode, &self.reach(view, from))
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

/// Returns the squares of every path made of the legs one after the other, or why there are none.
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

/// Returns a path extended by some steps.
fn lengthened(track: &[Vector], step: Vector, steps: u8) -> Result<Vec<Vector>, String> {
    let mut track = track.to_vec();
    for _ in 0..steps {
        let end = track.last().copied().unwrap_or(Vector::new(0, 0)) + step;
        if end.dx.abs().max(end.dy.abs()) > MAX_COORDINATE {
            return Err(format!("the path goes too far: more than {MAX_COORDINATE} squares from its start"));
        }
        track.push(end);
    }
    if track.len() > MAX_STEPS {
        return Err(format!("the path has {} steps: at most {MAX_STEPS} fit", track.len()));
    }
    Ok(track)
}
