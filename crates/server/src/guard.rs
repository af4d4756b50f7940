//! Checks hosts, origins and rates of requests, and adds security headers to answers.
//!
//! A server is for the browser on the same machine, or for the world under one name. A page of another site must not reach it,
//! neither directly (the origin is not the server's) nor by a name of its own that leads here (the host is not).

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use hyper::body::{Frame, SizeHint};

use crate::answers::{RETRY_AFTER, busy};
use crate::limits::{AddressLimits, AddressPlace};
use crate::listen::{Connection, is_own_machine};
use crate::metrics::{Metrics, RequestRefusal};
use crate::network::narrowest;
use crate::public::PublicUrl;

const HEADERS: [(HeaderName, HeaderValue); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// The header in which proxies name their client.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The board in the articles of others (`web/src/embed`): the one page that other pages may have in a frame.
const FRAME: &str = "/embed.html";

/// The paths for programs of this machine, by an address of the machine, even on a public server.
const OPERATORS_PATHS: [&str; 2] = ["/health", "/metrics"];

/// The most bytes of a foreign host that the log shows.
const MAX_LOGGED_HOST: usize = 100;
/// The lifetime of `Strict-Transport-Security`, in seconds.
const SECURE_SECONDS: u32 = 365 * 86_400;

/// Admits requests.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The name under which the world knows the server; without it, the server answers its own machine alone.
    public: Option<PublicUrl>,
    /// The `Content-Security-Policy` of all but [`FRAME`].
    policy: HeaderValue,
    /// That of [`FRAME`].
    frame_policy: HeaderValue,
    /// The `Strict-Transport-Security`; `None` where the public address is not `https`.
    security: Option<HeaderValue>,
    /// The limits of addresses; `None` if the server serves its own machine alone.
    limits: Option<Arc<AddressLimits>>,
    metrics: Arc<Metrics>,
}

impl Guard {
    pub(crate) fn new(
        public: Option<PublicUrl>,
        limits: Option<Arc<AddressLimits>>,
        metrics: &Arc<Metrics>,
    ) -> Guard {
        // Pages of this machine alone may show a board of a server for this machine alone.
        let (sockets, ancestors) = match &public {
            Some(url) => (url.socket_origin(), "*"),
            None => ("ws://127.0.0.1:* ws://localhost:*".to_owned(), "http://127.0.0.1:* http://localhost:*"),
        };
        let policy = |ancestors: &str| -> HeaderValue {
            let policy = format!(
                "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                 connect-src 'self' {sockets}; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
                 form-action 'none'; frame-ancestors {ancestors}"
            );
            policy.parse().expect("the letters of a public address may stand in a header")
        };
        let is_secure = public.as_ref().is_some_and(PublicUrl::is_secure);
        let security = is_secure.then(|| {
            let value = format!("max-age={SECURE_SECONDS}");
            value.parse().expect("digits may stand in a header")
        });
        let (policy, frame_policy) = (policy("'none'"), policy(ancestors));
        Guard { public, policy, frame_policy, security, limits, metrics: Arc::clone(metrics) }
    }

    /// Returns the `Content-Security-Policy` of the answer to a request for a path.
    fn policy_of(&self, path: &str) -> &HeaderValue {
        if path == FRAME { &self.frame_policy } else { &self.policy }
    }

    /// Returns the address from which a request comes. A proxy on the same machine is trusted to name its client.
    pub(crate) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let last = headers.get_all(FORWARDED_FOR).iter().next_back();
        let forwarded = last.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        forwarded.filter(|_| is_own_machine(peer)).unwrap_or(peer)
    }

    /// Returns the address that counts where addresses are limited: one customer of a provider has many.
    pub(crate) fn limited_address(&self, peer: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
        self.limits.as_ref().map(|_| narrowest(self.address(peer, headers)).addr())
    }

    /// Counts a request from a proxy until its end: so long it takes one of the proxy's connections.
    fn open_request(&self, request: &Request) -> Result<Option<AddressPlace>, RequestRefusal> {
        match (&self.limits, request.extensions().get::<Connection>()) {
            (Some(limits), Some(&Connection { peer, .. }))
                if is_own_machine(peer) && !is_for_operators(request) =>
            {
                limits.open_connection(self.address(peer, request.headers())).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns whether a host is this server.
    fn is_host(&self, host: &str) -> bool {
        match &self.public {
            Some(url) => url.is_host(host),
            None => is_local(&format!("http://{host}")),
        }
    }

    /// Returns whether a request is for this server, from a page of its own or from none.
    fn is_fit(&self, headers: &HeaderMap) -> bool {
        let all = |name, is_fit: &dyn Fn(&str) -> bool| {
            headers.get_all(name).iter().all(|value| value.to_str().is_ok_and(is_fit))
        };
        let is_host = |host: &str| self.is_host(host);
        let is_origin = |origin: &str| match &self.public {
            Some(url) => url.is_origin(origin),
            None => is_local(origin),
        };
        headers.contains_key(header::HOST) && all(header::HOST, &is_host) && all(header::ORIGIN, &is_origin)
    }

    /// Returns the answer to a request that is not let in. Each one is counted before anything else is looked at, answered or logged.
    fn refusal(&self, request: &Request) -> Option<Response> {
        let headers = request.headers();
        if is_for_operators(request) {
            return None;
        }
        let connection = request.extensions().get::<Connection>();
        if let (Some(limits), Some(&Connection { peer, .. })) = (&self.limits, connection)
            && !limits.admit(self.address(peer, headers))
        {
            self.metrics.note_refusal(RequestRefusal::Requests);
            let retry = [(header::RETRY_AFTER, RETRY_AFTER)];
            return Some((StatusCode::TOO_MANY_REQUESTS, retry, "too many requests\n").into_response());
        }
        // A target in absolute form counts, too.
        let is_target = request.uri().authority().is_none_or(|target| self.is_host(target.as_str()));
        if !self.is_fit(headers) || !is_target {
            self.metrics.note_refusal(RequestRefusal::Elsewhere);
            log_limited!(warn, host = logged(headers.get(header::HOST)), "refused a request from elsewhere");
            let message = match &self.public {
                Some(_) => "this server answers its own page alone\n",
                None => "this server answers its own machine alone\n",
            };
            return Some((StatusCode::FORBIDDEN, message).into_response());
        }
        if request.uri().path_and_query().is_some_and(|asked| asked.as_str().contains("%00")) {
            // A database takes no such text, and ends the connection over it.
            return Some((StatusCode::BAD_REQUEST, "an address has no character 0\n").into_response());
        }
        None
    }
}

/// Returns the beginning of a host as the log shows it.
fn logged(host: Option<&HeaderValue>) -> String {
    let host = host.map_or(&b""[..], HeaderValue::as_bytes);
    host[..host.len().min(MAX_LOGGED_HOST)].escape_ascii().to_string()
}

/// The body of an answer to a request that counts until the answer has been sent.
struct CountedBody {
    body: Body,
    _place: AddressPlace,
}

impl axum::body::HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Checks a request, and adds headers to the answer.
pub(crate) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let policy = guard.policy_of(request.uri().path()).clone();
    let mut response = match guard.refusal(&request) {
        Some(refusal) => refusal,
        None => answer(&guard, request, next).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    if let Some(security) = &guard.security {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, security.clone());
    }
    response
}

/// Answers a request, unless its address has too many.
async fn answer(guard: &Guard, request: Request, next: Next) -> Response {
    match guard.open_request(&request) {
        Ok(Some(place)) => next.run(request).await.map(|body| Body::new(CountedBody { body, _place: place })),
        Ok(None) => next.run(request).await,
        Err(refusal) => {
            guard.metrics.note_refusal(refusal);
            busy("too many connections from your address\n")
        }
    }
}

/// Returns whether a program of this machine asks for the health or metrics: by an address of the machine, and not through a proxy.
fn is_for_operators(request: &Request) -> bool {
    let headers = request.headers();
    let is_own = request
        .extensions()
        .get::<Connection>()
        .is_some_and(|connection| is_own_machine(connection.peer) && !headers.contains_key(FORWARDED_FOR));
    let mut hosts = headers.get_all(header::HOST).iter();
    let is_host = |host: &HeaderValue| host.to_str().is_ok_and(|host| is_local(&format!("http://{host}")));
    is_own
        && OPERATORS_PATHS.contains(&request.uri().path())
        && request.uri().authority().is_none()
        && headers.contains_key(header::HOST)
        && hosts.all(is_host)
        && !headers.contains_key(header::ORIGIN)
}

/// Refuses requests for the metrics from other machines.
pub(crate) async fn operators_alone(request: Request, next: Next) -> Response {
    if is_for_operators(&request) {
        return next.run(request).await;
    }
    (StatusCode::FORBIDDEN, "this is for programs of the server's own machine\n").into_response()
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
    use crate::network::TrustedNetworks;

    fn local() -> Guard {
        Guard::new(None, None, &Arc::new(Metrics::new()))
    }

    fn public() -> Guard {
        let url = "https://chess.example.org".parse().unwrap();
        Guard::new(
            Some(url),
            Some(Arc::new(AddressLimits::new(&TrustedNetworks::default()))),
            &Arc::new(Metrics::new()),
        )
    }

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

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
            assert_eq!(local().is_fit(&headers(host, origin)), expected, "{host} {origin:?}");
        }
        assert!(!local().is_fit(&HeaderMap::new()));
    }

    #[test]
    fn a_public_server_has_one_name() {
        for (host, origin, expected) in [
            ("chess.example.org", None, true),
            ("Chess.example.org:443", Some("https://chess.example.org"), true),
            ("chess.example.org", Some("http://chess.example.org"), false),
            ("chess.example.org", Some("https://evil.example"), false),
            ("chess.example.org", Some("https://chess.example.org.evil.example"), false),
            ("chess.example.org", Some("null"), false),
            ("evil.example", None, false),
            ("127.0.0.1", None, false),
            ("localhost", Some("http://localhost:5173"), false),
        ] {
            assert_eq!(public().is_fit(&headers(host, origin)), expected, "{host} {origin:?}");
        }
    }

    #[test]
    fn other_pages_have_the_board_alone_in_a_frame() {
        for (guard, path, expected) in [
            (public(), FRAME, "frame-ancestors *"),
            (local(), FRAME, "frame-ancestors http://127.0.0.1:* http://localhost:*"),
            (public(), "/", "frame-ancestors 'none'"),
            (public(), "/index.html", "frame-ancestors 'none'"),
            (public(), "//embed.html", "frame-ancestors 'none'"),
            (local(), "/", "frame-ancestors 'none'"),
        ] {
            let policy = guard.policy_of(path).to_str().unwrap();
            assert!(policy.ends_with(&format!("; {expected}")), "{path}: {policy}");
        }
    }

    #[test]
    fn the_host_of_the_target_counts() {
        let request = |target: &str, host: &str| {
            Request::builder().uri(target).header(header::HOST, host).body(Body::empty()).unwrap()
        };
        for (target, expected) in [
            ("/", true),
            ("http://127.0.0.1/", true),
            ("http://evil.example/health", false),
            ("evil.example:443", false),
        ] {
            assert_eq!(local().refusal(&request(target, "127.0.0.1")).is_none(), expected, "{target}");
        }
        let evil = request("https://evil.example/", "chess.example.org");
        assert!(public().refusal(&evil).is_some());
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
            assert!(local().is_fit(&headers), "{name}");
            headers.append(&name, second.parse().unwrap());
            assert!(!local().is_fit(&headers), "{name}");
        }
    }

    #[test]
    fn the_log_shows_little_of_a_foreign_host() {
        let host = HeaderValue::from_bytes(&[b'\\'; 20_000]).unwrap();
        assert_eq!(logged(Some(&host)).len(), 2 * MAX_LOGGED_HOST);
        assert_eq!(logged(Some(&HeaderValue::from_static("evil.example"))), "evil.example");
        assert_eq!(logged(None), "");
    }

    #[test]
    fn a_proxy_on_this_machine_says_for_whom_it_asks() {
        let [own, elsewhere]: [IpAddr; 2] = ["127.0.0.1", "192.0.2.7"].map(|text| text.parse().unwrap());
        let mut headers = HeaderMap::new();
        assert_eq!(public().address(own, &headers), own);
        headers.insert(FORWARDED_FOR, "10.0.0.1, 192.0.2.1".parse().unwrap());
        // The entries of the client precede that of the proxy.
        assert_eq!(public().address(own, &headers).to_string(), "192.0.2.1");
        assert_eq!(public().address(elsewhere, &headers), elsewhere);
    }
}
