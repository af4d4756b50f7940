//! The built client is part of the program: when it changes, the program does.

fn main() {
    // A folder that is not there would be taken for one that changes all the time.
    let client = "../../web/dist";
    let watched = if std::path::Path::new(client).is_dir() { client } else { "../../web" };
    println!("cargo::rerun-if-changed={watched}");
}
