//! The settings of `beaufort serve`: options, variables of the environment, and a file.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use beaufort_server::{
    Mail, MailFrom, MailUrlError, NatsUrl, PostgresUrl, PublicUrl, PushServices, TrustedNetwork,
};
use clap::{Args, ValueEnum};
use serde::{Deserialize, Deserializer};

use crate::failure::Failure;
use crate::output_file::data_folder;
use crate::text_file::{self, SETTINGS};

/// Each setting comes from the first of these that has it, or else has a default.
#[derive(Debug, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// The port; without it, 8437, or any that is free if that one is taken
    #[arg(long, value_name = "PORT", env = "BEAUFORT_PORT", hide_env_values = true)]
    pub(super) port: Option<u16>,
    /// The address to listen at, one of this machine; without it, 127.0.0.1; another than its own needs --public-url
    #[arg(long, value_name = "ADDRESS", env = "BEAUFORT_LISTEN", hide_env_values = true)]
    listen: Option<IpAddr>,
    /// The address by which the world knows the page, such as `https://chess.example.org`: requests for another name, and from
    /// pages of other sites, are refused
    #[arg(long, value_name = "URL", env = "BEAUFORT_PUBLIC_URL", hide_env_values = true)]
    #[serde(deserialize_with = "from_text")]
    pub(super) public_url: Option<PublicUrl>,
    /// Let the addresses of a network, such as that of a club, ask for more than others, such as `192.0.2.7=8` for eight times as much;
    /// may be given several times
    ///
    /// On a public server each address may have so many connections, requests and games at a time. Where many people share an address
    /// that is too little. In the file of settings it is `trusted-networks`, a list.
    #[arg(
        long = "trusted-network",
        value_name = "CIDR=FACTOR",
        env = "BEAUFORT_TRUSTED_NETWORKS",
        hide_env_values = true,
        value_delimiter = ','
    )]
    #[serde(deserialize_with = "from_texts")]
    pub(super) trusted_networks: Vec<TrustedNetwork>,
    /// How much of games a server may keep, in GiB, before no other ones begin; without it, 10 on a public server, and no bound on the own
    /// machine
    #[arg(long, value_name = "GIB", env = "BEAUFORT_MAX_STORAGE", hide_env_values = true)]
    max_storage: Option<u32>,
    /// Where the games are kept; without it, in a folder for your data, which is named at the start
    #[arg(long, value_name = "DIR", env = "BEAUFORT_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// Keep the games in a PostgreSQL database instead, such as `postgres://beaufort@localhost/beaufort`
    ///
    /// The tables are made at the first start. A password stands better in the environment or in the file of settings than here,
    /// where every user of the machine sees it.
    #[arg(long, value_name = "URL", env = "BEAUFORT_DATABASE", hide_env_values = true)]
    database: Option<SecretText>,
    /// Offer a game of your own, too; may be given several times
    ///
    /// It is listed after the built-in games. A game that was begun goes on after a restart only if its file is given
    /// again. In the file of settings it is `game-files`, a list.
    #[arg(long = "game-file", value_name = "FILE", env = "BEAUFORT_GAME_FILE", hide_env_values = true)]
    pub(super) game_files: Vec<PathBuf>,
    /// How many engines may think at the same time, 1 to 64; without it, one for each processor, 2 to 8. With --nats it may be 0:
    /// then only workers think
    #[arg(long, value_name = "N", env = "BEAUFORT_ENGINES", hide_env_values = true)]
    engines: Option<u32>,
    /// The memory of each engine, in MiB, 1 to 65536; without it, 64
    #[arg(long, value_name = "MIB", env = "BEAUFORT_HASH", hide_env_values = true)]
    hash: Option<u32>,
    /// Send letters to players by this mail server, such as `smtp://localhost`; without it, none are sent
    ///
    /// `smtps://USER:PASSWORD@HOST` speaks TLS. A password stands better in the environment or in the file of settings than here,
    /// where every user of the machine sees it.
    #[arg(long, value_name = "URL", env = "BEAUFORT_MAIL_SERVER", hide_env_values = true)]
    mail_server: Option<SecretText>,
    /// The sender of mails, such as `Beaufort <chess@example.org>`
    #[arg(long, value_name = "ADDRESS", env = "BEAUFORT_MAIL_FROM", hide_env_values = true)]
    #[serde(deserialize_with = "from_text")]
    mail_from: Option<MailFrom>,
    /// Send push messages, which browsers show as notifications: `public` to the push services of the internet, `any` also to those in
    /// the own network and without TLS, for tests, or `none`; without it, `public` on a server with --public-url
    #[arg(long, value_name = "WHICH", env = "BEAUFORT_PUSH_SERVICES", hide_env_values = true)]
    push_services: Option<PushChoice>,
    /// Meet other servers that share the database, and workers, which think for this server, at this NATS server, such as
    /// `nats://localhost`
    ///
    /// `tls://USER:PASSWORD@HOST` is encrypted. A password stands better in the environment or in the file of settings than here,
    /// where every user of the machine sees it.
    #[arg(long, value_name = "URL", env = "BEAUFORT_NATS", hide_env_values = true)]
    nats: Option<SecretText>,
    /// The log filter of the standard error, such as `info` or `beaufort_server=debug`; without it, `warn`
    #[arg(long, value_name = "FILTER", env = "BEAUFORT_LOG", hide_env_values = true)]
    log: Option<String>,
}

/// The push services that are used.
#[derive(Clone, Copy, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum PushChoice {
    None,
    Public,
    Any,
}

/// Where the games of a server are.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Read from the settings of the server, a TOML file, where the games are
    #[arg(long, value_name = "FILE", env = "BEAUFORT_CONFIG", hide_env_values = true)]
    config: Option<PathBuf>,
    /// Where the games are kept; without it, in a folder for your data
    #[arg(long, value_name = "DIR", env = "BEAUFORT_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// The PostgreSQL database of the games, if they are in one
    #[arg(long, value_name = "URL", env = "BEAUFORT_DATABASE", hide_env_values = true)]
    database: Option<SecretText>,
}

impl Place {
    /// Returns the settings that say where the games are.
    ///
    /// # Errors
    /// If the file of settings cannot be read.
    pub(crate) fn settings(self) -> Result<Settings, Failure> {
        let Place { config, data, database } = self;
        let settings = Settings { data, database, ..Settings::default() };
        match config {
            Some(path) => Ok(settings.or(Settings::read(&path)?)),
            None => Ok(settings),
        }
    }
}

impl Settings {
    /// Reads settings from a file. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// If it cannot be read or is not a file of settings.
    pub(super) fn read(path: &Path) -> Result<Settings, Failure> {
        let text = text_file::read(path, SETTINGS)?;
        let mut settings: Settings = toml::from_str(&text).map_err(|error| problem(path, &text, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for path in settings.data.iter_mut().chain(&mut settings.game_files) {
            *path = folder.join(&*path);
        }
        Ok(settings)
    }

    /// Returns these settings, completed by `other`.
    pub(super) fn or(self, other: Settings) -> Settings {
        let game_files = if self.game_files.is_empty() { other.game_files } else { self.game_files };
        let trusted_networks =
            if self.trusted_networks.is_empty() { other.trusted_networks } else { self.trusted_networks };
        Settings {
            port: self.port.or(other.port),
            listen: self.listen.or(other.listen),
            public_url: self.public_url.or(other.public_url),
            trusted_networks,
            max_storage: self.max_storage.or(other.max_storage),
            data: self.data.or(other.data),
            database: self.database.or(other.database),
            game_files,
            engines: self.engines.or(other.engines),
            hash: self.hash.or(other.hash),
            mail_server: self.mail_server.or(other.mail_server),
            mail_from: self.mail_from.or(other.mail_from),
            push_services: self.push_services.or(other.push_services),
            nats: self.nats.or(other.nats),
            log: self.log.or(other.log),
        }
    }

    /// Returns the address to listen on.
    ///
    /// # Errors
    /// If other machines can reach it, and no public address is set.
    pub(super) fn listen(&self) -> Result<IpAddr, Failure> {
        let listen = self.listen.unwrap_or(Ipv4Addr::LOCALHOST.into());
        if !listen.is_loopback() && self.public_url.is_none() {
            return Err(Failure::user(format_args!("other machines can reach {listen}"))
                .hint("--public-url says under which name, see docs/server.md"));
        }
        Ok(listen)
    }

    /// Returns the database for the games, if they are not to be kept in the folder.
    ///
    /// # Errors
    /// If the address is invalid.
    pub(super) fn database(&self) -> Result<Option<PostgresUrl>, Failure> {
        let url = self.database.as_ref().map(|SecretText(text)| text.parse::<PostgresUrl>());
        url.transpose().map_err(|error| {
            Failure::user(format_args!("`database` cannot be used: {error}"))
                .hint("docs/server.md tells how to set it up")
        })
    }

    /// Returns the mail settings, if mail is sent.
    ///
    /// # Errors
    /// If the address is invalid, or one of the two settings is missing.
    pub(super) fn mail(&self) -> Result<Option<Mail>, Failure> {
        match (&self.mail_server, &self.mail_from) {
            (None, None) => Ok(None),
            (Some(SecretText(server)), Some(from)) => {
                let server = server.parse().map_err(|error: MailUrlError| {
                    Failure::user(format_args!("`mail-server` cannot be used: {error}"))
                        .hint("docs/server.md tells how to set it up")
                })?;
                Ok(Some(Mail { server, from: from.clone() }))
            }
            (Some(_), None) => Err(Failure::user("letters need an address from which they come")
                .hint("--mail-from says it, see docs/server.md")),
            (None, Some(_)) => Err(Failure::user("letters need a mail server")
                .hint("--mail-server says which one, see docs/server.md")),
        }
    }

    /// Returns the push services that are used, if push messages are sent.
    pub(super) fn push(&self) -> Option<PushServices> {
        match self.push_services {
            None => self.public_url.as_ref().map(|_| PushServices::Public),
            Some(PushChoice::None) => None,
            Some(PushChoice::Public) => Some(PushServices::Public),
            Some(PushChoice::Any) => Some(PushServices::Any),
        }
    }

    /// Returns the address of NATS, if it is used.
    ///
    /// # Errors
    /// If the address is invalid.
    pub(super) fn nats(&self) -> Result<Option<NatsUrl>, Failure> {
        self.nats.as_ref().map(SecretText::nats_url).transpose()
    }

    /// Returns the folder for the games.
    pub(super) fn data(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(data_folder)
    }

    /// Returns the number of engines, if it is set.
    ///
    /// # Errors
    /// If the number is out of range.
    pub(super) fn engines(&self) -> Result<Option<usize>, Failure> {
        match self.engines {
            Some(0) if self.nats.is_some() => Ok(Some(0)),
            engines => engines.map(|engines| within("engines", engines, 64)).transpose(),
        }
    }

    /// Returns the memory of each engine, in MiB.
    ///
    /// # Errors
    /// If the number is out of range.
    pub(super) fn hash_mib(&self) -> Result<usize, Failure> {
        within("hash", self.hash.unwrap_or(64), 65_536)
    }

    /// Returns the storage limit for games, in bytes, if it is set.
    ///
    /// # Errors
    /// If the number is out of range.
    pub(super) fn max_stored_bytes(&self) -> Result<Option<u64>, Failure> {
        let gib = self.max_storage.map(|gib| within("max-storage", gib, 1_000_000)).transpose()?;
        Ok(gib.map(|gib| (gib as u64) << 30))
    }

    /// Returns the log filter.
    pub(super) fn log(&self) -> &str {
        self.log.as_deref().unwrap_or("warn")
    }
}

/// Returns the error in a file of settings. The line itself is not shown: it may contain a password.
fn problem(path: &Path, text: &str, error: &toml::de::Error) -> Failure {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    Failure::user(format_args!("`{}`: line {line}: {}", path.display(), error.message()))
}

/// The address of a database or another server as it was given. It may hold a password: it is read when it is needed, so that no message about
/// wrong arguments repeats it.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct SecretText(String);

impl SecretText {
    /// Reads it as the address of NATS.
    ///
    /// # Errors
    /// If the address is invalid.
    pub(crate) fn nats_url(&self) -> Result<NatsUrl, Failure> {
        self.0.parse().map_err(|error| {
            Failure::user(format_args!("`nats` cannot be used: {error}"))
                .hint("docs/server.md tells how to set it up")
        })
    }
}

impl FromStr for SecretText {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SecretText, Infallible> {
        Ok(SecretText(text.to_owned()))
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(..)")
    }
}

/// Checks that a number is from 1 to `max`.
fn within(name: &str, number: u32, most: u32) -> Result<usize, Failure> {
    if (1..=most).contains(&number) {
        return Ok(number as usize);
    }
    Err(Failure::user(format_args!("`{name}` is {number}; it may be 1 to {most}")))
}

/// Reads a value from its text.
fn from_text<'de, T: FromStr<Err: std::fmt::Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

/// Reads a list of values from their texts.
fn from_texts<'de, T: FromStr<Err: std::fmt::Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(serde::de::Error::custom)).collect()
}
