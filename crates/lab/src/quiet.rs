//! Which turns are quiet.

use beaufort_rules::{Position, Side, Turn};

/// Returns whether a turn of `position` takes, brings, converts and promotes nothing.
pub(crate) fn is_quiet(position: &Position, turn: Turn) -> bool {
    let promotes = turn.steps().any(|step| step.promotion.is_some());
    let mut after = position.clone();
    after.play_unchecked(turn);
    !promotes && counts(&after) == counts(position)
}

fn counts(position: &Position) -> [u16; 2] {
    Side::BOTH.map(|side| position.board().count(side))
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn a_quiet_turn_leaves_the_pieces_as_they_are() {
        let game = builtin::game("orthochess").expect("it is built in");
        let position = Position::parse(&game, "4k3/P6P/8/8/3p4/4P3/8/4K3 w - - 0 1").expect("it is one");
        for (text, expected) in
            [("Kd2", true), ("e4", true), ("exd4", false), ("a8=Q", false), ("h8=N", false)]
        {
            let turn = position.read_turn(text).expect("it is legal");
            assert_eq!(is_quiet(&position, turn), expected, "{text}");
        }
    }
}
