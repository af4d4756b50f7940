//! One file of sessions has one server.

use beaufort_server::{Server, ServerError};

use crate::talk::{Running, config, file};

#[tokio::test]
async fn a_second_server_is_told_where_the_first_one_is() {
    let (_folder, path) = file();
    let first = Running::start(&path).await;
    let second = Server::bind(config(&path)).await;
    assert!(matches!(second, Err(ServerError::Taken(Some(address))) if address == first.address));
    first.stop().await;
    Running::start(&path).await.stop().await;
}
