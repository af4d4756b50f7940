//! Makes the built client and the letters of all languages part of the program: when they change, the program does.

use std::path::Path;
use std::{env, fs, io};

/// The languages, a folder each; docs/languages.md says what is in it.
const LANGUAGES: &str = "../../web/languages";

fn main() -> io::Result<()> {
    // A folder that is not there would be taken for one that changes all the time.
    let client = "../../web/dist";
    let watched = if Path::new(client).is_dir() { client } else { "../../web" };
    println!("cargo::rerun-if-changed={watched}");
    println!("cargo::rerun-if-changed={LANGUAGES}");
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("letters.rs"), letters()?)
}

/// Returns the Rust source of a table of the mail templates by language.
fn letters() -> io::Result<String> {
    let mut folders = fs::read_dir(LANGUAGES)?.collect::<io::Result<Vec<_>>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    let mut table = String::from("&[");
    for folder in folders {
        let letters = fs::canonicalize(folder.path())?.join("letters");
        let files = ["confirm.txt", "turn.txt", "push.txt"].map(|name| letters.join(name));
        if let [confirm, turn, push] = &files
            && files.iter().all(|file| file.exists())
        {
            let language = folder.file_name();
            table += &format!(
                "Texts {{ language: {language:?}, confirm: include_str!({confirm:?}), turn: include_str!({turn:?}), push: include_str!({push:?}) }}, "
            );
        }
    }
    Ok(table + "]")
}
