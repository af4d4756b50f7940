//! The sessions of a file, or of a database, have one server.

use beaufort_server::{Database, Server, ServerError};

use crate::talk::{Place, config, on_each_store};

on_each_store!(a_second_server_is_told_that_there_is_a_first_one);

async fn a_second_server_is_told_that_there_is_a_first_one(place: &Place) {
    let first = place.start().await;
    let second = Server::bind(config(place.database.clone())).await;
    let Err(ServerError::Taken(address)) = second else { panic!("{second:?}") };
    // A database does not know where the server is.
    let known = matches!(place.database, Database::File(_)).then_some(first.address);
    assert_eq!(address, known);
    first.stop().await;
    place.start().await.stop().await;
}
