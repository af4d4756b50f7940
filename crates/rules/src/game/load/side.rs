//! Names of sides.

use super::error::LoadError;
use super::source::At;
use crate::vocabulary::Side;

/// Returns the side with a name.
///
/// # Errors
/// If neither side has the name.
pub(super) fn find(name: &At<String>, sides: &[String; 2]) -> Result<Side, LoadError> {
    Side::BOTH.into_iter().find(|side| sides[side.index()] == name.value).ok_or_else(|| {
        let [first, second] = sides;
        let message = format!("`{}` is not a side: expected `{first}` or `{second}`", name.value);
        LoadError::new(name.place.clone(), message)
    })
}

/// Changes the name of a side in an inherited value to that in the game that inherits it.
pub(super) fn rename(name: &mut At<String>, former: &[String; 2], names: &[String; 2]) {
    if let Some(index) = former.iter().position(|side| *side == name.value) {
        name.value.clone_from(&names[index]);
    }
}
