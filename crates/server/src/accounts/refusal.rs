//! Why something about an account is not done, as an answer.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use beaufort_session::view::{AccountCode, AccountProblem};

/// Why something about an account is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal(AccountProblem);

impl Refusal {
    pub(crate) fn new(code: AccountCode, message: impl Into<String>) -> Refusal {
        Refusal(AccountProblem { code, message: message.into() })
    }

    /// Refuses whoever has asked too often.
    pub(crate) fn too_many() -> Refusal {
        Refusal::new(AccountCode::TooMany, "that was tried too often: wait some minutes")
    }

    /// Refuses whoever is not signed in.
    pub(crate) fn not_signed_in() -> Refusal {
        Refusal::new(AccountCode::NotSignedIn, "sign in first")
    }

    /// Refuses a wrong name and a wrong password in the same words.
    pub(crate) fn wrong_password() -> Refusal {
        Refusal::new(AccountCode::WrongPassword, "there is no such name, or the password is wrong")
    }

    /// Refuses what cannot be done at present.
    pub(crate) fn busy() -> Refusal {
        Refusal::new(AccountCode::Busy, "the server cannot do that at present: try again")
    }

    pub(crate) fn code(&self) -> AccountCode {
        self.0.code
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            AccountCode::Malformed | AccountCode::BadName | AccountCode::BadPassword => {
                StatusCode::BAD_REQUEST
            }
            AccountCode::Elsewhere | AccountCode::WrongPassword => StatusCode::FORBIDDEN,
            AccountCode::NotSignedIn => StatusCode::UNAUTHORIZED,
            AccountCode::Unknown => StatusCode::NOT_FOUND,
            AccountCode::NameTaken => StatusCode::CONFLICT,
            AccountCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            AccountCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
        };
        (status, [(header::CACHE_CONTROL, "no-store")], Json(self.0)).into_response()
    }
}
