//! A connection to the database that holds the lock on its sessions.

use std::time::Duration;

use refinery::{Migration, Runner};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, NoTls, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::{ServerId, StoreError};
use super::{PostgresUrl, Sharing};

/// How long the database may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The number of the lock on the sessions of a database: a server has it as long as its connection lives. Servers that share the
/// sessions share the lock, too.
const LOCK: i64 = i64::from_be_bytes(*b"Beaufort");
/// The number of the lock under which the tables are made.
const TABLES_LOCK: i64 = LOCK + 1;
/// The number of the lock of the server that sends letters.
const LETTERS_LOCK: i64 = LOCK + 2;

/// The number of the lock under which ratings are written, until the end of the transaction.
pub(crate) const RATINGS_LOCK: i64 = LOCK + 3;

/// What is set for each connection. A commit that has returned is on the disk. When the connection breaks without a word the
/// database notices, and lets the lock go.
const SETTINGS: &str = "
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SET lock_timeout = '3s';
    SET client_min_messages = warning;";

/// Notes who has the database, unless another server has had it since.
const HOLD: &str = "UPDATE identity SET holder = $1 WHERE $2 OR holder IS NULL OR holder = $1";
/// All is read as of the same moment, whoever writes meanwhile.
const LOAD: &str = "
    SELECT snapshot, state, flag, ARRAY(SELECT text FROM turn WHERE session = $1 ORDER BY number)
    FROM session WHERE name = $1";
/// Those that another server has in memory are its own business.
const FLAGGED: &str = "
    SELECT name FROM session WHERE flag <= $1 AND NOT EXISTS
        (SELECT FROM lease JOIN member ON member.id = lease.member
        WHERE lease.session = session.name AND expires > clock_timestamp())
    ORDER BY random() LIMIT $2";
/// Which of these sessions a server has. Nobody takes them before the end of the transaction.
const HELD: &str = "SELECT session FROM lease WHERE member = $1 AND session = ANY($2) FOR SHARE";
const BEGIN: &str =
    "INSERT INTO session (name, snapshot, flag) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
const SNAPSHOT: &str = "
    WITH forgotten AS (DELETE FROM turn WHERE session = $1)
    INSERT INTO session (name, snapshot, flag) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET snapshot = $2, state = NULL, flag = $3, changed = now()";
const STATE: &str = "UPDATE session SET state = $2, flag = $3, changed = now() WHERE name = $1";
const TURN: &str = "INSERT INTO turn (session, number, text) VALUES ($1, $2, $3)";

const LIST: &str = "
    INSERT INTO listing (session, list, game, result, day, opening, view, first, second)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (session) DO UPDATE SET list = $2, game = $3, result = $4, day = $5, opening = $6, view = $7,
        first = $8, second = $9, changed = now()";
const UNLIST: &str = "DELETE FROM listing WHERE session = $1";
const LISTED: &str = "
    SELECT session, view, first, one.name, second, other.name FROM listing
    LEFT JOIN account one ON one.id = first LEFT JOIN account other ON other.id = second
    WHERE list = $1 AND changed >= now() - make_interval(secs => $2::bigint)
        AND ($3::text IS NULL OR session = $3) AND ($4::text IS NULL OR game = $4) AND ($5::text IS NULL OR result = $5)
        AND ($6::text IS NULL OR substr(day, 1, length($6)) = $6)
        AND ($7::text IS NULL OR substr(opening, 1, length($7)) = $7)
        AND ($10::text IS NULL OR one.folded = $10 OR other.folded = $10)
    ORDER BY changed DESC, session LIMIT $8 OFFSET $9";

/// A connection. What is written over it cannot be written by two servers: the lock ends with the connection, and servers that
/// share it have leases.
#[derive(Debug)]
pub(crate) struct PostgresConnection {
    pub(crate) client: Client,
    pub(super) statements: Statements,
    /// Tells the database from another one in its place.
    pub(super) identity: String,
    /// Whether the server is the one that sends letters.
    sends_letters: bool,
    /// Carries the messages.
    messages: JoinHandle<()>,
}

/// What is said to the database, understood once.
#[derive(Debug)]
pub(super) struct Statements {
    pub(super) load: Statement,
    pub(super) flagged: Statement,
    pub(super) held: Statement,
    pub(super) begin: Statement,
    pub(super) snapshot: Statement,
    pub(super) state: Statement,
    pub(super) turn: Statement,
    pub(super) list: Statement,
    pub(super) unlist: Statement,
    pub(super) listed: Statement,
}

/// Connects. The task carries the messages, until the client is dropped or the connection ends, of which whoever asks next learns.
///
/// # Errors
/// If the database does not let the server in, or is to prove who it is and cannot.
pub(crate) async fn connect(url: &PostgresUrl) -> Result<(Client, JoinHandle<()>), StoreError> {
    let config = url.config();
    if url.demands_tls() {
        let (client, messages) = config.connect(tls()?).await?;
        Ok((client, tokio::spawn(async move { drop(messages.await) })))
    } else {
        let (client, messages) = config.connect(NoTls).await?;
        Ok((client, tokio::spawn(async move { drop(messages.await) })))
    }
}

/// Returns what encrypts a connection with whoever has a certificate for its name that this machine trusts.
fn tls() -> Result<MakeRustlsConnect, StoreError> {
    match MakeRustlsConnect::with_native_certs() {
        Ok((tls, errors)) => {
            for error in errors {
                tracing::warn!(%error, "a certificate that this machine trusts cannot be read");
            }
            Ok(tls)
        }
        Err(errors) => {
            let causes: Vec<String> = errors.iter().map(ToString::to_string).collect();
            let causes = if causes.is_empty() { "it has none".to_owned() } else { causes.join("; ") };
            Err(StoreError::Failed(format!("this machine has no certificates to trust: {causes}")))
        }
    }
}

impl PostgresConnection {
    /// Connects, takes the lock, and brings the tables to the present version.
    ///
    /// # Errors
    /// If there is no such database, it does not let the server in, or another server has it.
    pub(super) async fn open(url: &PostgresUrl, sharing: Sharing) -> Result<PostgresConnection, StoreError> {
        let (mut client, messages) = answered(connect(url)).await?;
        answered(client.batch_execute(SETTINGS)).await?;
        expect_unicode(&client).await?;
        take_lock(&client, sharing).await?;
        migrate(&mut client).await?;
        if let Sharing::Alone = sharing {
            // Nobody else is there: what was left behind by several servers holds no more.
            answered(client.execute("DELETE FROM member", &[])).await?;
        }
        let identity = answered(client.query_one("SELECT id::text FROM identity", &[])).await?.try_get(0)?;
        let statements = answered(Statements::prepare(&client)).await?;
        Ok(PostgresConnection { client, statements, identity, sends_letters: false, messages })
    }

    /// Notes that the server has the database: whatever was before if it `begins`, and otherwise only if no other server has had it
    /// since, whose turns would be overwritten by what is in memory.
    ///
    /// # Errors
    /// If another server has had it.
    pub(super) async fn hold(&self, holder: ServerId, begins: bool) -> Result<(), StoreError> {
        let held = answered(self.client.execute(HOLD, &[&holder.0, &begins])).await?;
        if held == 0 { Err(StoreError::TakenOver) } else { Ok(()) }
    }

    /// Returns whether the server is the one that sends letters: it is from when nobody else is until the connection ends.
    pub(super) async fn sends_letters(&mut self) -> Result<bool, StoreError> {
        if !self.sends_letters {
            let taken = self.client.query_one("SELECT pg_try_advisory_lock($1)", &[&LETTERS_LOCK]);
            self.sends_letters = answered(taken).await?.try_get(0)?;
        }
        Ok(self.sends_letters)
    }

    /// Returns whether nothing is known of its end.
    pub(super) fn is_open(&self) -> bool {
        !self.client.is_closed()
    }
}

impl Drop for PostgresConnection {
    fn drop(&mut self) {
        // One that hangs would keep its task for ever.
        self.messages.abort();
    }
}

impl Statements {
    async fn prepare(client: &Client) -> Result<Statements, tokio_postgres::Error> {
        Ok(Statements {
            load: client.prepare(LOAD).await?,
            flagged: client.prepare(FLAGGED).await?,
            held: client.prepare(HELD).await?,
            begin: client.prepare(BEGIN).await?,
            snapshot: client.prepare(SNAPSHOT).await?,
            state: client.prepare(STATE).await?,
            turn: client.prepare(TURN).await?,
            list: client.prepare(LIST).await?,
            unlist: client.prepare(UNLIST).await?,
            listed: client.prepare(LISTED).await?,
        })
    }
}

/// Waits for an answer of the database, but not for ever.
pub(crate) async fn answered<T, E>(answer: impl Future<Output = Result<T, E>>) -> Result<T, StoreError>
where
    StoreError: From<E>,
{
    match timeout(ANSWER_TIMEOUT, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(StoreError::Failed(format!(
            "the database has not answered for {} s",
            ANSWER_TIMEOUT.as_secs()
        ))),
    }
}

async fn expect_unicode(client: &Client) -> Result<(), StoreError> {
    let encoding: String = answered(client.query_one("SHOW server_encoding", &[])).await?.try_get(0)?;
    if encoding == "UTF8" {
        return Ok(());
    }
    Err(StoreError::Failed(format!("the encoding of the database is {encoding}, and has to be UTF8")))
}

/// Takes the lock. The connection before this one may still have it for a moment.
async fn take_lock(client: &Client, sharing: Sharing) -> Result<(), StoreError> {
    let take = match sharing {
        Sharing::Alone => "SELECT pg_advisory_lock($1)",
        Sharing::With(_) => "SELECT pg_advisory_lock_shared($1)",
    };
    answered(async {
        match client.execute(take, &[&LOCK]).await {
            Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => Err(StoreError::Taken),
            taken => Ok(taken.map(drop)?),
        }
    })
    .await
}

/// Brings the tables to the present version. All steps that are due are taken, or none; one that has been published never
/// changes.
async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let steps = [
        ("V1__sessions", include_str!("V1__sessions.sql")),
        ("V2__listing", include_str!("V2__listing.sql")),
        ("V3__accounts", include_str!("../accounts/postgres_V3__accounts.sql")),
        ("V4__server", include_str!("V4__server.sql")),
        ("V5__letter", include_str!("V5__letter.sql")),
        ("V6__lease", include_str!("V6__lease.sql")),
        ("V7__letter_language", include_str!("V7__letter_language.sql")),
        ("V8__holder", include_str!("V8__holder.sql")),
    ];
    let steps: Result<Vec<_>, _> = steps.iter().map(|(name, sql)| Migration::unapplied(name, sql)).collect();
    // Servers that begin at the same time make them one after the other.
    answered(client.execute("SELECT pg_advisory_lock($1)", &[&TABLES_LOCK])).await?;
    answered(async { Runner::new(&steps?).set_grouped(true).run_async(client).await.map(drop) }).await?;
    answered(client.execute("SELECT pg_advisory_unlock($1)", &[&TABLES_LOCK])).await.map(drop)
}

impl From<refinery::Error> for StoreError {
    fn from(error: refinery::Error) -> StoreError {
        StoreError::Failed(match error.kind() {
            refinery::error::Kind::MissingVersion(_) => {
                "the database is of a newer version of Beaufort".to_owned()
            }
            kind => format!("cannot make the tables: {}", causes(kind)),
        })
    }
}

/// The class of errors in what a database was told, not in the database: the first characters of their codes.
const DATA_EXCEPTION: &str = "22";

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        let is_refused = error.code().is_some_and(|code| code.code().starts_with(DATA_EXCEPTION));
        let message = match error.as_db_error() {
            // The details would repeat what was to be written.
            Some(error) if *error.code() == SqlState::INSUFFICIENT_PRIVILEGE => {
                format!("{}: the user needs a database of its own", error.message())
            }
            Some(error) => error.message().to_owned(),
            None => causes(&error),
        };
        if is_refused { StoreError::Refused(message) } else { StoreError::Failed(message) }
    }
}

/// Returns what has gone wrong, and what brought that about.
fn causes(error: &(dyn std::error::Error + 'static)) -> String {
    let chain = std::iter::successors(Some(error), |error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
