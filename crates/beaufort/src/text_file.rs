//! Texts in files that the user names.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// Returns the text of a file.
///
/// # Errors
/// If there is no such file or it cannot be read, or it holds something else than text.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    let bytes =
        fs::read(path).map_err(|error| Failure::user(format_args!("cannot read `{name}`: {error}")))?;
    decode(&name, bytes)
}

/// Returns the text that was read under a name.
///
/// # Errors
/// If it is not UTF-8; the message names the line.
pub(crate) fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        Failure::user(format_args!("{name}:{line}: the text is not UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_is_no_text_is_named() {
        let failure = decode("x", b"one\ntw\xff\n".to_vec()).unwrap_err();
        assert!(
            failure.explanation().ends_with(" x:2: the text is not UTF-8\n"),
            "{}",
            failure.explanation()
        );
    }
}
