//! CECP
use crate::failure::Failure;
pub(crate) fn run() -> Result<(), Failure> {
    Ok(())
}
