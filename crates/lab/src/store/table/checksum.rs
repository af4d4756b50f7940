//! The checksum of a part: the CRC-32 of its bytes, which stands among them.
//!
//! Parquet reads damaged pages as they are, and its own checksums are of single pages. So the metadata of a part hold a text of
//! fixed length, zeros where the checksum is to stand; when all bytes are there the checksum of them is written over the zeros.

/// The text before the digits. The metadata come last in a file, and the checksum last among them.
const MARK: &str = "crc32:";
/// Hexadecimal digits of a checksum.
const DIGITS: usize = 8;

/// Returns the text to which [`seal`] gives the checksum.
pub(super) fn unsealed() -> String {
    format!("{MARK}{:0DIGITS$}", 0)
}

/// Writes the checksum of bytes into them.
///
/// # Panics
/// If [`unsealed`] is not among them.
pub(super) fn seal(bytes: &mut [u8]) {
    let digits = digits(bytes).expect("the metadata have a place for the checksum");
    let sum = format!("{:0DIGITS$x}", crc32fast::hash(bytes));
    bytes[digits..digits + DIGITS].copy_from_slice(sum.as_bytes());
}

/// Returns whether bytes have the right checksum, or none, as files of older versions.
pub(super) fn is_sound(bytes: &[u8]) -> bool {
    let Some(digits) = digits(bytes) else { return true };
    let (before, rest) = bytes.split_at(digits);
    let (sum, after) = rest.split_at(DIGITS);
    let mut hasher = crc32fast::Hasher::new();
    for part in [before, &[b'0'; DIGITS], after] {
        hasher.update(part);
    }
    sum == format!("{:0DIGITS$x}", hasher.finalize()).as_bytes()
}

/// Returns where the digits of the checksum begin.
fn digits(bytes: &[u8]) -> Option<usize> {
    let mark = bytes.windows(MARK.len()).rposition(|window| window == MARK.as_bytes())?;
    Some(mark + MARK.len()).filter(|digits| digits + DIGITS <= bytes.len())
}
