//! Files of a learned evaluation: the weights, the table and the network of a game.
//!
//! All numbers are little-endian. A file consists of, with sizes in bytes:
//!
//! - the magic bytes [`MAGIC`] (8) and the CRC-32 of all that follows (4);
//! - the version (2), which is [`BASE_VERSION`] plus the number of the measure of worth ([`Measure`]), the id of the game (its
//!   length in 1, then its letters), and the checksum of the game ([`game_crc`], 4);
//! - the number of weights (2), without those of the attack terms if these are zero, and for each weight the values for opening
//!   and ending (8 each, IEEE 754);
//! - whether there is a table (1; 0 or 1), with its packed pairs;
//! - the number of hidden units (2; 0 if there is no network), with the shift (1), the scale (4), the biases of the output
//!   (4 each), the packed weights of the output, the packed bias and the packed rows.
//!
//! A packed number takes one byte from -127 to 127; any other is a byte of -128 followed by two bytes.

use std::fmt;
use std::sync::Arc;

use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, Side};

use super::nnue::{BUCKETS, Features, LANES, MAX_HIDDEN, Network};
use super::weights::ATTACK_TERMS;
use super::worth::Measure;
use super::{Basis, Evaluation, Residual, Weights};

/// The first bytes of every such file.
const MAGIC: [u8; 8] = *b"BFT\x89NET\n";
/// The version of the format, without the number of the measure, which is added to it: files of version 2 were learned by
/// measure 1.
const BASE_VERSION: u16 = 1;
/// The byte that announces a number too large for one byte.
const WIDE: i8 = i8::MIN;

/// An error in a net file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetError {
    file: String,
    problem: NetProblem,
}

/// The kinds of errors in a net file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NetProblem {
    NoNet,
    Damaged,
    Version(u16),
    Game(String, String),
    OtherPieces(String),
    Ends,
    TooLong,
    Range(&'static str),
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        match &self.problem {
            NetProblem::NoNet => write!(f, "this is no net"),
            NetProblem::Damaged => write!(f, "the net is damaged: its checksum is wrong"),
            NetProblem::Version(found) => {
                write!(f, "this is a net of version {found}; this program reads versions 2 and 3")
            }
            NetProblem::Game(found, wanted) => {
                write!(f, "this is a net for `{}`, not for `{wanted}`", quoted(found))
            }
            NetProblem::OtherPieces(game) => {
                write!(f, "this is a net for a `{game}` with other pieces, another board or another array")
            }
            NetProblem::Ends => write!(f, "the net ends too early"),
            NetProblem::TooLong => write!(f, "the net goes on where it should end"),
            NetProblem::Range(what) => write!(f, "the net has {what} out of range"),
        }
    }
}

impl std::error::Error for NetError {}

impl Evaluation {
    /// Returns whether the bytes are a net file for [`Evaluation::net`], by their first bytes.
    pub fn is_net(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads an evaluation from the bytes that [`Evaluation::net_bytes`] has written. `file` is the name used in error
    /// messages.
    ///
    /// # Errors
    /// If the bytes are no net file, are damaged, or belong to another game, board or set of pieces.
    ///
    /// # Examples
    /// ```
    /// use beaufort_engine::Evaluation;
    /// use beaufort_rules::builtin;
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let mut bytes = Evaluation::derived(&game).net_bytes();
    /// assert!(Evaluation::net(&game, "mine.net", &bytes).is_ok());
    ///
    /// bytes.pop();
    /// let error = Evaluation::net(&game, "mine.net", &bytes).unwrap_err();
    /// assert_eq!(error.to_string(), "mine.net: the net is damaged: its checksum is wrong");
    /// ```
    pub fn net(game: &Arc<Game>, file: &str, bytes: &[u8]) -> Result<Evaluation, NetError> {
        let (basis, weights, residual) =
            read(game, bytes).map_err(|problem| NetError { file: file.to_owned(), problem })?;
        Ok(Evaluation::of(Arc::new(basis), weights, residual))
    }

    /// Returns the evaluation as bytes for [`Evaluation::net`].
    pub fn net_bytes(&self) -> Vec<u8> {
        let game = self.game();
        let id = game.definition().id.as_bytes();
        let id = &id[..id.len().min(u8::MAX.into())];
        let mut body = Vec::new();
        body.extend((BASE_VERSION + self.basis.measure.number()).to_le_bytes());
        body.push(id.len() as u8);
        body.extend(id);
        body.extend(game_crc(game).to_le_bytes());
        let weights = self.weights.written();
        body.extend((weights.len() as u16).to_le_bytes());
        body.extend(weights.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        body.push(u8::from(!self.residual.table.is_empty()));
        pack(&mut body, self.residual.table.as_flattened());
        match self.network() {
            None => body.extend(0_u16.to_le_bytes()),
            Some(network) => {
                body.extend((network.hidden as u16).to_le_bytes());
                body.push(network.shift);
                body.extend(network.scale.to_le_bytes());
                body.extend(network.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
                [&network.output, &network.bias, &network.rows]
                    .into_iter()
                    .for_each(|part| pack(&mut body, part));
            }
        }
        let crc = crc32fast::hash(&body);
        [&MAGIC[..], &crc.to_le_bytes(), &body].concat()
    }
}

/// Returns the checksum of the game data that a net must match: the board, the ids of the types, and the orientation of the
/// second player's view.
fn game_crc(game: &Game) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let size = game.size();
    hasher.update(&[size.files(), size.ranks()]);
    for kind in game.types() {
        hasher.update(game.piece(kind).id.as_bytes());
        hasher.update(&[0]);
    }
    let features = Features::new(game);
    size.iter().for_each(|square| {
        hasher.update(&[features.seen(Side::Second, square).index() as u8]);
    });
    hasher.finalize()
}

fn pack(body: &mut Vec<u8>, numbers: &[i16]) {
    for &number in numbers {
        match i8::try_from(number) {
            Ok(byte) if byte != WIDE => body.push(byte as u8),
            _ => {
                body.push(WIDE as u8);
                body.extend(number.to_le_bytes());
            }
        }
    }
}

fn read(game: &Arc<Game>, bytes: &[u8]) -> Result<(Basis, Weights, Residual), NetProblem> {
    let bytes = bytes.strip_prefix(&MAGIC[..]).ok_or(NetProblem::NoNet)?;
    let mut reader = Reader { bytes };
    let crc = u32::from_le_bytes(reader.array()?);
    if crc != crc32fast::hash(reader.bytes) {
        return Err(NetProblem::Damaged);
    }
    let version = u16::from_le_bytes(reader.array()?);
    let measure = version.checked_sub(BASE_VERSION).and_then(Measure::numbered);
    let measure = measure.ok_or(NetProblem::Version(version))?;
    let [length] = reader.array()?;
    let id = String::from_utf8_lossy(reader.take(length.into())?).into_owned();
    let wanted = &game.definition().id;
    if id != *wanted {
        return Err(NetProblem::Game(id, wanted.clone()));
    }
    let basis = Basis::new(game, measure);
    let mut weights = basis.weights().values().to_vec();
    let crc = u32::from_le_bytes(reader.array()?);
    let count = usize::from(u16::from_le_bytes(reader.array()?));
    if crc != game_crc(game) || ![weights.len(), weights.len() - ATTACK_TERMS].contains(&count) {
        return Err(NetProblem::OtherPieces(id));
    }
    // Attack terms are omitted where they are zero.
    weights[count..].fill([0.0; 2]);
    for weight in weights[..count].as_flattened_mut() {
        *weight = f64::from_le_bytes(reader.array()?);
        if !(-MAX_WEIGHT..=MAX_WEIGHT).contains(weight) {
            return Err(NetProblem::Range("a weight"));
        }
    }
    let features = Features::new(game);
    let mut residual = Residual::default();
    match reader.array()? {
        [0] => {}
        [1] => {
            let numbers = reader.packed(2 * features.rows_of_owner())?;
            residual.table = numbers.as_chunks::<2>().0.to_vec();
        }
        [_] => return Err(NetProblem::Range("a sign of a table")),
    }
    let hidden = usize::from(u16::from_le_bytes(reader.array()?));
    if hidden > 0 {
        if hidden > MAX_HIDDEN || !hidden.is_multiple_of(LANES) {
            return Err(NetProblem::Range("a number of hidden units"));
        }
        let [shift] = reader.array()?;
        let scale = i32::from_le_bytes(reader.array()?);
        let mut output_bias = [0; BUCKETS];
        for bias in &mut output_bias {
            *bias = i32::from_le_bytes(reader.array()?);
        }
        let output = reader.packed(2 * BUCKETS * hidden)?;
        let bias = reader.packed(hidden)?;
        let rows = reader.packed(features.rows() * hidden)?;
        let network = Network { hidden, shift, rows, bias, output, output_bias, scale };
        if !network.is_bounded(&features) {
            return Err(NetProblem::Range("a weight of the network"));
        }
        residual.network = Some(Arc::new(network));
    }
    if !reader.bytes.is_empty() {
        return Err(NetProblem::TooLong);
    }
    Ok((basis, Weights::from_values(weights), residual))
}

/// The greatest accepted weight, in hundredths of the commonest piece.
const MAX_WEIGHT: f64 = 30_000.0;

/// The unread rest of a file.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], NetProblem> {
        let (taken, left) = self.bytes.split_at_checked(length).ok_or(NetProblem::Ends)?;
        self.bytes = left;
        Ok(taken)
    }

    fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], NetProblem> {
        let (taken, left) = self.bytes.split_first_chunk().ok_or(NetProblem::Ends)?;
        self.bytes = left;
        Ok(*taken)
    }

    fn packed(&mut self, count: usize) -> Result<Vec<i16>, NetProblem> {
        // Checked before allocating, so that a false length in a file takes no memory.
        if self.bytes.len() < count {
            return Err(NetProblem::Ends);
        }
        let mut numbers = Vec::with_capacity(count);
        for _ in 0..count {
            let [byte] = self.array()?;
            numbers.push(match byte as i8 {
                WIDE => i16::from_le_bytes(self.array()?),
                byte => byte.into(),
            });
        }
        Ok(numbers)
    }
}

#[cfg(test)]
#[path = "net_file_tests.rs"]
mod tests;
