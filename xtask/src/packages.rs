//! The published crates: each must build from its package alone, without its features and with each of them.
//!
//! `cargo package` can build packages, but unpacks those of a workspace into the user's cache and misses later changes. So
//! they are unpacked here.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::step::Step;
use crate::step::{self, root};

/// Packs uncommitted changes, too.
const PACKAGE: &str = "package --locked --no-verify --allow-dirty --quiet";
/// The checks of a registry, without a build.
const PUBLISH: &str = "publish --dry-run --locked --no-verify --allow-dirty --quiet";
/// With the examples; packages contain no tests. The target folder is kept.
const CHECK: &str = "check --quiet --offline --workspace --lib --examples --target-dir target/packages/target \
    --manifest-path target/packages/Cargo.toml";
const FEATURES: &str = "clippy --quiet --lib";
/// The folder of the unpacked packages.
const FOLDER: &str = "target/packages";

/// A published crate.
#[derive(Debug, PartialEq, Eq)]
struct Public {
    name: String,
    version: String,
    /// Without `default`, which only enables others.
    features: Vec<String>,
}

/// Checks every published crate without features, with each feature alone, and unpacked from its package.
///
/// # Errors
/// If a check fails; the message has the command line.
pub(crate) fn check() -> Result<(), String> {
    let crates = public(&metadata()?)?;
    for library in &crates {
        for arguments in choices(library) {
            Step::cargo("features", FEATURES).run(&[&arguments[..], &["--", "-D", "warnings"]].concat())?;
        }
    }
    let names: Vec<&str> = crates.iter().flat_map(|library| ["--package", &library.name]).collect();
    Step::cargo("packages", PACKAGE).run(&names)?;
    unpack(&crates).map_err(|error| format!("cannot unpack the packages: {error}"))?;
    Step::cargo("crates from their packages", CHECK).run(&[])?;
    Step::cargo("publishing", PUBLISH).run(&names)
}

/// Creates a workspace of the packages in which each crate finds the others in place of the published ones, and third-party
/// crates in the versions of the lock file.
fn unpack(crates: &[Public]) -> Result<(), String> {
    let folder = root().join(FOLDER);
    let failed = |error: std::io::Error| error.to_string();
    fs::create_dir_all(&folder).map_err(failed)?;
    for library in crates {
        let package = format!("{}-{}", library.name, library.version);
        let unpacked = folder.join(&library.name);
        if unpacked.exists() {
            fs::remove_dir_all(&unpacked).map_err(failed)?;
        }
        let mut tar = Command::new("tar");
        // All files in a package have one old date, by which cargo would not see changes: `m` sets today's.
        tar.arg("-xmzf").arg(root().join(format!("target/package/{package}.crate")));
        if !tar.current_dir(&folder).status().map_err(failed)?.success() {
            return Err(format!("tar cannot read {package}.crate"));
        }
        fs::rename(folder.join(&package), unpacked).map_err(failed)?;
    }
    fs::write(folder.join("Cargo.toml"), manifest(crates)).map_err(failed)?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(failed)?;
    Ok(())
}

/// Returns the manifest of the workspace of packages.
fn manifest(crates: &[Public]) -> String {
    let quoted: Vec<String> = crates.iter().map(|library| format!("'{}'", library.name)).collect();
    let patches: String = quoted.iter().map(|name| format!("{name} = {{ path = {name} }}\n")).collect();
    format!("[workspace]\nresolver = '3'\nmembers = [{}]\n\n[patch.crates-io]\n{patches}", quoted.join(", "))
}

/// Returns the arguments for each choice of features: none, and each alone.
fn choices(library: &Public) -> Vec<Vec<&str>> {
    let plain = vec!["--package", library.name.as_str(), "--no-default-features"];
    let alone = library.features.iter().map(|feature| [&plain[..], &["--features", feature]].concat());
    std::iter::once(plain.clone()).chain(alone).collect()
}

/// Returns the crates that may be published from the output of `cargo metadata`.
fn public(metadata: &Value) -> Result<Vec<Public>, String> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    // `publish` is null without restriction, and an empty list for `false`.
    let open = packages.iter().filter(|package| package["publish"].is_null());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let read = |package: &Value| Public {
        name: text(&package["name"]),
        version: text(&package["version"]),
        features: package["features"]
            .as_object()
            .into_iter()
            .flat_map(|features| features.keys().filter(|name| *name != "default").cloned())
            .collect(),
    };
    Ok(open.map(read).collect())
}

fn metadata() -> Result<Value, String> {
    let mut command = Command::new(step::cargo_path());
    command.args(["metadata", "--format-version", "1", "--no-deps", "--locked"]).current_dir(root());
    serde_json::from_str(&step::output(&mut command)?).map_err(|error| format!("cargo metadata: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_crates_have_every_choice_of_features() {
        let text = r#"{"packages": [
            {"name": "open", "version": "1.2.3", "publish": null, "features": {"default": ["a"], "a": [], "b": ["dep:c"]}},
            {"name": "closed", "publish": [], "features": {}},
            {"name": "plain", "publish": null, "features": {}}
        ]}"#;
        let crates = public(&serde_json::from_str(text).expect("it is JSON")).expect("it lists packages");
        assert_eq!(crates.iter().map(|library| library.name.as_str()).collect::<Vec<_>>(), ["open", "plain"]);
        let plain = ["--package", "open", "--no-default-features"];
        let with = |feature| [&plain[..], &["--features", feature]].concat();
        assert_eq!(choices(&crates[0]), [plain.to_vec(), with("a"), with("b")]);
        assert_eq!(choices(&crates[1]), [["--package", "plain", "--no-default-features"]]);
        let manifest: toml::Table = manifest(&crates[..1]).parse().expect("it is TOML");
        assert_eq!(manifest["workspace"]["members"].as_array().map(Vec::len), Some(1));
        assert_eq!(manifest["patch"]["crates-io"]["open"]["path"].as_str(), Some("open"));
    }

    #[test]
    fn the_libraries_of_the_tree_are_public() {
        let metadata = metadata().expect("the tree has manifests");
        let crates = public(&metadata).expect("it lists packages");
        for package in metadata["packages"].as_array().into_iter().flatten() {
            let is_public = package["publish"].is_null();
            for field in ["description", "documentation", "license", "readme"] {
                assert!(!is_public || package[field].is_string(), "{} has no {field}", package["name"]);
            }
            for field in ["categories", "keywords"] {
                assert!(
                    !is_public || package[field] != serde_json::json!([]),
                    "{} has no {field}",
                    package["name"]
                );
            }
        }
        let names: Vec<&str> = crates.iter().map(|library| library.name.as_str()).collect();
        for name in ["beaufort-games", "beaufort-rules", "beaufort-draw", "beaufort-engine"] {
            assert!(names.contains(&name), "{name} is not published");
        }
    }
}
