//! The answer to a request about an account that is refused.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use beaufort_session::view::{AccountCode, AccountProblem};

/// The reason for a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccountRefusal(AccountProblem);

impl AccountRefusal {
    pub(crate) fn new(code: AccountCode, message: impl Into<String>) -> AccountRefusal {
        AccountRefusal(AccountProblem { code, message: message.into() })
    }

    /// Too many attempts.
    pub(crate) fn too_many() -> AccountRefusal {
        AccountRefusal::new(AccountCode::TooMany, "that was tried too often: wait some minutes")
    }

    /// The client is not signed in.
    pub(crate) fn not_signed_in() -> AccountRefusal {
        AccountRefusal::new(AccountCode::NotSignedIn, "sign in first")
    }

    /// The name or the password is wrong; the message does not say which.
    pub(crate) fn wrong_password() -> AccountRefusal {
        AccountRefusal::new(AccountCode::WrongPassword, "there is no such name, or the password is wrong")
    }

    /// The server cannot do that at present.
    pub(crate) fn busy() -> AccountRefusal {
        AccountRefusal::new(AccountCode::Busy, "the server cannot do that at present: try again")
    }

    pub(crate) fn code(&self) -> AccountCode {
        self.0.code
    }
}

impl IntoResponse for AccountRefusal {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            AccountCode::Malformed
            | AccountCode::BadName
            | AccountCode::BadPassword
            | AccountCode::BadGame => StatusCode::BAD_REQUEST,
            AccountCode::Elsewhere | AccountCode::WrongPassword | AccountCode::NotYours => {
                StatusCode::FORBIDDEN
            }
            AccountCode::NotSignedIn => StatusCode::UNAUTHORIZED,
            AccountCode::Unknown | AccountCode::NoGame => StatusCode::NOT_FOUND,
            AccountCode::NameTaken => StatusCode::CONFLICT,
            AccountCode::Removed => StatusCode::GONE,
            AccountCode::TooMany | AccountCode::TooManyGames | AccountCode::TooManyPlayers => {
                StatusCode::TOO_MANY_REQUESTS
            }
            AccountCode::NoSpace => StatusCode::INSUFFICIENT_STORAGE,
            AccountCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
        };
        (status, [(header::CACHE_CONTROL, "no-store")], Json(self.0)).into_response()
    }
}
