//! Third-party packages, as cargo and the lock files list them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::step::{self, root};

/// The features of the published program.
const FEATURES: &str = "beaufort/full";

/// A third-party package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// An SPDX expression; empty if there is none.
    pub(super) licence: String,
    /// The address of its repository.
    pub(super) repository: String,
    /// Its folder on this machine.
    pub(super) folder: PathBuf,
    /// The products that contain it; packages for tests and builds are in none.
    pub(super) shipped: BTreeSet<Product>,
}

/// A published product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Product {
    /// The program, with the page inside.
    Program,
    /// The package for Python.
    Wheel,
}

impl Product {
    pub(super) const ALL: [Product; 2] = [Product::Program, Product::Wheel];

    /// Returns the file with its notices.
    pub(super) fn notices(self) -> &'static str {
        match self {
            Product::Program => "THIRD-PARTY-NOTICES.txt",
            Product::Wheel => "crates/python/THIRD-PARTY-NOTICES.txt",
        }
    }

    /// Returns the crate that it is built from.
    fn crate_name(self) -> &'static str {
        match self {
            Product::Program => "beaufort",
            Product::Wheel => "beaufort-python",
        }
    }
}

/// The third-party packages of the workspace's dependency graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Packages(pub(super) Vec<Package>);

/// A package in a lock file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Locked {
    pub(super) name: String,
    pub(super) version: String,
    /// Its source; empty for a member of the workspace.
    pub(super) source: String,
}

impl Packages {
    /// Returns the packages that are built on this platform. They have been fetched already.
    pub(super) fn of_this_platform() -> Result<Packages, String> {
        let version = run("rustc", &["-vV"])?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        let host = host.ok_or("rustc -vV names no host")?;
        Packages::read(&metadata(&["--offline", "--filter-platform", host])?)
    }

    /// Returns the packages of every platform, fetching those of the others.
    pub(super) fn of_all_platforms() -> Result<Packages, String> {
        Packages::read(&metadata(&[])?)
    }

    /// Reads the output of `cargo metadata`.
    pub(super) fn read(json: &str) -> Result<Packages, String> {
        let metadata: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let shipped = Product::ALL.map(|product| (product, shipped(&metadata, product.crate_name())));
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let others = list(&metadata["packages"]).iter().filter(|package| !package["source"].is_null());
        let read = |package: &Value| Package {
            name: text(&package["name"]),
            version: text(&package["version"]),
            // Deprecated notation of OR.
            licence: text(&package["license"]).replace('/', " OR "),
            repository: text(&package["repository"]),
            folder: PathBuf::from(text(&package["manifest_path"]))
                .parent()
                .map(PathBuf::from)
                .unwrap_or_default(),
            shipped: shipped
                .iter()
                .filter(|(_, ids)| ids.contains(&text(&package["id"])))
                .map(|(product, _)| *product)
                .collect(),
        };
        let mut packages: Vec<Package> = others.map(read).collect();
        packages.sort();
        Ok(Packages(packages))
    }
}

/// Returns the ids of a crate's normal dependencies, direct and indirect. Procedural macros run in the compiler and are left
/// out with their dependencies.
fn shipped(metadata: &Value, crate_name: &str) -> BTreeSet<String> {
    let id = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let nodes: BTreeMap<String, &Value> =
        list(&metadata["resolve"]["nodes"]).iter().map(|node| (id(&node["id"]), node)).collect();
    let is_macro = |package: &Value| {
        list(&package["targets"])
            .iter()
            .any(|target| list(&target["kind"]).iter().any(|kind| kind == "proc-macro"))
    };
    let packages = list(&metadata["packages"]);
    let macros: BTreeSet<String> =
        packages.iter().filter(|package| is_macro(package)).map(|package| id(&package["id"])).collect();
    let product =
        packages.iter().filter(|package| package["name"] == crate_name && package["source"].is_null());
    let mut open: Vec<String> = product.map(|package| id(&package["id"])).collect();
    let mut found = BTreeSet::new();
    while let Some(next) = open.pop() {
        if macros.contains(&next) || !found.insert(next.clone()) {
            continue;
        }
        let needs = nodes.get(&next).map_or(&[][..], |node| list(&node["deps"]));
        let runs = |need: &&Value| list(&need["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        open.extend(needs.iter().filter(runs).map(|need| id(&need["pkg"])));
    }
    found
}

/// Reads `Cargo.lock`.
pub(super) fn locked(text: &str) -> Result<Vec<Locked>, String> {
    let lock: toml::Table = text.parse().map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = lock.get("package").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let read = |package: &toml::Value, key| {
        package.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
    };
    let locked = packages.iter().map(|package| Locked {
        name: read(package, "name"),
        version: read(package, "version"),
        source: read(package, "source"),
    });
    Ok(locked.collect())
}

/// Returns the npm packages that the page contains: those of `package-lock.json` that are not development dependencies.
pub(super) fn npm(text: &str) -> Result<Vec<Package>, String> {
    let lock: Value = serde_json::from_str(text).map_err(|error| format!("package-lock.json: {error}"))?;
    let packages = lock["packages"].as_object().ok_or("package-lock.json has no packages")?;
    let field = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let shipped = packages.iter().filter(|(path, package)| !path.is_empty() && package["dev"] != true);
    let mut shipped: Vec<Package> = shipped
        .map(|(path, package)| {
            let name = path.rsplit("node_modules/").next().unwrap_or(path).to_owned();
            Package {
                repository: format!("https://www.npmjs.com/package/{name}"),
                name,
                version: field(package, "version"),
                licence: field(package, "license"),
                folder: PathBuf::from(path),
                shipped: BTreeSet::from([Product::Program]),
            }
        })
        .collect();
    shipped.sort();
    Ok(shipped)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn metadata(more: &[&str]) -> Result<String, String> {
    run("cargo", &[&["metadata", "--format-version", "1", "--locked", "--features", FEATURES], more].concat())
}

fn run(program: &str, arguments: &[&str]) -> Result<String, String> {
    step::output(Command::new(program).args(arguments).current_dir(root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_shipped_and_what_tests_or_compiles_is_not() {
        let json = r#"{
            "packages": [
                {"name": "beaufort", "id": "b", "version": "0", "source": null, "targets": [], "manifest_path": "a/Cargo.toml"},
                {"name": "runs", "id": "r", "version": "1", "source": "s", "license": "MIT/Zlib", "targets": [], "manifest_path": "r/Cargo.toml"},
                {"name": "tests", "id": "t", "version": "1", "source": "s", "license": "MIT", "targets": [], "manifest_path": "t/Cargo.toml"},
                {"name": "beaufort-python", "id": "p", "version": "0", "source": null, "targets": [], "manifest_path": "p/Cargo.toml"},
                {"name": "python", "id": "y", "version": "1", "source": "s", "license": "MIT", "targets": [], "manifest_path": "y/Cargo.toml"},
                {"name": "both", "id": "c", "version": "1", "source": "s", "license": "MIT", "targets": [], "manifest_path": "c/Cargo.toml"},
                {"name": "macros", "id": "m", "version": "1", "source": "s", "license": "MIT", "targets": [{"kind": ["proc-macro"]}], "manifest_path": "m/Cargo.toml"}
            ],
            "resolve": {"nodes": [
                {"id": "p", "deps": [
                    {"pkg": "y", "dep_kinds": [{"kind": null}]},
                    {"pkg": "c", "dep_kinds": [{"kind": null}]}
                ]},
                {"id": "b", "deps": [
                    {"pkg": "r", "dep_kinds": [{"kind": null}]},
                    {"pkg": "c", "dep_kinds": [{"kind": null}]},
                    {"pkg": "t", "dep_kinds": [{"kind": "dev"}]},
                    {"pkg": "m", "dep_kinds": [{"kind": null}]}
                ]}
            ]}
        }"#;
        let packages = Packages::read(json).expect("this is what cargo says").0;
        let shipped: Vec<_> = packages
            .iter()
            .map(|package| (package.name.as_str(), package.shipped.iter().copied().collect::<Vec<_>>()))
            .collect();
        let expected = [
            ("both", vec![Product::Program, Product::Wheel]),
            ("macros", vec![]),
            ("python", vec![Product::Wheel]),
            ("runs", vec![Product::Program]),
            ("tests", vec![]),
        ];
        assert_eq!(shipped, expected);
        assert_eq!(packages[3].licence, "MIT OR Zlib");
    }

    #[test]
    fn the_packages_of_the_page_are_read() {
        let lock = r#"{"packages": {
            "": {"name": "web"},
            "node_modules/solid": {"version": "1.0.0", "license": "MIT"},
            "node_modules/vite": {"version": "2.0.0", "license": "MIT", "dev": true}
        }}"#;
        let shipped = npm(lock).expect("this is a lock file");
        assert_eq!(shipped.len(), 1);
        assert_eq!((shipped[0].name.as_str(), shipped[0].version.as_str()), ("solid", "1.0.0"));
    }
}
