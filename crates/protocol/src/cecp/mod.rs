//! The messages of CECP.

pub(crate) mod command;
pub(crate) mod features;
pub(crate) mod reply;
