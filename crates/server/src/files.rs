//! The files of the client, which are part of the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct ClientFiles;

const INDEX: &str = "index.html";

/// The page of a program that was built without the client.
const NO_CLIENT: &str = include_str!("no_client.html");

/// The page for a missing file.
const NOT_FOUND: &str = include_str!("not_found.html");

/// Returns whether the program was built with the client.
pub fn has_client() -> bool {
    ClientFiles::get(INDEX).is_some()
}

/// Serves a file. The client is one page: its views are behind the `#`, which browsers do not send.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => INDEX,
        path => path,
    };
    match ClientFiles::get(path) {
        Some(file) => answer(path, file, &headers),
        None if path == INDEX => (StatusCode::SERVICE_UNAVAILABLE, Html(NO_CLIENT)).into_response(),
        None => (StatusCode::NOT_FOUND, Html(NOT_FOUND)).into_response(),
    }
}

/// Returns whether a list of tags names this one: a proxy that compresses makes it a weak one, which is compared alike (RFC 9110,
/// section 13.1.2).
fn names(known: &HeaderValue, tag: &str) -> bool {
    let known = known.to_str().unwrap_or_default();
    known.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    // The names of the files in this folder change with their content.
    let lasts = path.starts_with("assets/");
    let cache = if lasts { "public, max-age=31536000, immutable" } else { "no-cache" };
    let hash: String = file.metadata.sha256_hash().iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let common = [(header::CACHE_CONTROL, cache.to_owned()), (header::ETAG, tag.clone())];
    if headers.get_all(header::IF_NONE_MATCH).iter().any(|known| names(known, &tag)) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = match kind.type_() {
        mime_guess::mime::TEXT => format!("{kind}; charset=utf-8"),
        _ => kind.to_string(),
    };
    (common, [(header::CONTENT_TYPE, kind)], Body::from(file.data)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_known_in_a_list_and_if_it_is_weak() {
        for (known, is_known) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", W/\"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
            ("", false),
        ] {
            assert_eq!(names(&HeaderValue::from_static(known), "\"a\""), is_known, "{known}");
        }
    }
}
