//! The address of a PostgreSQL database, which may hold a password: no message and no log repeats it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

/// The port of PostgreSQL.
const USUAL_PORT: u16 = 5432;
/// The default time limit to connect (`connect_timeout` in the address, in seconds).
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The parameters of an address.
const PARAMETERS: [&str; 11] = [
    "application_name",
    "connect_timeout",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "sslmode",
    "sslrootcert",
    "user",
];

/// The address of a PostgreSQL database, such as `postgres://beaufort@localhost/beaufort`. It is shown without its password.
///
/// With `?sslmode=require` the connection is encrypted, and the database proves by a certificate that it is the one; without it, it is
/// not encrypted, whatever the database offers.
#[derive(Clone)]
pub struct PostgresUrl {
    options: Box<PgConnectOptions>,
    connect_timeout: Duration,
    /// Whether it names a user; otherwise that is the user of the system.
    has_user: bool,
}

/// A text is no address of a PostgreSQL database. The text, which may hold a password, is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the address of a database is `postgres://USER@HOST/NAME`, with `?sslmode=require` for encryption, or \
     `postgres:///NAME?host=/run/postgresql`"
)]
pub struct PostgresUrlError;

impl PostgresUrl {
    /// Returns the options to connect.
    pub(crate) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// Returns the time limit to connect.
    pub(crate) fn connect_timeout(&self) -> Duration {
        self.connect_timeout
    }
}

impl FromStr for PostgresUrl {
    type Err = PostgresUrlError;

    fn from_str(text: &str) -> Result<PostgresUrl, PostgresUrlError> {
        let address = ["postgres://", "postgresql://"].iter().find_map(|scheme| text.strip_prefix(scheme));
        let (address, parameters) =
            address.map(|text| text.split_once('?').unwrap_or((text, ""))).ok_or(PostgresUrlError)?;
        let (authority, name) = address.split_once('/').unwrap_or((address, ""));
        let (user, host) = authority.rsplit_once('@').map_or(("", authority), |(user, host)| (user, host));
        let (mut has_user, mut has_host) = (!user.is_empty(), !host.is_empty());
        let (mut kept, mut connect_timeout) = (Vec::new(), CONNECT_TIMEOUT);
        let mut mode = PgSslMode::Disable;
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            match key {
                "connect_timeout" => {
                    connect_timeout = Duration::from_secs(value.parse().map_err(|_| PostgresUrlError)?);
                }
                "sslmode" => {
                    mode = match value {
                        "disable" | "allow" | "prefer" => PgSslMode::Disable,
                        // A connection that anybody may listen in on by a certificate of their own is not worth its name.
                        "require" | "verify-ca" | "verify-full" => PgSslMode::VerifyFull,
                        _ => return Err(PostgresUrlError),
                    };
                }
                _ if PARAMETERS.contains(&key) => {
                    has_host |= key.starts_with("host");
                    has_user |= key == "user";
                    kept.push(parameter);
                }
                _ => return Err(PostgresUrlError),
            }
        }
        if !has_host {
            return Err(PostgresUrlError);
        }
        // The host among the parameters counts; without one beside the user it would be no address.
        let at = if user.is_empty() { String::new() } else { format!("{user}@") };
        let host = if host.is_empty() && !user.is_empty() { "localhost" } else { host };
        let text = format!("postgres://{at}{host}/{name}?{}", kept.join("&"));
        let mut options: PgConnectOptions = text.parse().map_err(|_| PostgresUrlError)?;
        options = options.ssl_mode(mode);
        if options.get_application_name().is_none() {
            options = options.application_name("beaufort");
        }
        Ok(PostgresUrl { options: Box::new(options), connect_timeout, has_user })
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.options;
        f.write_str("postgres://")?;
        if self.has_user {
            write!(f, "{}@", options.get_username())?;
        }
        match options.get_socket() {
            Some(folder) => write!(f, "{}", folder.display())?,
            None => f.write_str(options.get_host())?,
        }
        if options.get_port() != USUAL_PORT {
            write!(f, ":{}", options.get_port())?;
        }
        write!(f, "/{}", options.get_database().unwrap_or_default())
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, expected) in [
            ("postgres://me:secret@db.example.org/chess", "postgres://me@db.example.org/chess"),
            ("postgresql://me@db:5433/chess?password=secret", "postgres://me@db:5433/chess"),
            ("postgres:///chess?host=/run/postgresql", "postgres:///run/postgresql/chess"),
        ] {
            let url: PostgresUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), expected);
            assert!(!format!("{url:?}").contains("secret"), "{url:?}");
        }
    }

    #[test]
    fn what_is_no_address_is_not_repeated() {
        for text in [
            "",
            "sessions.sqlite",
            "mysql://me:secret@db/chess",
            "postgres://",
            "postgres://me:secret@db:port/chess",
            "postgres://me:secret@db/chess?sslmode=secret",
        ] {
            let error = text.parse::<PostgresUrl>().unwrap_err();
            assert!(!error.to_string().contains("secret"));
        }
    }

    #[test]
    fn a_connection_is_encrypted_where_the_address_demands_it() {
        let mode = |text: &str| text.parse::<PostgresUrl>().unwrap().options.get_ssl_mode();
        for mode_text in ["require", "verify-ca", "verify-full"] {
            let mode = mode(&format!("postgres://db/chess?sslmode={mode_text}"));
            assert!(matches!(mode, PgSslMode::VerifyFull), "{mode_text}");
        }
        for text in ["postgres://db/chess", "postgres://db/chess?sslmode=disable"] {
            assert!(matches!(mode(text), PgSslMode::Disable), "{text}");
        }
    }

    #[test]
    fn a_parameter_that_means_nothing_is_refused() {
        assert!("postgres://db/chess?passwrod=secret".parse::<PostgresUrl>().is_err());
        let url: PostgresUrl = "postgres://me@/chess?connect_timeout=3&host=/run/postgresql".parse().unwrap();
        assert_eq!(url.connect_timeout(), Duration::from_secs(3));
        assert_eq!(url.to_string(), "postgres://me@/run/postgresql/chess");
    }
}
