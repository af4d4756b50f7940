//! The notices: the packages in a product, their licences and the texts of these.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::packages::{Locked, Package, Packages, Product};

/// The first paragraph.
const HEAD: &str = "\
Beaufort is built with the work of others, which stands under the licences below. The source of every package, unchanged,
is at the address beside its name. `cargo xtask notices` makes this page.
";
/// The heading of the crates.
const CRATES: &str = "Crates";
/// The heading of the npm packages.
const NPM: &str = "Packages of the page";
/// Prefixes of the names of licence files in order of preference: of several licences, MIT is the shortest.
const FILES: [&str; 6] = ["license-mit", "license.mit", "license", "licence", "copying", "unlicense"];

/// Returns the notices of a product.
///
/// # Errors
/// If the licence of a package cannot be read.
pub(super) fn page(
    product: Product,
    packages: &Packages,
    npm: &[Package],
    modules: &Path,
) -> Result<String, String> {
    let [shipped, npm] = [&packages.0[..], npm].map(|packages| parts(product, packages));
    let mut page = HEAD.to_owned();
    for (heading, packages) in
        [(CRATES, &shipped), (NPM, &npm)].into_iter().filter(|(_, packages)| !packages.is_empty())
    {
        write!(page, "\n{heading}\n").map_err(|error| error.to_string())?;
        packages.iter().for_each(|package| page += &line(package));
    }
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let folders = shipped.iter().map(|package| (*package, package.folder.clone()));
    let web = modules.parent().unwrap_or(modules);
    for (package, folder) in folders.chain(npm.iter().map(|package| (*package, web.join(&package.folder)))) {
        let name = format!("{} {}", package.name, package.version);
        for text in licences(&folder, package)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    for (names, text) in texts {
        write!(page, "\n{}\n{}\n\n{text}\n", "-".repeat(80), names.join(", "))
            .map_err(|error| error.to_string())?;
    }
    Ok(page)
}

/// Returns the packages in a product.
fn parts(product: Product, packages: &[Package]) -> Vec<&Package> {
    packages.iter().filter(|package| package.shipped.contains(&product)).collect()
}

fn line(package: &Package) -> String {
    let Package { name, version, licence, repository, .. } = package;
    format!("  {name} {version}  {licence}  {repository}").trim_end().to_owned() + "\n"
}

/// Returns the licence texts of a package: one if there is a choice, else all; and its notice.
fn licences(folder: &Path, package: &Package) -> Result<Vec<String>, String> {
    let name = &package.name;
    let entries =
        fs::read_dir(folder).map_err(|error| format!("cannot read the folder of {name}: {error}"))?;
    let mut files: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    files.sort();
    let begins = |begin: &str| {
        let fits = |file: &&String| file.to_lowercase().starts_with(begin);
        files.iter().filter(fits).cloned().collect::<Vec<_>>()
    };
    let mut wanted = FILES.into_iter().map(begins).find(|files| !files.is_empty()).unwrap_or_default();
    if package.licence.contains(" AND ") {
        wanted = begins("licen");
    }
    wanted.extend(begins("notice"));
    let mut texts = BTreeSet::new();
    for file in wanted {
        let text =
            fs::read_to_string(folder.join(&file)).map_err(|error| format!("{name}, {file}: {error}"))?;
        // Line endings and trailing blanks differ between copies of one licence.
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        texts.insert(lines.join("\n").trim_matches('\n').to_owned());
    }
    if texts.is_empty() {
        let mut ids = package.licence.split(|c: char| !c.is_ascii_alphanumeric() && !"-.".contains(c));
        let id = if package.licence.contains("MIT") { Some("MIT") } else { ids.find(|id| !id.is_empty()) };
        let id = id.ok_or_else(|| format!("{name} tells nothing of its licence"))?;
        texts.insert(format!(
            "The package holds no text of its licence. It is {id}: https://spdx.org/licenses/{id}.html"
        ));
    }
    Ok(texts.into_iter().collect())
}

/// Returns the packages that the notices of a product lack, and those that they name but the product no longer has.
pub(super) fn problems(
    product: Product,
    page: &str,
    packages: &Packages,
    locked: &[Locked],
    npm: &[Package],
) -> Vec<String> {
    let file = product.notices();
    let again = "make the page anew: cargo xtask notices";
    let lines: BTreeSet<&str> = page.lines().take_while(|line| !line.starts_with("---")).collect();
    let shipped = [&packages.0[..], npm].map(|packages| parts(product, packages)).concat();
    let missing = shipped.iter().filter(|package| !lines.contains(line(package).trim_end()));
    let mut problems: Vec<String> = missing
        .map(|package| format!("{file} misses {} {}; {again}", package.name, package.version))
        .collect();
    let known: BTreeSet<(&str, &str)> = locked
        .iter()
        .map(|package| (package.name.as_str(), package.version.as_str()))
        .chain(npm.iter().map(|package| (package.name.as_str(), package.version.as_str())))
        .collect();
    for line in lines.iter().filter(|line| line.starts_with("  ")) {
        let mut words = line.split_whitespace();
        let named = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if !known.contains(&named) {
            problems.push(format!("{file} names {} {}, which is gone; {again}", named.0, named.1));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str) -> Package {
        Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT".to_owned(),
            repository: String::new(),
            folder: Default::default(),
            shipped: BTreeSet::from([Product::Program]),
        }
    }

    #[test]
    fn a_page_names_what_is_there_and_nothing_else() {
        let packages = Packages(vec![package("here")]);
        let locked = ["here", "tool"].map(|name| Locked {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            source: String::new(),
        });
        let check = |page: &str, npm: &[Package]| problems(Product::Program, page, &packages, &locked, npm);
        assert_eq!(check("Crates\n  here 1.0.0  MIT\n", &[]), <[String; 0]>::default());
        assert_eq!(check("Crates\n", &[]).len(), 1);
        assert_eq!(check("  here 1.0.0  MIT\n  gone 1.0.0  MIT\n", &[]).len(), 1);
        assert_eq!(check("  here 1.0.0  MIT\n", &[package("page")]).len(), 1);
        assert_eq!(problems(Product::Wheel, "Crates\n", &packages, &locked, &[]), <[String; 0]>::default());
    }
}
