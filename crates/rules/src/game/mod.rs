//! Games as data.

pub mod definition;
