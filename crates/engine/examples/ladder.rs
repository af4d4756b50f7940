use beaufort_engine::matches::{self, Settings};
use beaufort_engine::players::Contender;
use beaufort_engine::*;
use beaufort_rules::builtin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = builtin::game(&args[0]).unwrap();
    let known = Arc::new(Evaluation::new(&game));
    let make = |name: &str| match name {
        "random" => Contender::random(),
        "greedy" => Contender::greedy(&known),
        _ => {
            let (id, nodes) = name.split_once('@').unwrap_or((name, ""));
            let limits = Limits { nodes: nodes.parse().ok(), ..Limits::default() };
            let skill = match id.split_once('=') {
                None => level(id).unwrap().skill,
                Some((_, values)) => {
                    let v: Vec<i64> = values.split(',').map(|x| x.parse().unwrap()).collect();
                    Some(Skill::custom(v[0] as u32, v[1] as u64, v[2] as u32, v[3] as i32, v[4] as i32))
                }
            };
            Contender::engine(
                name,
                &game,
                &known,
                Options::with_hash(4),
                Task { limits, skill, ..Task::default() },
            )
        }
    };
    let pairs: u32 = args[1].parse::<u32>().unwrap() / 2;
    let settings = Settings {
        pairs,
        threads: 1,
        seed: 1,
        tolerance: Duration::from_secs(60),
        max_plies: 400,
        ..Settings::default()
    };
    for pair in args[2..].chunks(2) {
        let (a, b) = (make(&pair[0]), make(&pair[1]));
        let start = std::time::Instant::now();
        let mut plies = 0;
        let tally =
            matches::play(&game, [&a, &b], &settings, &AtomicBool::new(false), |g, _| plies += g.turns.len());
        let elo = tally.elo().unwrap();
        println!(
            "{} {} - {}: +{} ={} -{}  Elo {:+.0} [{:+.0} {:+.0}]  {} plies, {:.1} ms a turn",
            args[0],
            pair[0],
            pair[1],
            tally.wins,
            tally.draws,
            tally.losses,
            elo.value,
            elo.low,
            elo.high,
            plies,
            start.elapsed().as_secs_f64() * 1000.0 / plies as f64
        );
    }
}
