//! Results of matches.

use beaufort_lab::matches::{Sprt, SprtState, Tally};
use pyo3::prelude::*;

use crate::convert::{Integer, Reduced, integer, items, real, zero_to};
use crate::errors::value_error;

/// The result of a match for the first player, or of games that were played elsewhere.
///
/// `pairs` are the numbers of pairs of games, with the same opening and exchanged sides, in which the player scored 0, 1/2, 1,
/// 3/2 and 2 points. Without `pairs` the games count as independent, and the bounds of `elo` are those of single games.
///
/// Results are equal if they have the same counts of games and pairs. `a + b` and `sum` add the games, and `-a` is the result for
/// the other player.
///
/// Raises ValueError unless the pairs add up to the games and the points.
///
/// Examples:
///     >>> result = beaufort.MatchResult(60, 20, 20)
///     >>> result.score, round(result.elo().value), result.sprt(elo0=0, elo1=10).verdict
///     (70.0, 147, 'open')
#[pyclass(frozen, eq, hash, module = "beaufort", name = "MatchResult")]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct PyMatchResult(pub(super) Tally);

/// The most games that are counted.
const MAX_COUNT: i64 = 1_000_000_000;

#[pymethods]
impl PyMatchResult {
    #[new]
    #[pyo3(signature = (wins, draws, losses, pairs=None))]
    fn new(
        #[pyo3(from_py_with = integer)] wins: i64,
        #[pyo3(from_py_with = integer)] draws: i64,
        #[pyo3(from_py_with = integer)] losses: i64,
        pairs: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PyMatchResult> {
        let count = |name: &str, number: i64| Ok::<_, PyErr>(zero_to(name, number, MAX_COUNT)? as u32);
        let (wins, draws, losses) = (count("wins", wins)?, count("draws", draws)?, count("losses", losses)?);
        let mut tally = Tally { wins, draws, losses, ..Tally::default() };
        if let Some(pairs) = pairs {
            let numbers: Vec<Integer> = items(&pairs, "pairs", "five numbers of pairs")?;
            let pairs: Vec<u32> = numbers
                .iter()
                .map(|number| count("a number of pairs", number.small().unwrap_or(-1)))
                .collect::<PyResult<_>>()?;
            tally.pairs = pairs
                .as_slice()
                .try_into()
                .map_err(|_| value_error(format!("pairs has {} numbers: expected five", pairs.len())))?;
            let games: u64 = tally.pairs.iter().map(|&pairs| 2 * u64::from(pairs)).sum();
            let half_points: u64 =
                tally.pairs.iter().zip(0..).map(|(&pairs, points)| points * u64::from(pairs)).sum();
            let expected = 2 * u64::from(wins) + u64::from(draws);
            if games != u64::from(wins) + u64::from(draws) + u64::from(losses) || half_points != expected {
                let points = half_points as f64 / 2.0;
                return Err(value_error(format!(
                    "the pairs have {games} games and {points} points: not those of {wins} wins, {draws} draws and {losses} losses"
                )));
            }
        }
        Ok(PyMatchResult(tally))
    }

    /// The games that the first player has won.
    #[getter]
    fn wins(&self) -> u32 {
        self.0.wins
    }

    /// The number of draws.
    #[getter]
    fn draws(&self) -> u32 {
        self.0.draws
    }

    /// The games that the first player has lost.
    #[getter]
    fn losses(&self) -> u32 {
        self.0.losses
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u32 {
        self.0.games()
    }

    /// The numbers of pairs in which the first player scored 0, 1/2, 1, 3/2 and 2 points; None if the games are not paired.
    #[getter]
    fn pairs(&self) -> Option<(u32, u32, u32, u32, u32)> {
        let [a, b, c, d, e] = self.0.pairs;
        (self.0.games() == 0 || self.0.pairs != [0; 5]).then_some((a, b, c, d, e))
    }

    /// The points of the first player: 1 for a win, one half for a draw.
    #[getter]
    fn score(&self) -> f64 {
        f64::from(self.0.wins) + f64::from(self.0.draws) / 2.0
    }

    /// Returns the difference in strength in Elo, `value`, with the bounds of its 95% confidence interval, `low` and `high`; None
    /// before the first game. It is infinite if all games were won or all were lost.
    ///
    /// The interval is that of Agresti and Coull (1998): two won and two lost pairs are added, or games if these are not paired, and
    /// the bounds are 1.96 standard errors around the mean of all. So they are wide after few games, even if all ended alike.
    ///
    /// Examples:
    ///     >>> won = beaufort.MatchResult(1, 0, 0)
    ///     >>> round(won.elo().low), won.elo().value, round(won.likelihood_of_superiority(), 2), beaufort.MatchResult(0, 1, 0).elo().value
    ///     (-346, inf, 0.66, 0.0)
    fn elo<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let class = || py.import("beaufort._types")?.getattr("Elo");
        self.0.elo().map(|elo| class()?.call1((elo.value, elo.low, elo.high))).transpose()
    }

    /// Returns the likelihood that the first player is the stronger one, from 0 to 1, by the mean and the standard error from which the
    /// bounds of `elo` come; None before the first game.
    fn likelihood_of_superiority(&self) -> Option<f64> {
        self.0.likelihood_of_superiority()
    }

    /// Returns the result of a sequential probability ratio test (SPRT): whether the first player is stronger by `elo1` rather
    /// than by `elo0`, with the error probabilities `alpha` and `beta`.
    ///
    /// Raises ValueError unless `elo0` is below `elo1`, and `alpha` and `beta` between 0 and 0.5.
    #[pyo3(signature = (elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05))]
    fn sprt<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = real)] elo0: f64,
        #[pyo3(from_py_with = real)] elo1: f64,
        #[pyo3(from_py_with = real)] alpha: f64,
        #[pyo3(from_py_with = real)] beta: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let test = test_of(elo0, elo1, alpha, beta)?;
        let class = py.import("beaufort._types")?.getattr("SprtResult")?;
        class.call1((test.log_ratio(&self.0), test.bounds(), state_name(test.state(&self.0))))
    }

    fn __add__(&self, other: &PyMatchResult) -> PyResult<PyMatchResult> {
        let mut sum = self.0;
        if i64::from(sum.games()) + i64::from(other.0.games()) > MAX_COUNT {
            return Err(value_error(format!("too many games: at most {MAX_COUNT} are counted")));
        }
        sum.add(&other.0);
        let is_single = |tally: &Tally| tally.games() > 0 && tally.pairs == [0; 5];
        if is_single(&self.0) || is_single(&other.0) {
            sum.pairs = [0; 5];
        }
        Ok(PyMatchResult(sum))
    }

    /// Begins a `sum` of results.
    fn __radd__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match other.extract::<i64>() {
            Ok(0) => Ok(Bound::new(py, PyMatchResult(self.0))?.into_any()),
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __neg__(&self) -> PyMatchResult {
        let Tally { wins, draws, losses, mut pairs } = self.0;
        pairs.reverse();
        PyMatchResult(Tally { wins: losses, draws, losses: wins, pairs })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Parts> {
        let function = py.import("beaufort._pickle")?.getattr("match_result")?;
        Ok((function, (self.0.wins, self.0.draws, self.0.losses, self.pairs())))
    }

    fn __repr__(&self) -> String {
        format!("<MatchResult +{} ={} -{}>", self.0.wins, self.0.draws, self.0.losses)
    }
}

/// The counts that make up a result.
type Parts = (u32, u32, u32, Option<(u32, u32, u32, u32, u32)>);

/// Returns a test.
pub(crate) fn test_of(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> PyResult<Sprt> {
    let is_share = |share: f64| share > 0.0 && share < 0.5;
    if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 && is_share(alpha) && is_share(beta) {
        return Ok(Sprt { elo0, elo1, alpha, beta });
    }
    Err(value_error(format!(
        "no test has elo0={elo0}, elo1={elo1}, alpha={alpha}, beta={beta}: expected elo0 below elo1, alpha and beta between 0 \
         and 0.5"
    )))
}

/// Returns the name of the state of a test.
pub(super) fn state_name(state: SprtState) -> &'static str {
    match state {
        SprtState::Open => "open",
        SprtState::Rejected => "rejected",
        SprtState::Accepted => "accepted",
    }
}
