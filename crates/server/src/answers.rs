//! Answers to requests that cannot be served at present.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};

/// The pause before the next attempt of a client that was refused, in seconds.
pub(crate) const RETRY_AFTER: &str = "5";

/// Refuses a request for now, with a reason.
pub(crate) fn busy(why: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, RETRY_AFTER)], why).into_response()
}
