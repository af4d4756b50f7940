//! The reference page.

/// Returns the reference page.
pub fn reference_page() -> String {
    String::new()
}
