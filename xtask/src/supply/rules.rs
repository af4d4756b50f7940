//! The rules of `deny.toml` for licences, sources and versions.

use std::collections::{BTreeMap, BTreeSet};

use spdx::{Expression, LicenseReq, ParseMode};
use toml::{Table, Value};

use super::packages::{Locked, Packages};

/// The only allowed source of packages: the begin and end of its name in lock files.
const REGISTRY: (&str, &str) = ("registry+", "/crates.io-index");
/// A licence that only packages for tests may have.
const NOT_SHIPPED: &str = "GPL";

/// The packages that are allowed.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    allowed: BTreeSet<String>,
    /// Further licences, allowed for one package each.
    exceptions: BTreeMap<String, BTreeSet<String>>,
    /// Allowed duplicates: the package and the begin of its version.
    twice: BTreeSet<(String, String)>,
}

impl Rules {
    /// Reads `deny.toml`.
    pub(super) fn read(text: &str) -> Result<Rules, String> {
        let file: Table = text.parse().map_err(|error| format!("deny.toml: {error}"))?;
        let licences = file.get("licenses");
        let exceptions =
            list(licences, "exceptions").map(|one| (word(one.get("crate")), words(Some(one), "allow")));
        let skipped = words(file.get("bans"), "skip");
        let pair = |skipped: &String| {
            let (name, version) = skipped.split_once('@').unwrap_or((skipped, ""));
            (name.to_owned(), version.to_owned())
        };
        Ok(Rules {
            allowed: words(licences, "allow"),
            exceptions: exceptions.collect(),
            twice: skipped.iter().map(pair).collect(),
        })
    }

    /// Returns the violations of the rules and the exceptions that match no package.
    pub(super) fn problems(&self, packages: &Packages, locked: &[Locked]) -> Vec<String> {
        let mut problems = Vec::new();
        for package in &packages.0 {
            let name = &package.name;
            match Expression::parse_mode(&package.licence, ParseMode::LAX) {
                Err(_) => problems.push(format!("{name}: `{}` is not an SPDX expression", package.licence)),
                Ok(licence) if !licence.evaluate(|needed| self.allows(name, needed)) => {
                    problems.push(format!("{name}: deny.toml does not allow its licence, {licence}"));
                }
                Ok(licence)
                    if !package.shipped.is_empty() && !licence.evaluate(|needed| !is_kept_out(needed)) =>
                {
                    problems.push(format!("{name} is part of the program: {licence} is for tests alone"));
                }
                Ok(_) => {}
            }
        }
        for package in locked.iter().filter(|package| !package.source.is_empty()) {
            let Locked { name, source, .. } = package;
            if !source.starts_with(REGISTRY.0) || !source.ends_with(REGISTRY.1) {
                problems.push(format!("{name} comes from {source}: only the registry is allowed"));
            }
        }
        problems.extend(self.versions(locked));
        for name in self.exceptions.keys().filter(|name| locked.iter().all(|locked| locked.name != **name)) {
            problems.push(format!("deny.toml has an exception for {name}, which is not in Cargo.lock"));
        }
        problems
    }

    fn allows(&self, name: &str, needed: &LicenseReq) -> bool {
        let needed = needed.to_string();
        self.allowed.contains(&needed) || self.exceptions.get(name).is_some_and(|some| some.contains(&needed))
    }

    /// Returns the duplicate packages that are not allowed and the `skip` entries that match no duplicate.
    fn versions(&self, locked: &[Locked]) -> Vec<String> {
        let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for package in locked {
            versions.entry(&package.name).or_default().push(&package.version);
        }
        let is_skipped = |name: &str, version: &str| {
            self.twice.iter().any(|(skipped, begin)| {
                skipped == name && (version == begin || version.starts_with(&format!("{begin}.")))
            })
        };
        let mut problems = Vec::new();
        for (name, versions) in &versions {
            let kept = versions.iter().filter(|version| !is_skipped(name, version)).count();
            if kept > 1 {
                problems.push(format!(
                    "{name} has the versions {}: agree on one, or name the older one in `skip` of deny.toml",
                    versions.join(" and ")
                ));
            }
        }
        for (name, version) in &self.twice {
            if versions.get(name.as_str()).is_none_or(|versions| versions.len() < 2) {
                problems.push(format!("deny.toml skips {name}@{version}, which is not a duplicate"));
            }
        }
        problems
    }
}

fn is_kept_out(needed: &LicenseReq) -> bool {
    needed.to_string().contains(NOT_SHIPPED)
}

fn list<'v>(table: Option<&'v Value>, key: &str) -> impl Iterator<Item = &'v Value> {
    table.and_then(|table| table.get(key)).and_then(Value::as_array).into_iter().flatten()
}

fn words(table: Option<&Value>, key: &str) -> BTreeSet<String> {
    list(table, key).map(|value| word(Some(value))).collect()
}

fn word(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::packages::{Package, Product};
    use super::*;

    const DENY: &str = r#"
        [licenses]
        allow = ["MIT", "Zlib"]
        exceptions = [{ crate = "odd", allow = ["GPL-3.0-or-later"] }]
        [bans]
        skip = ["old@0.1"]
    "#;

    fn package(name: &str, licence: &str, shipped: bool) -> Package {
        Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.to_owned(),
            repository: String::new(),
            folder: Default::default(),
            shipped: shipped.then_some(Product::Program).into_iter().collect(),
        }
    }

    fn locked(name: &str, version: &str) -> Locked {
        let source = "registry+https://example.org/crates.io-index".to_owned();
        Locked { name: name.to_owned(), version: version.to_owned(), source }
    }

    /// Returns the problems of one package in a lock file with the packages of `DENY`.
    fn problems(package: Package, more: &[Locked]) -> Vec<String> {
        let rules = Rules::read(DENY).expect("these are rules");
        let mut all = vec![locked("old", "0.1.2"), locked("old", "0.2.0"), locked("odd", "1.0.0")];
        all.extend(more.iter().cloned());
        rules.problems(&Packages(vec![package]), &all)
    }

    #[test]
    fn licences_are_checked() {
        for (licence, shipped, is_fine) in [
            ("MIT", true, true),
            ("Apache-2.0 OR MIT", true, true),
            ("Zlib AND MIT", true, true),
            ("Apache-2.0", true, false),
            ("Apache-2.0 AND MIT", true, false),
            ("GPL-3.0-or-later", false, true),
            ("GPL-3.0-or-later", true, false),
            ("GPL-3.0-or-later OR MIT", true, true),
            ("", true, false),
        ] {
            let problems = problems(package("odd", licence, shipped), &[]);
            assert_eq!(problems.is_empty(), is_fine, "{licence}: {problems:?}");
        }
        assert_eq!(problems(package("other", "GPL-3.0-or-later", false), &[]).len(), 1);
    }

    #[test]
    fn versions_and_sources_are_checked() {
        let fine = || package("odd", "MIT", true);
        assert!(problems(fine(), &[locked("new", "1.0.0")])[..].is_empty());
        assert!(
            problems(fine(), &[locked("new", "1.0.0"), locked("new", "2.0.0")])[0]
                .starts_with("new has the versions")
        );
        let elsewhere = Locked { source: "git+https://example.org/new".to_owned(), ..locked("new", "1.0.0") };
        assert!(problems(fine(), &[elsewhere])[0].contains("only the registry"));
        let rules = Rules::read(DENY).expect("these are rules");
        let stale = rules.problems(&Packages::default(), &[locked("old", "0.2.0")]);
        assert_eq!(stale.len(), 2, "{stale:?}");
    }
}
