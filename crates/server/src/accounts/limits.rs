//! Rate limits for signing up and in.

use std::net::IpAddr;

use beaufort_session::AccountId;
use ipnet::IpNet;

use crate::identity::FoldedName;
use crate::limits::{KeyedLimit, NetworkLimit, Per};
use crate::network::{TrustedNetworks, widest};

/// Accounts that an address may create: sustained rate, per hour.
const SIGN_UPS_PER_HOUR: u32 = 6;
/// Burst size.
const SIGN_UPS_AT_ONCE: u32 = 5;
/// Passwords that an address may try: sustained rate, per minute.
const ADDRESS_TRIES_PER_MINUTE: u32 = 6;
/// Burst size.
const ADDRESS_TRIES_AT_ONCE: u32 = 20;
/// Passwords that the widest limited network may try for a name: sustained rate, per minute.
const NETWORK_NAME_TRIES_PER_MINUTE: u32 = 6;
/// Burst size.
const NETWORK_NAME_TRIES_AT_ONCE: u32 = 20;
/// Passwords that all may try for a name: sustained rate, per minute. A few networks cannot use them up and lock the player out of
/// a new browser, and a browser in which the player was signed in before is not limited; for passwords of ten characters they are
/// far too few to guess.
const NAME_TRIES_PER_MINUTE: u32 = 120;
/// Burst size.
const NAME_TRIES_AT_ONCE: u32 = 400;
/// Exports of an account: sustained rate, per hour.
const EXPORTS_PER_HOUR: u32 = 6;
/// Burst size.
const EXPORTS_AT_ONCE: u32 = 3;

/// The recent attempts.
#[derive(Debug)]
pub(crate) struct AccountLimits {
    /// The attempts of addresses; `None` if the server serves its own machine alone.
    addresses: Option<AddressTries>,
    network_names: KeyedLimit<(FoldedName, IpNet)>,
    names: KeyedLimit<FoldedName>,
    exports: KeyedLimit<AccountId>,
}

#[derive(Debug)]
struct AddressTries {
    sign_ups: NetworkLimit,
    passwords: NetworkLimit,
}

impl AccountLimits {
    pub(crate) fn new(is_public: bool, trusted: &TrustedNetworks) -> AccountLimits {
        let limit = |rate, at_once| NetworkLimit::new(rate, at_once, trusted);
        let addresses = is_public.then(|| AddressTries {
            sign_ups: limit(Per::Hour(SIGN_UPS_PER_HOUR), SIGN_UPS_AT_ONCE),
            passwords: limit(Per::Minute(ADDRESS_TRIES_PER_MINUTE), ADDRESS_TRIES_AT_ONCE),
        });
        AccountLimits {
            addresses,
            network_names: KeyedLimit::new(
                Per::Minute(NETWORK_NAME_TRIES_PER_MINUTE),
                NETWORK_NAME_TRIES_AT_ONCE,
            ),
            names: KeyedLimit::new(Per::Minute(NAME_TRIES_PER_MINUTE), NAME_TRIES_AT_ONCE),
            exports: KeyedLimit::new(Per::Hour(EXPORTS_PER_HOUR), EXPORTS_AT_ONCE),
        }
    }

    /// Counts a name that an address wants to take. Returns `false` if it exceeds the limit.
    pub(crate) fn may_sign_up(&self, address: IpAddr) -> bool {
        self.addresses.as_ref().is_none_or(|tries| tries.sign_ups.admit(address))
    }

    /// Counts a password that an address tries. Returns `false` if it exceeds the limit.
    pub(crate) fn may_try(&self, address: IpAddr) -> bool {
        self.addresses.as_ref().is_none_or(|tries| tries.passwords.admit(address))
    }

    /// Counts a password that an address tries for a name, in a browser in which that name was not signed in before. Returns `false` if it
    /// exceeds the limit.
    pub(crate) fn may_try_name(&self, address: IpAddr, name: &FoldedName) -> bool {
        self.network_names.admit(&(name.clone(), widest(address))) && self.names.admit(name)
    }

    /// Counts an export of an account. Returns `false` if the limit is exceeded.
    pub(crate) fn may_export(&self, account: AccountId) -> bool {
        self.exports.admit(&account)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_a_name_have_their_tries() {
        let limits = AccountLimits::new(true, &TrustedNetworks::default());
        let [anna, bert] = ["Anna", "Bert"].map(FoldedName::new);
        let address =
            |number: u32| IpAddr::V6(((0x2001_0db8_u128 << 96) | (u128::from(number) << 64) | 1).into());
        let tries = |address| {
            (0..100).filter(|_| limits.may_try(address) && limits.may_try_name(address, &anna)).count()
        };
        let count = tries(address(0));
        assert!((20..30).contains(&count), "{count}");
        // All networks of one customer together have the same few tries for a name, ...
        let count = (1..1000).map(|number| tries(address(number))).sum::<usize>();
        assert!(count < 5, "{count}");
        // ... so three networks, or nineteen, lock no player out, ...
        assert!((1..19).all(|site| tries(address(site << 16)) >= 20));
        assert!(limits.may_try_name([192, 0, 2, 1].into(), &anna));
        // ... and from everywhere together they are few still.
        let all = (100..1000).filter(|site| limits.may_try_name(address(site << 16), &anna)).count();
        assert!(all < 100, "{all}");
        assert!(limits.may_try_name(address(0), &bert));
        let names = (0..100).filter(|_| limits.may_sign_up(address(0))).count();
        assert!((5..8).contains(&names), "{names}");
        let names = (0..10_000).filter(|&number| limits.may_sign_up(address(number))).count();
        assert!(names < 20, "{names}");
        // On the own machine there are no others, but the name is guarded all the same.
        let local = AccountLimits::new(false, &TrustedNetworks::default());
        assert!((0..100).all(|_| local.may_sign_up(address(0)) && local.may_try(address(0))));
        assert!((0..1000).filter(|_| local.may_try_name(address(0), &anna)).count() < 30);
    }
}
