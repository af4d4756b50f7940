//! The TypeScript types of the wire, made from the Rust ones.
//!
//! `UPDATE=1 cargo test -p beaufort-session types` writes the file anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::command::{PING, PONG, PROTOCOL, Request};
use crate::event::Message;
use crate::view::{
    AccountProblem, AllowChallenges, BestPlayers, Challenges, ChangeVisibility, DeleteAccount, ExportedGame,
    Follow, FollowedPlayers, GalleryPage, ImportAnswer, ImportFormat, LobbyPage, MarkFavourite, NewPassword,
    PairScore, PlayerView, PublishGame, PublishedText, SignIn, SignOut, SignedIn,
};

/// The file, from the root of the repository.
const FILE: &str = "web/src/protocol/protocol.ts";

/// Collects the declarations of a type and of everything it mentions, by name.
#[derive(Default)]
struct Declarations {
    config: Config,
    found: std::collections::BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of our own have a file to be written to.
        if T::output_path().is_none() || self.found.contains_key(&T::ident(&self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}", T::decl(&self.config));
        self.found.insert(T::ident(&self.config), declaration);
        T::visit_dependencies(self);
    }
}

fn types() -> String {
    let mut declarations = Declarations::default();
    declarations.visit::<Request>();
    declarations.visit::<Message>();
    declarations.visit::<LobbyPage>();
    declarations.visit::<SignIn>();
    declarations.visit::<SignOut>();
    declarations.visit::<NewPassword>();
    declarations.visit::<DeleteAccount>();
    declarations.visit::<SignedIn>();
    declarations.visit::<AccountProblem>();
    declarations.visit::<PlayerView>();
    declarations.visit::<BestPlayers>();
    declarations.visit::<Challenges>();
    declarations.visit::<AllowChallenges>();
    declarations.visit::<FollowedPlayers>();
    declarations.visit::<Follow>();
    declarations.visit::<PairScore>();
    declarations.visit::<PublishGame>();
    declarations.visit::<ChangeVisibility>();
    declarations.visit::<MarkFavourite>();
    declarations.visit::<PublishedText>();
    declarations.visit::<GalleryPage>();
    declarations.visit::<ImportFormat>();
    declarations.visit::<ImportAnswer>();
    declarations.visit::<ExportedGame>();
    let mut text = String::from(
        "// Made from the types of crates/session by its test `types`; do not edit. docs/protocol.md explains them.\n\n",
    );
    writeln!(text, "/** The version of the protocol. */\nexport const PROTOCOL = {PROTOCOL};").unwrap();
    writeln!(text, "\n/** The text by which a client asks over a WebSocket whether the server is alive, and the answer. */")
        .unwrap();
    writeln!(text, "export const PING = {PING:?};\nexport const PONG = {PONG:?};").unwrap();
    for declaration in declarations.found.values() {
        writeln!(text, "\n{declaration}").unwrap();
    }
    text
}

#[test]
fn the_types_of_the_client_are_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FILE);
    let types = types();
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &types).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == types, "{FILE} is out of date: run with UPDATE=1");
}
