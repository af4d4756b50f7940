use std::time::{Duration, Instant};

use crate::talk::{Talk, replay};

/// Starts a conversation as XBoard does.
pub(crate) fn ready(variant: &str) -> Talk {
    let mut talk = Talk::start("cecp");
    talk.say("xboard\nprotover 2\nmemory 4\nnew");
    talk.say(&format!("variant {variant}\nst 1\nsd 2\nping 1"));
    talk.hear("pong 1");
    talk
}

/// Returns the first move that is made, without the word before it.
fn next_move(talk: &mut Talk) -> String {
    talk.line("move ")[5..].to_owned()
}

#[test]
fn the_page_is_true() {
    assert!(replay(include_str!("../../../../docs/cecp.md"), "cecp") >= 1);
}

/// A program offers only the games that the engine names.
#[test]
fn an_own_game_is_offered_even_if_xboard_cannot_show_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("mine.toml"),
        "extends = \"typhoon\"\nid = \"mine\"\nname = \"Mine\"\n",
    )
    .unwrap();
    let mut talk = Talk::start_in(folder.path(), "cecp --game-file mine.toml");
    talk.say("xboard\nprotover 2");
    let text = talk.hear("feature done=1").join("\n");
    let variants =
        text.lines().find(|line| line.starts_with("feature variants=")).expect("variants are told");
    assert!(variants.ends_with(",mine\"") && !variants.contains("typhoon"), "{variants}");
}

#[test]
fn features_are_told() {
    let mut talk = Talk::start("cecp");
    talk.say("xboard\nprotover 2");
    let lines = talk.hear("feature done=1");
    assert_eq!(lines[0], "feature done=0", "the engine asks for time before it does anything");
    let text = lines.join("\n");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "sigint=0",
        "colors=0",
        "variants=\"normal,scirocco,",
        "highlight=1",
    ] {
        assert!(text.contains(feature), "{feature}: {text}");
    }
    talk.say("quit");
    talk.end();
}

#[test]
fn a_limited_level_tells_when_it_stops() {
    let mut talk = ready("normal");
    talk.say("option Skill=beginner\nping 2");
    let remark = "# force 1, light air: stops 1 ply deep or after 2,000 positions; more time changes nothing";
    assert_eq!(talk.hear("pong 2"), [remark, "pong 2"]);
    talk.say("option Skill=full\nping 3");
    assert_eq!(talk.hear("pong 3"), ["pong 3"]);
}

#[test]
fn what_the_engine_judges_by_is_set() {
    let nets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/nets");
    let analysis = "new\nforce\nusermove e2e4\nusermove d7d5\nusermove e4d5\npost\nanalyze";
    let mut talk = ready("normal");
    let mut score = |commands: &str| {
        talk.say(&format!("{commands}\n{analysis}"));
        let heard = talk.line("1 ");
        talk.say("exit\nping 8");
        talk.hear("pong 8");
        heard.split_whitespace().nth(1).unwrap().to_owned()
    };
    let usual = score("");
    let derived = score("option EvalFile=derived");
    assert_ne!(derived, usual);
    assert_eq!(score("option EvalFile="), usual);
    assert_eq!(score(&format!("option EvalFile={nets}/orthochess.net")), usual);
    // It is for another game, in which it counts.
    talk.say(&format!("option EvalFile={nets}/scirocco.net"));
    let heard = talk.line("Error ");
    assert!(heard.contains("this is a net for `scirocco`, not for `orthochess`"), "{heard}");
    talk.say("variant scirocco\nping 9");
    let heard = talk.hear("pong 9");
    assert!(!heard.iter().any(|line| line.starts_with("Error")), "{heard:#?}");
    talk.say("option EvalFile=/nowhere.net");
    let heard = talk.line("Error ");
    assert!(heard.contains("cannot read `/nowhere.net`"), "{heard}");
}

#[test]
fn both_sides_are_played() {
    for variant in ["normal", "scirocco", "typhoon"] {
        let (mut first, mut second) = (ready(variant), ready(variant));
        first.say("go");
        for _ in 0..5 {
            let text = next_move(&mut first);
            second.say(&format!("usermove {text}"));
            let text = next_move(&mut second);
            first.say(&format!("usermove {text}"));
        }
    }
}

#[test]
fn a_side_is_chosen() {
    let mut talk = ready("normal");
    talk.say("force\nusermove e2e4\nusermove e7e5\nping 2");
    assert!(!talk.hear("pong 2").iter().any(|line| line.starts_with("move ")));
    talk.say("go");
    next_move(&mut talk);
    talk.say("force\nundo\nplayother\nusermove g1f3");
    next_move(&mut talk);
    talk.say("remove\nusermove b1c3");
    next_move(&mut talk);
}

#[test]
fn illegal_moves_are_refused() {
    let mut talk = ready("scirocco");
    talk.say("force\nusermove e2e4");
    assert_eq!(talk.line("Illegal"), "Illegal move (no such move): e2e4");
    talk.say("setboard 10/10 w");
    assert_eq!(talk.line("tellusererror"), "tellusererror Illegal position: there are 2 ranks instead of 10");
    talk.say("usermove e2e3");
    assert_eq!(talk.line("Illegal"), "Illegal move (no legal position is set up): e2e3");
    talk.say("new\nvariant scirocco\nforce\nusermove e2e3\nusermove e2e3\nundo\nundo");
    assert_eq!(talk.line("Illegal"), "Illegal move (no such move): e2e3");
    assert_eq!(talk.line("Error"), "Error (no move to take back): undo");
}

#[test]
fn the_end_is_told() {
    let mut talk = ready("scirocco");
    talk.say("setboard k9/10/1N8/10/10/10/10/p9/10/K9 w - - 0 1\ngo");
    assert_eq!(next_move(&mut talk), "b7a9+");
    assert_eq!(talk.line("1-0"), "1-0 {Blue has won: Tan has no royal piece left}");
    // Against another program only the loser sends the result.
    talk.say(
        "new\nvariant scirocco\ncomputer\nsetboard k9/10/1N8/10/10/10/10/p9/10/K9 w - - 0 1\nforce\nping 2",
    );
    talk.hear("pong 2");
    talk.say("go\nping 3");
    assert!(!talk.hear("pong 3").iter().any(|line| line.starts_with("1-0")));
    talk.say("force\nping 4");
    assert!(!talk.hear("pong 4").iter().any(|line| line.starts_with("1-0")));
    talk.say("undo\nplayother\nusermove b7a9");
    talk.hear("1-0 {Blue has won");
}

#[test]
fn turns_of_several_legs_are_told() {
    let mut talk = ready("scirocco");
    // A Genie that captures a neighbour without moving, and a King in the corner behind.
    talk.say("force\nsetboard k8p/10/10/10/10/10/10/10/9r/+D4K4 w - - 0 1\nlift a0");
    assert!(talk.line("highlight").starts_with("highlight "));
    talk.say("setboard k8p/10/10/10/10/10/10/10/p9/+D4K4 w - - 0 1\nusermove a0a1,a1a0\nusermove a9b8");
    talk.say("ping 2");
    assert!(!talk.hear("pong 2").iter().any(|line| line.starts_with("Illegal")));
}

#[test]
fn the_clock_is_kept() {
    let mut talk = Talk::start("cecp");
    talk.say("protover 2\nnew\nvariant scirocco\nmemory 4\nping 1");
    talk.hear("pong 1");
    talk.say("level 0 0:02 0\ntime 100\notim 100\npost\ngo");
    let start = Instant::now();
    let lines = talk.hear("move ");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(lines.iter().any(|line| line.starts_with("1 ") && line.contains('\t')), "{lines:#?}");
}

#[test]
fn an_analysis_follows_the_game() {
    let mut talk = ready("scirocco");
    talk.say("force\npost\nanalyze");
    talk.hear("2 ");
    talk.say(".\nusermove e2e3");
    talk.hear("stat01: ");
    talk.hear("2 ");
    talk.say("undo\nexit\nping 2");
    talk.hear("pong 2");
    talk.say("ping 3");
    assert_eq!(talk.hear("pong 3"), ["pong 3"]);
}

#[test]
fn an_analysis_of_a_mate_is_told_for_every_depth() {
    let mut talk = ready("normal");
    talk.say("force\nsetboard 7k/8/5QK1/8/8/8/8/8 w - - 0 1\npost\nanalyze");
    assert!(talk.line("100 ").starts_with("100 100001 "));
}

#[test]
fn the_engine_thinks_on_the_opponents_time() {
    let mut talk = Talk::start("cecp");
    talk.say("protover 2\nnew\nvariant scirocco\nmemory 4\nst 1\nhard\npost\nusermove e2e3");
    talk.hear("move ");
    talk.hear("2 ");
    talk.say("hint");
    let expected = talk.line("Hint: ")[6..].to_owned();
    talk.say(&format!("usermove {expected}"));
    talk.hear("move ");
    talk.say("easy\nping 2");
    talk.hear("pong 2");
}

#[test]
fn the_engine_moves_at_once_and_leaves_at_once() {
    let mut talk = Talk::start("cecp");
    talk.say("protover 2\nnew\nvariant jupiter\nst 1000\nping 1");
    talk.hear("pong 1");
    talk.say("post\ngo");
    talk.hear("2 ");
    let start = Instant::now();
    talk.say("?\nping 2");
    let lines = talk.hear("pong 2");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:#?}");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    talk.say("go");
    talk.hear("2 ");
    talk.say("quit");
    assert!(talk.end() < Duration::from_secs(2));
}

#[test]
fn the_clock_counts_after_a_ponder_hit() {
    let mut talk = Talk::start("cecp");
    talk.say("protover 2\nnew\nvariant scirocco\nmemory 4\nlevel 0 10000 0\nhard\npost\nusermove e2e3");
    talk.hear("3 ");
    talk.say("?");
    talk.hear("move ");
    // The hint comes before the thinking about it.
    let heard = talk.hear("Hint: ");
    assert_eq!(heard.len(), 1, "{heard:#?}");
    talk.hear("2 ");
    // By the clock before, the turn would take hours.
    talk.say(&format!("time 100\notim 100\nusermove {}", &heard[0][6..]));
    talk.hear("move ");
}

#[test]
fn a_draw_is_agreed_to_by_who_plays_and_knows() {
    let mut talk = ready("normal");
    talk.say("draw\nping 2");
    assert_eq!(talk.hear("pong 2"), ["pong 2"]);
    talk.say("force\nsetboard 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1\ndraw\nping 3");
    assert_eq!(talk.hear("pong 3"), ["pong 3"]);
    talk.say("go");
    next_move(&mut talk);
    talk.say("draw");
    talk.hear("offer draw");
    talk.say("force\ndraw\nping 4");
    assert_eq!(talk.hear("pong 4"), ["pong 4"]);
}

#[test]
fn hints_are_for_the_position() {
    let mut talk = ready("normal");
    talk.say("usermove e2e4");
    next_move(&mut talk);
    talk.say("hint");
    let expected = talk.line("Hint: ")[6..].to_owned();
    talk.say(&format!("force\nusermove {expected}\nhint\nping 2"));
    assert_eq!(talk.hear("pong 2"), ["pong 2"]);
    // In an analysis the hint is the engine's best turn.
    talk.say("analyze");
    talk.hear("2 ");
    talk.say("hint");
    let best = talk.line("Hint: ")[6..].to_owned();
    talk.say(&format!("exit\nusermove {best}\nping 3"));
    assert!(!talk.hear("pong 3").iter().any(|line| line.starts_with("Illegal")), "{best}");
}

#[test]
fn an_analysis_makes_no_turn() {
    let mut talk = ready("normal");
    talk.say("analyze\nnew\nexit\nusermove e2e4\nping 2");
    assert!(!talk.hear("pong 2").iter().any(|line| line.starts_with("move ")));
    // Without an analysis there is none to leave.
    talk.say("sd 100\nst 1000000\ngo\nexit");
    talk.hear("Error (command not legal now): exit");
    talk.say("?");
    next_move(&mut talk);
}
