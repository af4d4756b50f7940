//! Who is let in, and what every answer says about itself.
//!
//! The server is for the browser on the same machine. A page of another site must not reach it, neither directly (the
//! origin is not local) nor by a name of its own that leads here (the host is not local).

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// What a page of ours may load: what comes from here.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; connect-src 'self' ws://127.0.0.1:* ws://localhost:*; worker-src 'self' blob:; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Lets in who comes from this machine.
pub(crate) async fn check(request: Request, next: Next) -> Response {
    let mut response = if is_local_request(request.headers()) {
        next.run(request).await
    } else {
        tracing::warn!(headers = ?request.headers().get(header::HOST), "refused a request from elsewhere");
        (StatusCode::FORBIDDEN, "this server answers its own machine alone\n").into_response()
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn is_local_request(headers: &HeaderMap) -> bool {
    let all = |name, is_fit: fn(&str) -> bool| {
        headers.get_all(name).iter().all(|value| value.to_str().is_ok_and(is_fit))
    };
    headers.contains_key(header::HOST)
        && all(header::HOST, |host| is_local(&format!("http://{host}")))
        && all(header::ORIGIN, is_local)
}

/// Returns whether an address is one of this machine.
fn is_local(address: &str) -> bool {
    let Ok(address) = address.parse::<Uri>() else { return false };
    let is_plain = matches!(address.path(), "" | "/") && address.query().is_none();
    // `evil@127.0.0.1` names a user.
    let has_user = address.authority().is_some_and(|authority| authority.as_str().contains('@'));
    is_plain && !has_user && matches!(address.host(), Some("127.0.0.1" | "localhost" | "[::1]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_let_in() {
        for (host, origin, expected) in [
            ("127.0.0.1:8080", None, true),
            ("localhost", Some("http://localhost:5173"), true),
            ("[::1]:1", None, true),
            ("evil.example", None, false),
            ("127.0.0.1.evil.example", None, false),
            ("localhost@evil.example", None, false),
            ("evil@127.0.0.1", None, false),
            ("127.0.0.1", Some("http://evil@127.0.0.1"), false),
            ("127.0.0.1:8080", Some("https://evil.example"), false),
            ("127.0.0.1:8080", Some("null"), false),
            ("", None, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(is_local_request(&headers), expected, "{host} {origin:?}");
        }
        assert!(!is_local_request(&HeaderMap::new()));
    }

    #[test]
    fn every_host_and_every_origin_counts() {
        for (name, first, second) in [
            (header::HOST, "127.0.0.1", "evil.example"),
            (header::ORIGIN, "http://127.0.0.1", "https://evil.example"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1".parse().unwrap());
            headers.insert(&name, first.parse().unwrap());
            assert!(is_local_request(&headers), "{name}");
            headers.append(&name, second.parse().unwrap());
            assert!(!is_local_request(&headers), "{name}");
        }
    }
}
