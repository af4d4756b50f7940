//! The address of a PostgreSQL database, which may hold a password: no message and no log repeats it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// The port of PostgreSQL.
const USUAL_PORT: u16 = 5432;
/// How long it may take to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// After how long a silence the system asks whether the other machine is still there, and how often.
const KEEPALIVE: Duration = Duration::from_secs(10);
const KEEPALIVE_RETRIES: u32 = 3;

/// The address of a PostgreSQL database, such as `postgres://beaufort@localhost/beaufort`. It is shown without its password.
///
/// With `?sslmode=require` the connection is encrypted, and the database proves by a certificate that it is the one; without it, it is
/// not encrypted, whatever the database offers.
#[derive(Clone, Debug)]
pub struct PostgresUrl(Box<Config>);

/// A text is no address of a PostgreSQL database. The text, which may hold a password, is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresUrlError;

impl PostgresUrl {
    /// Returns how to connect.
    pub(crate) fn config(&self) -> &Config {
        &self.0
    }

    /// Returns whether the connection has to be encrypted.
    pub(crate) fn demands_tls(&self) -> bool {
        self.0.get_ssl_mode() == SslMode::Require
    }
}

impl FromStr for PostgresUrl {
    type Err = PostgresUrlError;

    fn from_str(text: &str) -> Result<PostgresUrl, PostgresUrlError> {
        let is_url = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        let config = is_url.then(|| text.parse::<Config>().ok()).flatten();
        let mut config = config.ok_or(PostgresUrlError)?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(PostgresUrlError);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("beaufort");
        }
        config
            .keepalives_idle(KEEPALIVE)
            .keepalives_interval(KEEPALIVE)
            .keepalives_retries(KEEPALIVE_RETRIES);
        Ok(PostgresUrl(Box::new(config)))
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.0.get_user() {
            write!(f, "{user}@")?;
        }
        for (number, host) in self.0.get_hosts().iter().enumerate() {
            f.write_str(if number > 0 { "," } else { "" })?;
            match host {
                Host::Tcp(host) => f.write_str(host)?,
                #[cfg(unix)]
                Host::Unix(folder) => write!(f, "{}", folder.display())?,
            }
        }
        if let [port, ..] = self.0.get_ports()
            && *port != USUAL_PORT
        {
            write!(f, ":{port}")?;
        }
        write!(f, "/{}", self.0.get_dbname().unwrap_or_default())
    }
}

impl fmt::Display for PostgresUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the address of a database is `postgres://USER@HOST/NAME`, with `?sslmode=require` for encryption, or \
            `postgres:///NAME?host=/run/postgresql`",
        )
    }
}

impl std::error::Error for PostgresUrlError {}

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
        let demands_tls = |text: &str| text.parse::<PostgresUrl>().unwrap().demands_tls();
        assert!(demands_tls("postgres://db/chess?sslmode=require"));
        assert!(!demands_tls("postgres://db/chess") && !demands_tls("postgres://db/chess?sslmode=disable"));
    }
}
