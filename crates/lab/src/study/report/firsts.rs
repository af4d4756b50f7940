//! When it first comes to a drop, and to a promotion.

use beaufort_rules::Game;
use beaufort_rules::game::definition::{Promotion, PromotionWhen};

use super::table::MarkdownTable;
use super::{Games, Page};
use crate::row::{GameRow, Promoted};
use crate::study::chart::{self, Curve};
use crate::study::numbers::{Numbers, whole};
use crate::study::share::Share;

pub(super) fn section(games: &Games<'_>, page: &mut Page) {
    page.heading("When it first happens");
    page.paragraph(
        "The number of the move at which either side does it for the first time. Games in which it never happens count in \
         the share alone.",
    );
    let mut table = MarkdownTable::new([
        "", "in games", "95%", "earliest", "10%", "25%", "median", "75%", "90%", "latest",
    ]);
    let mut curves = Vec::new();
    for (label, moves) in firsts(games) {
        let quantile = |part| whole(moves.quantile(part));
        let share = Share { part: moves.as_slice().len() as u32, whole: games.engine.len() as u32 };
        table.row([
            label.to_owned(),
            share.percent(),
            share.range(),
            quantile(0.0),
            quantile(0.1),
            quantile(0.25),
            quantile(0.5),
            quantile(0.75),
            quantile(0.9),
            quantile(1.0),
        ]);
        curves.push(Curve { label, points: growth(&moves, games.engine.len()) });
    }
    page.table(table);
    curves.retain(|curve| !curve.points.is_empty());
    let title = "In how many games it has happened by then";
    page.plot("firsts.svg", title, chart::course(title, "move", "percent of the games", &curves));
}

/// Returns the events of a game, with the moves at which they first happened.
fn firsts(games: &Games<'_>) -> Vec<(&'static str, Numbers)> {
    let moves = |first: &dyn Fn(&GameRow) -> Option<u32>| -> Numbers {
        games.engine.iter().filter_map(first).map(|ply| f64::from(ply / 2 + 1)).collect()
    };
    let promotion = |by_taking| {
        moves(&|row| {
            let mut meant = row.promotions.iter().filter(|one| is_by_taking(games.game, one) == by_taking);
            meant.next().map(|promoted| promoted.ply)
        })
    };
    let mut firsts = vec![("a promotion", promotion(false))];
    if games.has_drops() {
        firsts.insert(0, ("a drop", moves(&|row| row.drops.first().map(|dropped| dropped.ply))));
    }
    if games.game.types().any(|kind| games.game.piece(kind).promotions.iter().any(is_taking)) {
        firsts.push(("a change by taking", promotion(true)));
    }
    firsts
}

/// Returns whether a piece has become another by taking one of a certain type, wherever that was (L21).
fn is_by_taking(game: &Game, promoted: &Promoted) -> bool {
    let [from, to] = [&promoted.piece, &promoted.became].map(|id| game.type_by_id(id));
    from.is_some_and(|from| {
        let promotions = &game.piece(from).promotions;
        promotions.iter().any(|promotion| Some(promotion.to) == to && is_taking(promotion))
    })
}

fn is_taking(promotion: &Promotion) -> bool {
    matches!(promotion.when, PromotionWhen::Taking(_) | PromotionWhen::TakingAny)
}

/// Returns how many percent of the games have seen something by each of these moves, as far as most of them go.
fn growth(moves: &Numbers, games: usize) -> Vec<(f64, f64)> {
    let last = moves.quantile(chart::TYPICAL).unwrap_or(0.0);
    let mut seen = 0;
    let alike = moves.as_slice().chunk_by(|one, next| one == next);
    alike
        .map(|alike| {
            seen += alike.len();
            (alike[0], 100.0 * seen as f64 / games as f64)
        })
        .take_while(|&(at, _)| at <= last)
        .collect()
}
