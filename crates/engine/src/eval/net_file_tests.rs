use beaufort_rules::builtin;

use super::*;
use crate::eval::nnue::tests::random_evaluation;

/// Returns a net with a changed body and a matching checksum.
fn changed(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut body = bytes[MAGIC.len() + 4..].to_vec();
    change(&mut body);
    [&MAGIC[..], &crc32fast::hash(&body).to_le_bytes(), &body].concat()
}

fn refusal(game: &Arc<Game>, bytes: &[u8]) -> String {
    Evaluation::net(game, "x.net", bytes).expect_err("this is no net for the game").to_string()
}

#[test]
fn what_is_written_is_read() {
    for game in builtin::ids().filter_map(builtin::game) {
        let derived = Evaluation::derived(&game);
        for evaluation in [random_evaluation(&game, 16, 0.5), derived.clone()] {
            let bytes = evaluation.net_bytes();
            let read = Evaluation::net(&game, "x.net", &bytes).expect("it was written");
            assert_eq!(read.residual(), evaluation.residual());
            assert_eq!(read.weights(), evaluation.weights());
            assert_eq!(read.fingerprint(), evaluation.fingerprint());
            assert_eq!(read.net_bytes(), bytes);
        }
        assert_ne!(random_evaluation(&game, 16, 0.5).fingerprint(), derived.fingerprint());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let game = builtin::game("orthochess").expect("it is built in");
    let bytes = random_evaluation(&game, 16, 0.5).net_bytes();
    assert_eq!(refusal(&game, b"my diary"), "x.net: this is no net");
    assert_eq!(refusal(&game, &bytes[..6]), "x.net: this is no net");
    for end in [8, 11, 12, 40, bytes.len() - 1] {
        let error = refusal(&game, &bytes[..end]);
        assert!(
            error.ends_with("the net ends too early") || error.ends_with("its checksum is wrong"),
            "{error}"
        );
    }
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let mut torn = bytes.clone();
        let place = rng.usize(MAGIC.len()..torn.len());
        torn[place] ^= 1 << rng.u8(..8);
        assert_eq!(refusal(&game, &torn), "x.net: the net is damaged: its checksum is wrong");
    }
    // Crafted files with a valid checksum.
    assert_eq!(
        refusal(&game, &changed(&bytes, |body| body[0] = 9)),
        "x.net: this is a net of version 9; this program reads versions 2 and 3"
    );
    assert_eq!(
        refusal(&game, &changed(&bytes, |body| body.push(0))),
        "x.net: the net goes on where it should end"
    );
    for end in [0, 1, 5, 20, 60, 2_000, bytes.len() - 20] {
        assert_eq!(
            refusal(&game, &changed(&bytes, |body| body.truncate(end))),
            "x.net: the net ends too early"
        );
    }
    let scirocco = builtin::game("scirocco").expect("it is built in");
    assert_eq!(refusal(&scirocco, &bytes), "x.net: this is a net for `orthochess`, not for `scirocco`");
    let pieces = 2 + 1 + "orthochess".len();
    let other = changed(&bytes, |body| body[pieces] ^= 1);
    assert_eq!(
        refusal(&game, &other),
        "x.net: this is a net for a `orthochess` with other pieces, another board or another array"
    );
    let weight = pieces + 4 + 2;
    for value in [f64::NAN, f64::INFINITY, -1e300] {
        let wild = changed(&bytes, |body| body[weight..weight + 8].copy_from_slice(&value.to_le_bytes()));
        assert_eq!(refusal(&game, &wild), "x.net: the net has a weight out of range");
    }
    // After the number of weights and the weights themselves.
    let count = u16::from_le_bytes(bytes[MAGIC.len() + 4 + pieces + 4..].as_chunks().0[0]);
    let table = weight + 16 * usize::from(count);
    for sign in [2, 7, 255] {
        let strange = changed(&bytes, |body| body[table] = sign);
        assert_eq!(refusal(&game, &strange), "x.net: the net has a sign of a table out of range");
    }
    // Set the last number of the last row to 32,767.
    let wild = changed(&bytes, |body| {
        body.pop();
        body.extend([WIDE as u8, 0xff, 0x7f]);
    });
    assert_eq!(refusal(&game, &wild), "x.net: the net has a weight of the network out of range");
}

/// Arbitrary bytes are read or rejected; never a panic.
#[test]
fn no_file_breaks_the_reader() {
    let game = builtin::game("orthochess").expect("it is built in");
    let bytes = random_evaluation(&game, 16, 0.5).net_bytes();
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..300 {
        let wild = changed(&bytes, |body| {
            for _ in 0..rng.usize(1..20) {
                let place = rng.usize(..body.len().min(2_500));
                body[place] = rng.u8(..);
            }
        });
        if let Ok(read) = Evaluation::net(&game, "x.net", &wild) {
            read.evaluate(&beaufort_rules::Position::initial(&game));
        }
    }
}
