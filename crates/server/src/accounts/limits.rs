//! How often somebody may try to sign up or in.

use std::net::IpAddr;

use beaufort_session::AccountId;
use governor::Quota;

use super::FoldedName;
use crate::limits::{KeyedLimit, network, non_zero};

/// The names that an address may take: so many an hour.
const SIGN_UPS_PER_HOUR: u32 = 6;
/// And so many at once.
const SIGN_UPS_AT_ONCE: u32 = 5;
/// The passwords that an address may try: so many a minute.
const ADDRESS_TRIES_PER_MINUTE: u32 = 6;
/// And so many at once.
const ADDRESS_TRIES_AT_ONCE: u32 = 20;
/// The passwords that may be tried for a name, by anybody: so many a minute. No single address can use them up and keep the
/// player out; with ten characters at least they are far too few to guess with.
const NAME_TRIES_PER_MINUTE: u32 = 18;
/// And so many at once.
const NAME_TRIES_AT_ONCE: u32 = 60;
/// The exports that an account may ask for: so many an hour.
const EXPORTS_PER_HOUR: u32 = 6;
/// And so many at once.
const EXPORTS_AT_ONCE: u32 = 3;

/// What has been tried of late.
#[derive(Debug)]
pub(super) struct AccountLimits {
    /// What addresses have tried; missing on the own machine.
    addresses: Option<AddressTries>,
    names: KeyedLimit<FoldedName>,
    exports: KeyedLimit<AccountId>,
}

#[derive(Debug)]
struct AddressTries {
    sign_ups: KeyedLimit<IpAddr>,
    passwords: KeyedLimit<IpAddr>,
}

impl AccountLimits {
    pub(super) fn new(is_public: bool) -> AccountLimits {
        let addresses = is_public.then(|| AddressTries {
            sign_ups: KeyedLimit::new(Quota::per_hour(non_zero(SIGN_UPS_PER_HOUR)), SIGN_UPS_AT_ONCE),
            passwords: KeyedLimit::new(
                Quota::per_minute(non_zero(ADDRESS_TRIES_PER_MINUTE)),
                ADDRESS_TRIES_AT_ONCE,
            ),
        });
        AccountLimits {
            addresses,
            names: KeyedLimit::new(Quota::per_minute(non_zero(NAME_TRIES_PER_MINUTE)), NAME_TRIES_AT_ONCE),
            exports: KeyedLimit::new(Quota::per_hour(non_zero(EXPORTS_PER_HOUR)), EXPORTS_AT_ONCE),
        }
    }

    /// Counts a name that an address wants to take. Returns whether it is not one too many.
    pub(super) fn may_sign_up(&self, address: IpAddr) -> bool {
        self.addresses.as_ref().is_none_or(|tries| tries.sign_ups.admit(&network(address)))
    }

    /// Counts a password that an address tries for a name. Returns whether it is not one too many.
    pub(super) fn may_try(&self, address: IpAddr, name: &FoldedName) -> bool {
        let address_may =
            self.addresses.as_ref().is_none_or(|tries| tries.passwords.admit(&network(address)));
        address_may && self.names.admit(name)
    }

    /// Counts an export of an account. Returns whether it is not one too many.
    pub(super) fn may_export(&self, account: AccountId) -> bool {
        self.exports.admit(&account)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_a_name_have_their_tries() {
        let limits = AccountLimits::new(true);
        let addresses: Vec<IpAddr> = (0..200).map(|last| [192, 0, 2, last].into()).collect();
        let anna = FoldedName::new("Anna");
        let tries = (0..100).filter(|_| limits.may_try(addresses[0], &FoldedName::new("Bert"))).count();
        assert!((20..30).contains(&tries), "{tries}");
        // Nobody is kept out of his account by one who tries from one place, ...
        assert!(limits.may_try(addresses[1], &FoldedName::new("Bert")));
        // ... and who tries one name from everywhere has few tries.
        let tries = addresses[2..].iter().filter(|&&address| limits.may_try(address, &anna)).count();
        assert!((60..80).contains(&tries), "{tries}");
        let names = (0..100).filter(|_| limits.may_sign_up(addresses[0])).count();
        assert!((5..8).contains(&names), "{names}");
        assert!(limits.may_sign_up(addresses[1]));
        // On the own machine there are no others, but the name is guarded all the same.
        let local = AccountLimits::new(false);
        assert!((0..100).all(|_| local.may_sign_up(addresses[0])));
        assert!((0..100).filter(|_| local.may_try(addresses[0], &anna)).count() < 80);
    }
}
