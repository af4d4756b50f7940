//! The dependencies between the crates, their shared lints, and the version that all manifests have.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use toml::{Table, Value};

use super::{File, Problem};

/// This file.
const HERE: &str = "xtask/src/tidy/manifests.rs";

/// Each crate with its allowed dependencies in the workspace.
const ARROWS: &[(&str, &[&str])] = &[
    ("beaufort-games", &[]),
    ("beaufort-rules", &["beaufort-games"]),
    ("beaufort-reference", &[]),
    ("beaufort-draw", &["beaufort-rules"]),
    ("beaufort-engine", &["beaufort-games", "beaufort-rules"]),
    ("beaufort-session", &["beaufort-rules", "beaufort-draw", "beaufort-engine", "beaufort-import"]),
    ("beaufort-wasm-import", &["beaufort-session"]),
    ("beaufort-wasm", &["beaufort-rules", "beaufort-engine", "beaufort-session"]),
    ("beaufort-protocol", &["beaufort-rules", "beaufort-draw", "beaufort-engine"]),
    ("beaufort-import", &["beaufort-games", "beaufort-rules"]),
    ("beaufort-lab", &["beaufort-games", "beaufort-rules", "beaufort-engine", "beaufort-protocol"]),
    (
        "beaufort-python",
        &[
            "beaufort-rules",
            "beaufort-draw",
            "beaufort-engine",
            "beaufort-lab",
            // For the judgement of turns alone.
            "beaufort-session",
        ],
    ),
    (
        "beaufort-server",
        &[
            "beaufort-session",
            // For its tests alone.
            "beaufort-load",
        ],
    ),
    (
        "beaufort",
        &[
            "beaufort-rules",
            "beaufort-draw",
            "beaufort-engine",
            "beaufort-import",
            "beaufort-lab",
            "beaufort-protocol",
            "beaufort-session",
            "beaufort-server",
            // For its tests alone.
            "beaufort-load",
        ],
    ),
    ("beaufort-fuzz", &["beaufort-rules", "beaufort-engine", "beaufort-session", "beaufort-reference"]),
    ("xtask", &[]),
    ("beaufort-bindgen", &[]),
    ("beaufort-load", &[]),
];

/// The reference implementation, which the tests of every crate may use.
const JUDGE: &str = "beaufort-reference";

/// Returns the problems of a manifest.
pub(super) fn problems(file: &File) -> Vec<Problem> {
    let manifest: Table = match file.text.parse() {
        Ok(manifest) => manifest,
        Err(error) => return vec![file.problem(0, error.to_string())],
    };
    let Some(name) = crate_name(&manifest) else {
        return Vec::new(); // the workspace itself
    };
    let mut problems = Vec::new();
    if manifest.get("lints").and_then(|lints| lints.get("workspace")) != Some(&Value::Boolean(true)) {
        problems.push(file.problem(0, "the lints of the workspace are missing: [lints] workspace = true"));
    }
    if manifest["package"].get("version").and_then(|version| version.get("workspace")).is_none() {
        problems
            .push(file.problem(0, "the crate lacks the version of the workspace: version.workspace = true"));
    }
    let Some((_, allowed)) = ARROWS.iter().find(|(from, _)| *from == name) else {
        let message = format!("the crate {name} has no place yet in ARROWS of {HERE}");
        problems.push(file.problem(0, message));
        return problems;
    };
    for (kind, target) in dependencies(&manifest) {
        if !ARROWS.iter().any(|(crate_name, _)| *crate_name == target)
            || allowed.contains(&target.as_str())
            || kind == "dev-dependencies" && target == JUDGE
        {
            continue;
        }
        problems.push(file.problem(0, format!("{name} may not depend on {target}: see ARROWS")));
    }
    problems
}

/// Returns the entries of `ARROWS` that belong to no crate.
pub(super) fn stale_arrows(files: &[File]) -> Vec<Problem> {
    let manifests = files.iter().filter(|file| file.path.ends_with("Cargo.toml"));
    // A manifest that cannot be read has its own error.
    let manifests: Vec<Table> = manifests.filter_map(|file| file.text.parse().ok()).collect();
    let crates: BTreeSet<&str> = manifests.iter().filter_map(crate_name).collect();
    let stale = ARROWS.iter().filter(|(name, _)| !crates.contains(name));
    let message = |name: &str| format!("there is no crate {name}: remove it from ARROWS");
    stale.map(|(name, _)| Problem { file: HERE.into(), line: 0, message: message(name) }).collect()
}

/// Returns a problem for each version that is not that of the workspace.
pub(super) fn other_versions(files: &[File]) -> Vec<Problem> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| &file.text);
    let manifest: Json = toml::from_str(text("Cargo.toml")).unwrap_or_default();
    let [package, lock] = ["web/package.json", "web/package-lock.json"];
    let client: Json = serde_json::from_str(text(package)).unwrap_or_default();
    let locked: Json = serde_json::from_str(text(lock)).unwrap_or_default();
    let mut places = vec![
        (package, "the client", &client["version"]),
        (lock, "the client", &locked["version"]),
        (lock, "the client", &locked["packages"][""]["version"]),
    ];
    // Crates that are not published have no version here.
    let own = manifest["workspace"]["dependencies"].as_object().into_iter().flatten();
    let own = own.filter(|(_, dependency)| !dependency["path"].is_null() && !dependency["version"].is_null());
    places.extend(own.map(|(name, dependency)| ("Cargo.toml", name.as_str(), &dependency["version"])));
    let version = &manifest["workspace"]["package"]["version"];
    let wrong = places.into_iter().filter(|(_, _, found)| *found != version);
    let message = |name, found| format!("{name} has the version {found}, but the workspace {version}");
    wrong
        .map(|(file, name, found)| Problem { file: file.into(), line: 0, message: message(name, found) })
        .collect()
}

/// Returns the name of the crate of a manifest; the workspace itself has none.
fn crate_name(manifest: &Table) -> Option<&str> {
    manifest.get("package")?.get("name")?.as_str()
}

/// Returns the kind and the package name of every dependency, including those of single platforms.
fn dependencies(manifest: &Table) -> Vec<(&'static str, String)> {
    const KINDS: [&str; 3] = ["dependencies", "build-dependencies", "dev-dependencies"];
    let platforms = manifest.get("target").and_then(Value::as_table).into_iter().flatten();
    let tables = platforms.filter_map(|(_, platform)| platform.as_table()).chain([manifest]);
    let mut found = Vec::new();
    for table in tables {
        for kind in KINDS {
            for (key, value) in table.get(kind).and_then(Value::as_table).into_iter().flatten() {
                let renamed = value.get("package").and_then(Value::as_str);
                found.push((kind, renamed.unwrap_or(key).to_owned()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Vec<String> {
        let file = File { path: "Cargo.toml".into(), text: text.into() };
        problems(&file).into_iter().map(|problem| problem.message).collect()
    }

    fn manifest(name: &str, dependencies: &str) -> String {
        format!(
            "[package]\nname = '{name}'\nversion.workspace = true\n[lints]\nworkspace = true\n{dependencies}"
        )
    }

    #[test]
    fn allowed_arrows_pass() {
        for (name, dependencies) in [
            ("beaufort-engine", "[dependencies]\nbeaufort-rules.workspace = true\nserde = '1'"),
            ("beaufort-rules", "[dev-dependencies]\nbeaufort-reference.workspace = true"),
            ("beaufort-fuzz", "[dependencies]\nbeaufort-reference.workspace = true"),
        ] {
            assert_eq!(check(&manifest(name, dependencies)), [""; 0]);
        }
    }

    #[test]
    fn other_arrows_fail() {
        for (name, dependencies, target) in [
            ("beaufort-rules", "[dependencies]\nbeaufort-engine.workspace = true", "beaufort-engine"),
            ("beaufort-reference", "[dependencies]\nbeaufort-rules.workspace = true", "beaufort-rules"),
            ("beaufort-session", "[dependencies]\nbeaufort-server.workspace = true", "beaufort-server"),
            ("beaufort-engine", "[dependencies]\nbeaufort-reference.workspace = true", "beaufort-reference"),
            ("beaufort-engine", "[dev-dependencies]\nbeaufort-session.workspace = true", "beaufort-session"),
            ("beaufort-rules", "[build-dependencies]\nx = { package = 'beaufort' }", "beaufort"),
            ("beaufort-rules", "[target.'cfg(unix)'.dependencies]\nbeaufort-fuzz = '1'", "beaufort-fuzz"),
        ] {
            let expected = format!("{name} may not depend on {target}: see ARROWS");
            assert_eq!(check(&manifest(name, dependencies)), [expected]);
        }
    }

    #[test]
    fn a_new_crate_needs_a_place_and_the_lints() {
        let problems = check("[package]\nname = 'beaufort-new'");
        assert!(problems[0].starts_with("the lints of the workspace are missing"));
        assert!(problems[1].starts_with("the crate lacks the version of the workspace"));
        assert!(problems[2].starts_with("the crate beaufort-new has no place"));
    }

    #[test]
    fn every_manifest_has_one_version() {
        let dependencies = "a = { path = 'a', version = '1.2.3' }\nb = '4'\nc = { path = 'c' }";
        let workspace =
            format!("[workspace.package]\nversion = '1.2.3'\n[workspace.dependencies]\n{dependencies}");
        let lock = r#"{"version": "1.2.3", "packages": {"": {"version": "1.2.3"}, "node_modules/x": {"version": "9"}}}"#;
        let texts = [
            ("Cargo.toml", workspace.as_str()),
            ("web/package.json", r#"{"version": "1.2.3"}"#),
            ("web/package-lock.json", lock),
        ];
        let check = |texts: [(&str, &str); 3]| -> Vec<String> {
            let files = texts.map(|(path, text)| File { path: path.into(), text: text.into() });
            other_versions(&files).iter().map(Problem::to_string).collect()
        };
        assert_eq!(check(texts), [""; 0]);
        let older = [
            (
                "Cargo.toml",
                workspace.replace("path = 'a', version = '1.2.3'", "path = 'a', version = '1.2.2'"),
            ),
            ("web/package.json", "{}".to_owned()),
            ("web/package-lock.json", lock.replace("1.2.3", "0.0.0")),
        ];
        assert_eq!(
            check(older.each_ref().map(|(path, text)| (*path, text.as_str()))),
            [
                r#"web/package.json: the client has the version null, but the workspace "1.2.3""#,
                r#"web/package-lock.json: the client has the version "0.0.0", but the workspace "1.2.3""#,
                r#"web/package-lock.json: the client has the version "0.0.0", but the workspace "1.2.3""#,
                r#"Cargo.toml: a has the version "1.2.2", but the workspace "1.2.3""#,
            ]
        );
    }

    #[test]
    fn a_place_without_a_crate_is_stale() {
        let file = |name: &str| File { path: format!("crates/{name}/Cargo.toml"), text: manifest(name, "") };
        let mut files: Vec<File> = ARROWS.iter().map(|(name, _)| file(name)).collect();
        assert_eq!(stale_arrows(&files), []);
        files.retain(|file| !file.path.contains("beaufort-draw"));
        let problems: Vec<String> = stale_arrows(&files).iter().map(Problem::to_string).collect();
        assert_eq!(problems, [format!("{HERE}: there is no crate beaufort-draw: remove it from ARROWS")]);
    }
}
