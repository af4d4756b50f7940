//! The classes of pieces tracked by a board, so that a power costs nothing while no such piece is present.

/// A class of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    /// Royal pieces (K113).
    Royal,
    /// Pieces that lend their powers (K74).
    Lender,
    /// Pieces that sparing travels can neither pass nor take, including royal ones (K38).
    Shielded,
    /// Immobilizers (K92).
    Immobilizer,
    /// Pieces that cannot be immobilized (K92).
    Unstoppable,
    /// Doublers (K93).
    Doubler,
    /// Pieces that are poisonous by themselves (K99).
    Poisonous,
    /// Poisoners (K99).
    Poisoner,
    /// Pieces that burn their neighbours (K99).
    Burner,
    /// Pieces that take pieces of their kind in passing and can be taken so (L48).
    Passing,
    /// Pieces that only piercing ones can take (L27).
    Armoured,
    /// Pieces that bewitch their neighbours (L18).
    Bewitcher,
    /// Pieces that shoot passing pieces (L32).
    Shooter,
    /// Pieces that are moved all at once: see `game/check/shifts.rs`.
    Setwise,
    /// Pieces that may take beyond the squares around them: see `Rays::around`.
    Far,
}

impl Class {
    /// The number of classes.
    pub(crate) const COUNT: usize = 15;
}

/// A set of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Classes(u16);

impl Classes {
    pub(crate) fn insert(&mut self, class: Class) {
        self.0 |= 1 << class as u16;
    }

    #[inline]
    pub(crate) fn contains(self, class: Class) -> bool {
        self.0 >> class as u16 & 1 != 0
    }

    /// Returns whether all classes of the set are in `classes`.
    pub(crate) fn are_among(self, classes: &[Class]) -> bool {
        classes.iter().fold(self.0, |rest, &class| rest & !(1 << class as u16)) == 0
    }

    /// Returns the indices of the classes in the set.
    #[inline]
    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(index)
        })
    }
}
