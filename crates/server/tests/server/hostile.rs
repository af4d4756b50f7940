//! Attacks.
