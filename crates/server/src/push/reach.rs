//! The addresses of push services that are used. A browser names the address of its service, so a stranger can name any: requests go
//! to public addresses alone, never into a network of the server's own.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr as _;

use axum::http::Uri;
use ipnet::IpNet;

/// The networks of IPv4 that are not public (IANA's registry of special-purpose addresses), and multicast.
const SPECIAL_IPV4: [&str; 15] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
];
/// The public addresses of IPv6, and networks among them that are not, or that contain addresses of IPv4.
const PUBLIC_IPV6: &str = "2000::/3";
const SPECIAL_IPV6: [&str; 4] = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/// The push services that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushServices {
    /// Those at public addresses, over TLS.
    Public,
    /// Any, also without TLS and in the server's own network: for tests.
    Any,
}

/// A push service cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReachError {
    /// The address is none that may be used, and will not be.
    Forbidden,
    /// The name cannot be resolved at present.
    Unresolved,
}

/// The place of a push service.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Service {
    pub(super) is_encrypted: bool,
    pub(super) host: String,
    pub(super) port: u16,
    /// The scheme, the host and the port, unless it is the usual one.
    pub(super) origin: String,
    /// The path and the query of the subscription.
    pub(super) path: String,
}

impl Service {
    /// Reads the address of a subscription.
    ///
    /// # Errors
    /// If it is no address of a service that is used.
    pub(super) fn read(endpoint: &str, services: PushServices) -> Result<Service, ReachError> {
        let uri: Uri = endpoint.parse().map_err(|_| ReachError::Forbidden)?;
        let (is_encrypted, usual) = match (uri.scheme_str(), services) {
            (Some("https"), _) => (true, 443),
            (Some("http"), PushServices::Any) => (false, 80),
            _ => return Err(ReachError::Forbidden),
        };
        let authority = uri.authority().ok_or(ReachError::Forbidden)?;
        if authority.as_str().contains('@') || authority.host().is_empty() {
            return Err(ReachError::Forbidden);
        }
        let host = authority.host().to_ascii_lowercase();
        let port = authority.port_u16().unwrap_or(usual);
        let scheme = if is_encrypted { "https" } else { "http" };
        let origin = match port == usual {
            true => format!("{scheme}://{host}"),
            false => format!("{scheme}://{host}:{port}"),
        };
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Ok(Service { is_encrypted, host, port, origin, path })
    }

    /// Resolves the name. The connection goes to one of these addresses, so that another answer to the same question changes nothing.
    ///
    /// # Errors
    /// If it cannot be resolved, or an address is not public.
    pub(super) async fn resolve(&self, services: PushServices) -> Result<Vec<SocketAddr>, ReachError> {
        // An address of IPv6 stands in brackets.
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let found = tokio::net::lookup_host((host, self.port)).await.map_err(|_| ReachError::Unresolved)?;
        let found: Vec<SocketAddr> = found.collect();
        match services {
            _ if found.is_empty() => Err(ReachError::Unresolved),
            PushServices::Public if !found.iter().all(|address| is_public(address.ip())) => {
                Err(ReachError::Forbidden)
            }
            PushServices::Public | PushServices::Any => Ok(found),
        }
    }
}

/// Returns whether an address belongs to the internet.
fn is_public(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let within = |network: &str| IpNet::from_str(network).is_ok_and(|network| network.contains(&address));
    match address {
        IpAddr::V4(_) => !SPECIAL_IPV4.iter().any(|network| within(network)),
        IpAddr::V6(_) => within(PUBLIC_IPV6) && !SPECIAL_IPV6.iter().any(|network| within(network)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_own_networks_are_not_public() {
        for own in [
            "127.0.0.1",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.100.100.100",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "::1",
            "::",
            "::ffff:10.0.0.1",
            "::10.0.0.1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001::1",
        ] {
            assert!(!is_public(own.parse().unwrap()), "{own}");
        }
        for public in ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2a00:1450:4001::1", "::ffff:8.8.8.8"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[tokio::test]
    async fn a_service_in_the_own_network_is_refused_whatever_it_is_called() {
        for endpoint in
            ["https://127.0.0.1/a", "https://[::1]:8443/a", "https://localhost/a", "https://2130706433/a"]
        {
            let service = Service::read(endpoint, PushServices::Public).unwrap();
            let resolved = service.resolve(PushServices::Public).await;
            assert!(
                matches!(resolved, Err(ReachError::Forbidden | ReachError::Unresolved)),
                "{endpoint}: {resolved:?}"
            );
        }
        let service = Service::read("https://127.0.0.1/a", PushServices::Public).unwrap();
        assert_eq!(service.resolve(PushServices::Public).await, Err(ReachError::Forbidden));
        assert!(service.resolve(PushServices::Any).await.is_ok());
    }

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for bad in
            ["http://push.example.org/a", "ftp://a/b", "/a", "https://me@push.example.org/", "https://"]
        {
            assert_eq!(Service::read(bad, PushServices::Public), Err(ReachError::Forbidden), "{bad}");
        }
        let service = Service::read("https://Push.example.org:8443/a?b=c", PushServices::Public).unwrap();
        assert_eq!(
            (service.origin.as_str(), service.path.as_str()),
            ("https://push.example.org:8443", "/a?b=c")
        );
        let service = Service::read("http://127.0.0.1:80", PushServices::Any).unwrap();
        assert_eq!((service.origin.as_str(), service.path.as_str()), ("http://127.0.0.1", "/"));
    }
}
