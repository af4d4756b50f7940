//! A program that was built without a feature reports that before it does anything.

use crate::{beaufort, stderr};

/// Checks that a command line needs a feature, and that nothing is written.
fn check(arguments: &str, what: &str, feature: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = beaufort(arguments);
    command.current_dir(folder.path());
    let expected = format!(
        "error: this program was built without {what}\n\
         hint: in its source tree, `cargo run --release --features {feature} -- ...` builds it with that\n"
    );
    assert_eq!(stderr(command), (Some(2), expected), "{arguments}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments}");
}

#[cfg(not(feature = "png"))]
#[test]
fn left_out_pictures_are_told() {
    check("show scirocco Pawn --output pawn.png", "PNG pictures", "png");
}

#[cfg(not(feature = "plots"))]
#[test]
fn left_out_plots_are_told() {
    check("study scirocco --games 100 --out reports", "`beaufort study`", "plots");
    check("tune orthochess --games 6 --page worths.md", "`beaufort tune`", "plots");
    check("train orthochess --games 6", "`beaufort train`", "plots");
    check("puzzles orthochess --games 6", "`beaufort puzzles`", "plots");
}

#[cfg(not(feature = "server"))]
#[test]
fn a_left_out_server_is_told() {
    check("serve", "`beaufort serve`", "server");
    check("serve --open --port 8080", "`beaufort serve`", "server");
    check("gallery list", "`beaufort gallery`", "server");
    check("worker --nats nats://localhost", "`beaufort worker`", "server");
    assert!(
        crate::stdout(beaufort("--help")).contains("Play in the browser (this program was built without it)")
    );
}
