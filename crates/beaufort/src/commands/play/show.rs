//! The screen: the board with the last turn, the players, the turns, the captured pieces.

use beaufort_draw::words;
use beaufort_rules::{Notation, PieceType, Side, Turn};
use beaufort_session::{Session, Stage};
use clap::builder::styling::{AnsiColor, Style};

use super::look::{BoardView, board};
use crate::output::{Screen, columns};

/// The style of important text.
pub(super) const BOLD: Style = Style::new().bold();
/// The style of unimportant text.
pub(super) const DIM: Style = AnsiColor::BrightBlack.on_default();

/// The columns between the board and the panel.
const GAP: usize = 3;
/// The least columns of the panel.
const PANEL: usize = 30;
/// The rows of turns beside the board.
const ROWS: usize = 10;

/// Returns the board with everything around it.
pub(super) fn scene(
    session: &Session,
    view: BoardView,
    players: &[String; 2],
    screen: Option<Screen>,
    width: usize,
) -> String {
    let mut picture = view.picture(session.position());
    if let Some(turn) = session.last_turn() {
        picture = picture.after(turn);
    }
    let board = board(&picture, screen);
    let board_width = board.lines().map(columns).max().unwrap_or(0);
    let room = width.saturating_sub(board_width + GAP);
    let mut scene = if room >= PANEL {
        beside(&board, board_width, &panel(session, players, room))
    } else {
        format!("{board}{}", below(session, width))
    };
    if let Stage::Over(verdict) = session.stage() {
        scene += &format!("\n{BOLD}Game over: {}.{BOLD:#}\n", words::verdict(session.game(), verdict));
    }
    scene
}

/// Puts lines beside the board.
fn beside(board: &str, board_width: usize, panel: &[String]) -> String {
    // The first row holds the names of the files alone.
    let panel = std::iter::once("").chain(panel.iter().map(String::as_str)).chain(std::iter::repeat(""));
    let line = |(board, panel): (&str, &str)| {
        let blanks = if panel.is_empty() { 0 } else { board_width - columns(board) + GAP };
        format!("{board}{:blanks$}{panel}\n", "")
    };
    board.lines().zip(panel).map(line).collect()
}

fn panel(session: &Session, players: &[String; 2], width: usize) -> Vec<String> {
    let game = session.game();
    let name = words::wrap(&game.definition().name, width);
    let mut lines: Vec<String> = name.iter().map(|line| format!("{BOLD}{line}{BOLD:#}")).collect();
    lines.push(String::new());
    for side in Side::BOTH {
        let is_next = session.stage() == Stage::Turn(side);
        let mut mark = if is_next { '>' } else { ' ' };
        let player = format!("{}: {}", game.side_name(side), players[side.index()]);
        for line in words::wrap(&player, width.saturating_sub(2)) {
            lines.push(format!("{mark} {line}"));
            mark = ' ';
        }
    }
    lines.push(String::new());
    let rounds = rounds(session);
    let hidden = rounds.len().saturating_sub(ROWS);
    for Round { number, turns } in &rounds[hidden..] {
        let [first, second] = turns.each_ref().map(|turn| turn.as_deref().unwrap_or(""));
        lines.push(format!("{number:>3}. {first:<12} {second}"));
    }
    if !rounds.is_empty() {
        lines.push(String::new());
    }
    for text in losses(session).into_iter().chain(words::reserves(session.position())) {
        lines.extend(words::wrap(&text, width));
    }
    lines
}

fn below(session: &Session, width: usize) -> String {
    let rounds: Vec<String> = rounds(session).iter().map(Round::text).collect();
    let mut line = String::new();
    for round in rounds.iter().rev() {
        if line.len() + round.len() + 2 > width {
            break;
        }
        line = format!("{round}  {line}");
    }
    let lines = std::iter::once(line.trim_end().to_owned())
        .chain(losses(session))
        .chain(words::reserves(session.position()));
    lines.filter(|line| !line.is_empty()).map(|line| words::wrap(&line, width).join("\n") + "\n").collect()
}

/// Returns a line for each side that has lost pieces.
fn losses(session: &Session) -> Vec<String> {
    let game = session.game();
    let line = |side| {
        let mut lost: Vec<PieceType> = session.losses(side);
        let total = lost.len();
        lost.sort_unstable();
        let groups =
            lost.chunk_by(|a, b| a == b).map(|group| match (group.len(), &game.piece(group[0]).id) {
                (1, id) => id.clone(),
                (n, id) => format!("{n}x{id}"),
            });
        let groups: Vec<String> = groups.collect();
        (total > 0).then(|| format!("{} has lost {total}: {}", game.side_name(side), groups.join(" ")))
    };
    Side::BOTH.into_iter().filter_map(line).collect()
}

/// A turn of each player under one number.
#[derive(Debug, Default)]
struct Round {
    number: usize,
    turns: [Option<String>; 2],
}

impl Round {
    fn text(&self) -> String {
        match &self.turns {
            [Some(first), second] => {
                format!("{}. {first} {}", self.number, second.as_deref().unwrap_or_default())
                    .trim_end()
                    .to_owned()
            }
            [None, second] => format!("{}... {}", self.number, second.as_deref().unwrap_or_default()),
        }
    }
}

/// Returns the turns that led to the position shown.
fn rounds(session: &Session) -> Vec<Round> {
    let moves = &session.record().moves;
    let path = moves.path(session.here());
    let mut side = session.first_side();
    let mut rounds: Vec<Round> = Vec::new();
    for node in path {
        if side == Side::First || rounds.is_empty() {
            rounds.push(Round { number: rounds.len() + 1, ..Round::default() });
        }
        let round = rounds.last_mut().expect("one has just been pushed");
        round.turns[side.index()] = Some(moves.node(node).text().to_owned());
        side = side.other();
    }
    rounds
}

/// Returns the number of the turn to be played.
pub(super) fn turn_number(session: &Session) -> usize {
    let played = session.record().moves.path(session.here()).len() + session.first_side().index();
    played / 2 + 1
}

/// Returns the number of turns that can be played again.
pub(super) fn turns_ahead(session: &Session) -> usize {
    session.record().moves.line(session.here()).count()
}

/// Returns the legal turns with their texts, sorted, each text once.
pub(super) fn turns(session: &Session) -> Vec<(Turn, String)> {
    let notation = Notation::new(session.position());
    let text = |turn| notation.text(turn).expect("the turns are the position's").to_owned();
    let legal = session.position().legal_turns();
    let mut turns: Vec<(Turn, String)> = legal.into_iter().map(|turn| (turn, text(turn))).collect();
    turns.sort_by(|a, b| a.1.cmp(&b.1));
    turns.dedup_by(|a, b| a.1 == b.1);
    turns
}

/// Returns texts in numbered columns.
pub(super) fn numbered(texts: &[&str], width: usize) -> String {
    let digits = texts.len().to_string().len();
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let cell = digits + 1 + longest + 3;
    let across = (width / cell).max(1);
    let rows = texts.len().div_ceil(across);
    let mut lines = String::new();
    for row in 0..rows {
        let mut line = String::new();
        // Down the columns, as dictionaries do.
        for index in (row..texts.len()).step_by(rows) {
            let number = index + 1;
            line += &format!("{DIM}{number:>digits$}{DIM:#} {:<longest$}   ", texts[index]);
        }
        lines += line.trim_end();
        lines.push('\n');
    }
    lines
}

/// Returns a text whose lines are broken between words where the screen is narrower. A continuation line is indented as
/// the line itself.
pub(super) fn folded(text: &str, screen: Option<Screen>) -> String {
    let Some(Screen { columns: width, .. }) = screen else { return text.to_owned() };
    let mut folded = String::new();
    for line in text.split_inclusive('\n') {
        if columns(line.trim_end_matches('\n')) <= width {
            folded += line;
            continue;
        }
        let indent = line.chars().take_while(|&character| character == ' ').count();
        let mut used = 0;
        for word in line.trim_start_matches(' ').split_inclusive(' ') {
            let taken = columns(word.trim_end());
            if taken > 0 && used > indent && used + taken > width {
                folded.truncate(folded.trim_end_matches(' ').len());
                folded.push('\n');
                used = 0;
            }
            if used == 0 {
                folded += &" ".repeat(indent);
                used = indent;
            }
            folded += word;
            used += columns(word);
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let text = format!("  one {BOLD}two{BOLD:#} three  four\nshort\n");
        let fold = |columns| strip_str(&folded(&text, Some(Screen { columns, rows: 24 }))).to_string();
        assert_eq!(fold(40), "  one two three  four\nshort\n");
        assert_eq!(fold(9), "  one two\n  three\n  four\nshort\n");
        assert_eq!(fold(3), "  one\n  two\n  three\n  four\nshort\n");
        assert_eq!(folded(&text, None), text);
    }

    #[test]
    fn what_stands_beside_the_board_keeps_to_its_room() {
        let session = Session::new(&builtin::game("larger-board").expect("it is built in"));
        let players = ["you", "Beaufort, force 1, light air, 2 s, depth 12"].map(str::to_owned);
        let lines = panel(&session, &players, PANEL);
        assert!(lines.iter().all(|line| columns(line) <= PANEL), "{lines:?}");
        assert!(lines.iter().any(|line| line == "> White: you"), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("  Black: Beaufort")), "{lines:?}");
    }
}
