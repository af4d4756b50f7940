//! The parsed abilities of the bestiary: every piece that does more than leap and slide, compared with the rulings.

use std::collections::{HashMap, HashSet};

use beaufort_rules::game::builtin;
use beaufort_rules::language::ast::{
    Ability, Area, Arrival, ArrivalEffect, Bearing, Bend, BesideFriend, BesideRoyal, Birth, Burn, Convert,
    Double, Hop, HopCapture, HopChain, Igui, Immobilize, Kamikaze, Leap, LongLeap, Mode, Over, Pass, Path,
    Poison, Power, Pull, Push, Reach, Relay, Ride, Royal, RoyalRelay, Shielded, Shove, Strike, Swap, Sweep,
    Track, Travel, Unstoppable, Zigzag,
};
use beaufort_rules::vocabulary::Vector;

/// No greatest distance.
const ANY: u8 = u8::MAX;

fn wazir() -> Vec<Vector> {
    Vector::leaper(1, 0)
}

fn firzan() -> Vec<Vector> {
    Vector::leaper(1, 1)
}

fn king() -> Vec<Vector> {
    [wazir(), firzan()].concat()
}

fn vectors(all: &[(i8, i8)]) -> Vec<Vector> {
    all.iter().map(|&(dx, dy)| Vector::new(dx, dy)).collect()
}

fn sorted(mut vectors: Vec<Vector>) -> Vec<Vector> {
    vectors.sort_unstable();
    vectors
}

/// The vectors that lead ahead, straight or diagonally.
fn ahead(vectors: Vec<Vector>) -> Vec<Vector> {
    vectors.into_iter().filter(|vector| vector.dy > 0).collect()
}

fn ride(vectors: Vec<Vector>, max: u8) -> Ride {
    Ride { vectors, min: 1, max }
}

fn travel(path: Path, mode: Mode) -> Travel {
    Travel { path, mode }
}

/// A travel that moves and captures.
fn both(path: Path) -> Travel {
    travel(path, Mode::Both)
}

fn leaps(all: impl IntoIterator<Item = Vec<Vector>>) -> Vec<Travel> {
    all.into_iter().map(|vectors| both(Path::Leap(Leap(vectors)))).collect()
}

fn quiet(path: Path) -> Travel {
    travel(path, Mode::Moving)
}

/// One travel alone.
fn only(travel: Travel) -> Ability {
    Ability { travels: vec![travel], powers: vec![] }
}

fn able(travels: Vec<Travel>, powers: Vec<Power>) -> Ability {
    Ability { travels, powers }
}

/// A piece that slides like a Queen without capturing, with a power.
fn flier(power: Power) -> Ability {
    able(vec![quiet(Path::Ride(ride(king(), ANY)))], vec![power])
}

/// A piece that makes a quiet King's step, with the vectors in the order of its row, and has a power.
fn stepper(steps: [Vec<Vector>; 2], power: Power) -> Ability {
    able(steps.map(|vectors| quiet(Path::Leap(Leap(vectors)))).into(), vec![power])
}

fn bend(first: Ride, second: Ride, bearing: Bearing) -> Ability {
    only(both(Path::Bend(Bend { first, stop: Mode::Both, second, bearing })))
}

fn arrival(effect: ArrivalEffect) -> Power {
    Power::Arrival(Arrival { effect, optional: false })
}

fn optional(effect: ArrivalEffect) -> Power {
    Power::Arrival(Arrival { effect, optional: true })
}

fn over(ride: Ride, most: u8) -> Path {
    Path::Over(Over { ride, most, sparing: false })
}

/// A General (K38).
fn general(lines: Vec<Vector>) -> Ability {
    let hop = Path::Over(Over { ride: ride(lines.clone(), ANY), most: ANY, sparing: true });
    able(
        vec![both(Path::Ride(ride(lines, ANY))), travel(hop, Mode::Capturing)],
        vec![Power::Shielded(Shielded)],
    )
}

/// The powers of a lion in some directions (K47).
fn lion(directions: Vec<Vector>, steps: Vec<Vector>) -> Vec<Power> {
    vec![
        Power::Igui(Igui { reach: Reach::At(directions.clone()) }),
        Power::Strike(Strike { first: sorted(directions), second: steps, bearing: Bearing::Straight }),
        Power::Pass(Pass { by: Vec::new() }),
    ]
}

fn strike(first: Vec<Vector>, second: Vec<Vector>, bearing: Bearing) -> Power {
    Power::Strike(Strike { first, second, bearing })
}

fn relay(lends: Travel, reach: Reach) -> Power {
    Power::Relay(Relay { lends: vec![lends], reach, landing: None })
}

fn tank(steps: Vec<Vector>, off_board: bool) -> Ability {
    able(leaps([steps.clone()]), vec![Power::Shove(Shove { steps, off_board })])
}

/// The pieces of Jupiter that do more than leap and slide, including those shared with Scirocco.
fn pieces_of_jupiter() -> Vec<(&'static str, Ability)> {
    let (d, n, a, c) =
        (Vector::leaper(2, 0), Vector::leaper(2, 1), Vector::leaper(2, 2), Vector::leaper(3, 1));
    let side_and_back = || vectors(&[(-1, 0), (1, 0)]);
    let dagger = [side_and_back(), vectors(&[(0, -1)]), vectors(&[(0, 2)])];
    let around = |lends: Vec<Vec<Vector>>, area: Area| {
        Power::Relay(Relay {
            lends: leaps(lends),
            reach: Reach::At(area.vectors()),
            landing: Some(Area::Adjacent),
        })
    };
    let track = |squares: &[(i8, i8)]| both(Path::Track(Track(vectors(squares))));
    vec![
        // K31 to K44: travels.
        (
            "Octopus",
            only(both(Path::Bend(Bend {
                first: ride(firzan(), 1),
                stop: Mode::Moving,
                second: ride(wazir(), ANY),
                bearing: Bearing::Outwards,
            }))),
        ),
        (
            "Spider",
            only(both(Path::Bend(Bend {
                first: ride(wazir(), 1),
                stop: Mode::Moving,
                second: ride(firzan(), ANY),
                bearing: Bearing::Outwards,
            }))),
        ),
        (
            "Cicada",
            able(
                vec![
                    quiet(Path::Leap(Leap(wazir()))),
                    quiet(Path::Leap(Leap(firzan()))),
                    both(over(ride(king(), 3), ANY)),
                ],
                vec![],
            ),
        ),
        (
            "Salamander",
            able(
                [leaps([wazir(), firzan()]), vec![quiet(Path::BesideFriend(BesideFriend(ride(king(), 4))))]]
                    .concat(),
                vec![],
            ),
        ),
        (
            "Blunderbuss",
            able(
                vec![quiet(Path::Ride(ride(wazir(), 4))), travel(over(ride(wazir(), 4), 1), Mode::Capturing)],
                vec![],
            ),
        ),
        (
            "Crossbow",
            able(
                vec![
                    travel(Path::Ride(ride(firzan(), 4)), Mode::Capturing),
                    quiet(over(ride(firzan(), 4), 1)),
                ],
                vec![],
            ),
        ),
        ("Bishop General", general(firzan())),
        ("Rook General", general(wazir())),
        (
            "Queen Cannon",
            able(
                vec![
                    both(Path::Ride(ride(king(), ANY))),
                    travel(over(ride(king(), ANY), 1), Mode::Capturing),
                ],
                vec![],
            ),
        ),
        (
            "Hippogriff",
            able([leaps([n.clone()]), vec![both(Path::Hop(Hop(ride(king(), ANY))))]].concat(), vec![]),
        ),
        (
            "Werewolf",
            able(
                [leaps([wazir(), firzan()]), vec![both(Path::Hop(Hop(ride(n.clone(), ANY))))]].concat(),
                vec![],
            ),
        ),
        (
            "Halmopper",
            able(
                [leaps([wazir(), firzan()]), vec![both(Path::HopChain(HopChain(ride(king(), ANY))))]]
                    .concat(),
                vec![],
            ),
        ),
        ("Hooklet", bend(ride(wazir(), 2), ride(wazir(), 2), Bearing::RightAngle)),
        ("Great Hook", bend(ride(wazir(), ANY), ride(wazir(), 3), Bearing::RightAngle)),
        ("Capricorn", bend(ride(firzan(), ANY), ride(firzan(), ANY), Bearing::RightAngle)),
        ("Hawklet", bend(ride(king(), 1), ride(king(), 1), Bearing::NotBack)),
        ("Boyscout", only(both(Path::Zigzag(Zigzag(firzan()))))),
        ("Girlscout", only(both(Path::Zigzag(Zigzag(wazir()))))),
        (
            "Eye",
            able(
                vec![
                    track(&[(0, 1), (0, 2), (-1, 2)]),
                    track(&[(0, 1), (0, 2), (1, 2)]),
                    track(&[(0, -1), (0, -2), (-1, -2)]),
                    track(&[(0, -1), (0, -2), (1, -2)]),
                ],
                vec![],
            ),
        ),
        (
            "Yew",
            able(
                vec![track(&[(-1, 0), (-1, 1), (-1, 2), (-1, 3)]), track(&[(1, 0), (1, 1), (1, 2), (1, 3)])],
                vec![],
            ),
        ),
        (
            "Royalist",
            able(
                vec![
                    both(Path::Leap(Leap(firzan()))),
                    both(Path::Ride(ride(wazir(), 2))),
                    both(Path::BesideRoyal(BesideRoyal)),
                ],
                vec![],
            ),
        ),
        // K45 to K52: captures on the way.
        (
            "Typhoon",
            able(vec![both(Path::Ride(ride(king(), 3)))], vec![Power::Sweep(Sweep(ride(king(), 3)))]),
        ),
        (
            "Genie",
            able(
                vec![both(Path::Ride(ride(king(), 3)))],
                vec![Power::Igui(Igui { reach: Reach::At(Area::Adjacent.vectors()) })],
            ),
        ),
        (
            "Emperor of Emperors",
            able(
                leaps([
                    wazir(),
                    firzan(),
                    d.clone(),
                    n.clone(),
                    a.clone(),
                    Vector::leaper(3, 0),
                    c.clone(),
                    Vector::leaper(3, 2),
                    Vector::leaper(3, 3),
                ]),
                vec![Power::Igui(Igui { reach: Reach::Seen(ride(king(), ANY)) }), Power::Royal(Royal)],
            ),
        ),
        (
            "Zag",
            able(
                leaps([firzan(), a.clone()]),
                vec![Power::HopCapture(HopCapture { over: Area::Orthogonal })],
            ),
        ),
        (
            "Zig",
            able(leaps([wazir(), d.clone()]), vec![Power::HopCapture(HopCapture { over: Area::Diagonal })]),
        ),
        ("Overtaker", stepper([firzan(), wazir()], Power::HopCapture(HopCapture { over: Area::Adjacent }))),
        ("Parrot", able(leaps([wazir(), d.clone()]), lion(Area::Orthogonal.vectors(), wazir()))),
        ("Raven", able(leaps([firzan(), a.clone()]), lion(Area::Diagonal.vectors(), firzan()))),
        (
            "Horned Owl",
            able(
                [
                    vec![both(Path::Ride(ride(firzan(), 4)))],
                    leaps([
                        vectors(&[(-2, 0), (2, 0)]),
                        vectors(&[(0, -2)]),
                        vectors(&[(0, 1)]),
                        vectors(&[(0, 2)]),
                    ]),
                ]
                .concat(),
                lion(ahead(wazir()), wazir()),
            ),
        ),
        (
            "Horned Falcon",
            able(
                vec![
                    both(Path::Ride(ride(firzan(), ANY))),
                    both(Path::Ride(ride(vectors(&[(0, -1)]), ANY))),
                    both(Path::Ride(ride(vectors(&[(-1, 0), (1, 0)]), ANY))),
                    both(Path::Leap(Leap(vectors(&[(0, 1)])))),
                    both(Path::Leap(Leap(vectors(&[(0, 2)])))),
                ],
                lion(ahead(wazir()), wazir()),
            ),
        ),
        (
            "Diving Osprey",
            able(
                [
                    vec![both(Path::Ride(ride(wazir(), 4)))],
                    leaps([vectors(&[(-2, -2), (2, -2)]), ahead(firzan()), ahead(a.clone())]),
                ]
                .concat(),
                lion(ahead(firzan()), firzan()),
            ),
        ),
        (
            "Soaring Eagle",
            able(
                vec![
                    both(Path::Ride(ride(wazir(), ANY))),
                    both(Path::Ride(ride(vectors(&[(-1, -1), (1, -1)]), ANY))),
                    both(Path::Leap(Leap(ahead(firzan())))),
                    both(Path::Leap(Leap(ahead(a.clone())))),
                ],
                lion(ahead(firzan()), firzan()),
            ),
        ),
        ("Toucan", able(leaps([wazir(), firzan()]), vec![strike(wazir(), wazir(), Bearing::RightAngle)])),
        ("Crow", able(leaps([firzan(), d.clone()]), vec![strike(firzan(), firzan(), Bearing::RightAngle)])),
        (
            "King Lion",
            able(
                leaps([wazir(), firzan(), d.clone(), n.clone(), a.clone()]),
                vec![strike(king(), king(), Bearing::Any), Power::Pass(Pass { by: Vec::new() })],
            ),
        ),
        (
            "Tiger Horse",
            able(
                leaps([firzan(), d.clone(), n.clone(), a.clone(), c.clone()]),
                vec![strike(n.clone(), wazir(), Bearing::Any)],
            ),
        ),
        ("Longleaper", flier(Power::LongLeap(LongLeap { ride: ride(king(), ANY), halfway: false }))),
        // K53 to K62: powers on arrival.
        ("Neartaker", stepper([wazir(), firzan()], arrival(ArrivalEffect::Approach))),
        ("Intertaker", stepper([wazir(), firzan()], arrival(ArrivalEffect::Custodian))),
        ("Undertaker", stepper([firzan(), wazir()], optional(ArrivalEffect::Withdrawal))),
        ("Withdrawer", flier(arrival(ArrivalEffect::Withdrawal))),
        ("Coordinator", flier(arrival(ArrivalEffect::Coordinate))),
        (
            "Sorcerer",
            able(vec![quiet(Path::Ride(ride(king(), 2)))], vec![arrival(ArrivalEffect::ApproachLine)]),
        ),
        ("Missionary", able(vec![quiet(Path::Ride(ride(king(), 2)))], vec![arrival(ArrivalEffect::Convert)])),
        (
            "Fiery Dragon",
            able(
                vec![both(Path::Ride(ride(firzan(), ANY)))],
                vec![arrival(ArrivalEffect::Blast), Power::Burn(Burn), Power::Unstoppable(Unstoppable)],
            ),
        ),
        (
            "Communist",
            able(
                vec![both(Path::Leap(Leap(wazir()))), both(Path::Ride(ride(firzan(), 2)))],
                vec![arrival(ArrivalEffect::Purge)],
            ),
        ),
        ("Kamikaze", able(vec![both(Path::Ride(ride(king(), 2)))], vec![Power::Kamikaze(Kamikaze)])),
        // K63 to K71: effects on other pieces.
        (
            "Cuckoo",
            able(
                leaps(dagger.clone()),
                vec![Power::Convert(Convert { at: vectors(&[(-1, 0), (0, -2), (0, 1), (1, 0)]) })],
            ),
        ),
        (
            "Hummingbird",
            able(
                leaps(dagger.clone()),
                vec![Power::Swap(Swap::At(vectors(&[(-1, 0), (0, -2), (0, -1), (0, 1), (0, 2), (1, 0)])))],
            ),
        ),
        ("Teleporter", flier(Power::Swap(Swap::Friends))),
        (
            "Come Here",
            stepper([wazir(), firzan()], Power::Pull(Pull(Ride { vectors: king(), min: 2, max: 4 }))),
        ),
        ("Go Away", stepper([wazir(), firzan()], Power::Push(Push(ride(king(), 3))))),
        ("Ox Tank", tank(wazir(), false)),
        ("Dragon Tank", tank(firzan(), false)),
        ("Tribble", able(leaps([d.clone()]), vec![Power::Birth(Birth { at: d.clone() })])),
        // K74 to K80: relays.
        (
            "Dervish",
            able(
                leaps([d.clone(), a.clone()]),
                vec![
                    around(vec![firzan(), d.clone()], Area::Orthogonal),
                    around(vec![a.clone()], Area::Diagonal),
                ],
            ),
        ),
        (
            "Harpy",
            able(
                vec![quiet(Path::Ride(ride(king(), 3)))],
                vec![relay(both(Path::Leap(Leap(n.clone()))), Reach::Seen(ride(king(), 3)))],
            ),
        ),
        (
            "Relay Wazir",
            able(
                leaps([wazir()]),
                vec![relay(both(Path::Leap(Leap(wazir()))), Reach::At(Area::Adjacent.vectors()))],
            ),
        ),
        (
            "Relay Firzan",
            able(
                leaps([firzan()]),
                vec![relay(both(Path::Leap(Leap(firzan()))), Reach::At(Area::Adjacent.vectors()))],
            ),
        ),
        ("Zoom", flier(relay(quiet(Path::Ride(ride(king(), ANY))), Reach::Seen(ride(king(), ANY))))),
        // K92 to K99: latent states.
        ("Immobilizer", flier(Power::Immobilize(Immobilize))),
        ("Doubler", flier(Power::Double(Double(ride(king(), ANY))))),
        ("Poisoner", flier(Power::Poison(Poison::Seen(ride(king(), ANY))))),
        ("Deadly Nightshade", able(leaps([wazir(), firzan()]), vec![Power::Poison(Poison::Itself)])),
    ]
}

/// The older moves (K3, K4, K54, K69, K76, K78, K81), as in Jupiter of 1999.
fn older_pieces() -> Vec<(&'static str, Ability)> {
    let (d, n, a) = (Vector::leaper(2, 0), Vector::leaper(2, 1), Vector::leaper(2, 2));
    let across = |lent: Vec<Vector>, area: Area| {
        Power::Relay(Relay {
            lends: leaps([lent]),
            reach: Reach::At(area.vectors()),
            landing: Some(Area::Adjacent),
        })
    };
    let approach = |effect| {
        able(
            vec![quiet(Path::Leap(Leap(wazir()))), quiet(Path::Ride(ride(firzan(), 2)))],
            vec![optional(effect)],
        )
    };
    vec![
        ("Cicada", only(both(over(ride(king(), 3), ANY)))),
        (
            "Typhoon",
            able(
                [leaps([firzan(), a.clone()]), vec![both(Path::Ride(ride(wazir(), 3)))]].concat(),
                vec![Power::Sweep(Sweep(ride(wazir(), 3)))],
            ),
        ),
        (
            "Salamander",
            able(
                vec![
                    quiet(Path::Ride(ride(king(), 4))),
                    travel(Path::Leap(Leap(wazir())), Mode::Capturing),
                    travel(Path::Leap(Leap(firzan())), Mode::Capturing),
                ],
                vec![],
            ),
        ),
        ("Missionary", approach(ArrivalEffect::Convert)),
        ("Sorcerer", approach(ArrivalEffect::ApproachLine)),
        (
            "Dervish",
            able(leaps([d.clone(), a.clone()]), vec![across(d, Area::Orthogonal), across(a, Area::Diagonal)]),
        ),
        ("Harpy", flier(relay(both(Path::Leap(Leap(n.clone()))), Reach::At(n)))),
        ("Undertaker", stepper([firzan(), wazir()], arrival(ArrivalEffect::Withdrawal))),
        ("Teleporter", flier(Power::RoyalRelay(RoyalRelay))),
        ("Ox Tank", tank(wazir(), true)),
        ("Dragon Tank", tank(firzan(), true)),
    ]
}

/// Returns the abilities of a game's pieces by name.
fn abilities(game: &str) -> HashMap<String, Ability> {
    let game = builtin::definition(game).expect("the game is built in");
    game.pieces.into_iter().map(|piece| (piece.name, piece.ability)).collect()
}

fn check(game: &str, expected: Vec<(&str, Ability)>) {
    let found = abilities(game);
    for (name, expected) in expected {
        assert_eq!(found.get(name), Some(&expected), "{name}");
    }
}

#[test]
fn the_rows_of_jupiter_mean_what_the_rulings_say() {
    check("jupiter", pieces_of_jupiter());
}

#[test]
fn the_older_rows_mean_what_the_rulings_say() {
    check("jupiter-1999", older_pieces());
}

#[test]
fn every_piece_that_does_more_than_leap_and_slide_is_in_the_table() {
    let listed: HashSet<&str> = pieces_of_jupiter().into_iter().map(|(name, _)| name).collect();
    let plain = |path: &Path| matches!(path, Path::Leap(_) | Path::Ride(_));
    for (name, ability) in abilities("jupiter") {
        let simple = ability.travels.iter().all(|travel| plain(&travel.path))
            && ability.powers.iter().all(|power| *power == Power::Royal(Royal));
        assert_eq!(!simple, listed.contains(name.as_str()), "{name}");
    }
}

/// Returns the pieces of two games whose abilities differ, in alphabetical order.
fn differences(a: &str, b: &str) -> Vec<String> {
    let (a, b) = (abilities(a), abilities(b));
    let differs = |(name, ability): (String, Ability)| {
        b.get(&name).is_some_and(|other| *other != ability).then_some(name)
    };
    let mut names: Vec<String> = a.into_iter().filter_map(differs).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_games_differ_in_what_the_rulings_name_and_nothing_else() {
    assert_eq!(differences("scirocco", "scirocco-2001"), ["Dervish", "Harpy"], "K5");
    let seven = ["Cicada", "Dervish", "Harpy", "Missionary", "Salamander", "Sorcerer", "Typhoon"];
    assert_eq!(differences("typhoon", "typhoon-1999"), seven, "K3");
    let mut eleven = [&seven[..], &["Dragon Tank", "Ox Tank", "Teleporter", "Undertaker"]].concat();
    eleven.sort_unstable();
    assert_eq!(differences("jupiter", "jupiter-1999"), eleven, "K4");
    assert_eq!(differences("typhoon-1999", "jupiter-1999"), [""; 0], "K3, K4");
    assert_eq!(differences("typhoon", "jupiter"), ["Undertaker"], "K54");
    assert_eq!(differences("scirocco", "jupiter"), ["Emperor"], "K29");
    assert_eq!(abilities("scirocco")["Emperor"], abilities("jupiter")["Ancient Emperor"], "K29");
}
