//! How games begin: who plays, from where, and the set-up phase.

use std::sync::Arc;

use beaufort_engine::{level as level_of, levels};
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, Position, Side, phrase};

use super::date::is_date;
use super::handler::Handler;
use super::limits::thinking;
use super::refusal::{Refusal, not_now, parse_side, position_refusal, refusal};
use super::table::{JobPurpose, Table, seat};
use crate::clock::{Clock, DAYS_PER_TURN, MAX_CLOCK_MS};
use crate::command::{ClockRule, SetupHow, Start};
use crate::event::{Event, ProblemCode};
use crate::seats::Seat;
use crate::session::{Session, Stage};
use crate::view::{Player, SideIndex, indices};

impl Handler<'_> {
    pub(super) fn start(
        &mut self,
        game: Option<String>,
        players: Option<[Player; 2]>,
        clock: Option<ClockRule>,
        from: Option<Start>,
        date: Option<String>,
    ) -> Result<(), Refusal> {
        let players = players.unwrap_or_default();
        players.iter().try_for_each(|player| self.check_player(player))?;
        clock.as_ref().map_or(Ok(()), |rule| check_clock(rule, &players))?;
        date.as_deref().map_or(Ok(()), check_date)?;
        let mut session = match from.unwrap_or(Start::Setup) {
            Start::Record { text } => self.load(game.as_deref(), &text)?,
            Start::Text { text, record } => self.import(game.as_deref(), &text, record)?,
            Start::Setup => Session::new(&self.game(game.as_deref())?),
            Start::Default => {
                let mut session = Session::new(&self.game(game.as_deref())?);
                session.choose_default();
                session
            }
            Start::Position { text } => {
                let game = self.game(game.as_deref())?;
                let position =
                    Position::parse(&game, &text).map_err(|error| position_refusal(&error, "from.text"))?;
                Session::from_position(&position)
            }
        };
        for (side, player) in Side::BOTH.into_iter().zip(&players) {
            seat(&mut session, side, player);
        }
        if let Some(date) = date.filter(|_| session.record().tags.get("Date").is_none()) {
            session.set_tag("Date", &date);
        }
        self.cancel_jobs(|_| true);
        let seed = self.conversation.rng.u64(..);
        let starter = self.starter_of(&players);
        let clock = clock.map(Clock::new);
        self.effects.begun = session.own_id().map(str::to_owned);
        self.conversation.table =
            Some(Arc::new(Table { clock, starter, ..Table::new(session, players, seed) }));
        self.game_changed()
    }

    /// Tells all about a game that has begun or whose set-up has gone on.
    pub(super) fn game_changed(&mut self) -> Result<(), Refusal> {
        self.choose_for_engine()?;
        let tree = self.table()?.tree();
        self.broadcast_change(tree);
        self.position_changed()
    }

    /// Returns the game that is meant.
    pub(super) fn game(&self, id: Option<&str>) -> Result<Arc<Game>, Refusal> {
        let Some(id) = id else {
            return Err(refusal(ProblemCode::Malformed, phrase!("the game is not named"), "game"));
        };
        self.conversation.library.game(id).ok_or_else(|| {
            refusal(ProblemCode::Unknown, phrase!("there is no game `{game}`", game = quoted(id)), "game")
        })
    }

    pub(super) fn seat(&mut self, index: SideIndex, player: Player) -> Result<(), Refusal> {
        let side = parse_side(index)?;
        self.check_player(&player)?;
        let table = self.table_mut()?;
        seat(&mut table.session, side, &player);
        table.players[side.index()] = player;
        // Questions to the engine that played the side before are dropped.
        self.cancel_jobs(|purpose| matches!(purpose, JobPurpose::Turn | JobPurpose::DrawOffer(_)));
        self.choose_for_engine()?;
        self.resume_and_note()
    }

    pub(super) fn preview_setup(&mut self, changed: &[u32]) -> Result<(), Refusal> {
        let session = &self.table()?.session;
        expect_setup(session, changed)?;
        let board = (&session.preview(changed)).into();
        let squares = session.squares_of_choices(changed).into_iter().map(indices).collect();
        self.reply(Event::SetupPreview { board, squares });
        Ok(())
    }

    pub(super) fn choose_setup(&mut self, how: SetupHow) -> Result<(), Refusal> {
        let changed = match how {
            SetupHow::Default => Vec::new(),
            SetupHow::Choices { changed } => changed,
            SetupHow::Random => self.random_choices()?,
        };
        let table = self.table_mut()?;
        expect_setup(&table.session, &changed)?;
        table.session.choose(&changed);
        self.game_changed()
    }

    /// Chooses at random in the phases of the engine, which has no preference.
    fn choose_for_engine(&mut self) -> Result<(), Refusal> {
        while let Some(phase) = self.table()?.session.setup_phase() {
            let chooser = phase.chooser;
            if self.table()?.session.seat(chooser) == Seat::Human {
                break;
            }
            let changed = self.random_choices()?;
            self.table_mut()?.session.choose(&changed);
            let tree = self.table()?.tree();
            self.broadcast_change(tree);
        }
        Ok(())
    }

    fn random_choices(&mut self) -> Result<Vec<u32>, Refusal> {
        let mut rng = self.conversation.rng.clone();
        let options = self.table()?.session.random_options(|below| match below {
            2 => rng.bool().into(),
            _ => rng.u32(..below),
        });
        self.conversation.rng = rng;
        Ok(options)
    }

    fn check_player(&self, player: &Player) -> Result<(), Refusal> {
        let Player::Engine { level, ms, depth, nodes } = player else { return Ok(()) };
        if level_of(level).is_none() {
            let known = levels().iter().map(|level| level.id).collect::<Vec<_>>().join(", ");
            let message = phrase!("there is no such level: the levels are {known}", known = known);
            return Err(refusal(ProblemCode::Unknown, message, "level"));
        }
        thinking(self.conversation.max_engine_ms, *ms, *depth, *nodes).map(|_| ())
    }
}

fn expect_setup(session: &Session, changed: &[u32]) -> Result<(), Refusal> {
    let Stage::Setup { .. } = session.stage() else {
        return Err(not_now(phrase!("the set-up is finished")));
    };
    let choices = session.setup_phase().map_or(0, |phase| phase.choices.len());
    if changed.len() > choices {
        let message = phrase!("this phase has only {number} choices", number = choices);
        return Err(refusal(ProblemCode::Unknown, message, "changed"));
    }
    for (choice, &option) in session.setup_phase().iter().flat_map(|phase| &phase.choices).zip(changed) {
        let options = session.game().options(choice);
        if option >= options {
            let message = phrase!("this choice has only the options 0 to {number}", number = options - 1);
            return Err(refusal(ProblemCode::Unknown, message, "changed"));
        }
    }
    Ok(())
}

fn check_date(date: &str) -> Result<(), Refusal> {
    if is_date(date) {
        return Ok(());
    }
    Err(refusal(ProblemCode::Malformed, phrase!("a date is written as in 2026.11.22"), "date"))
}

fn check_clock(rule: &ClockRule, players: &[Player; 2]) -> Result<(), Refusal> {
    let times = match *rule {
        ClockRule::Fischer { initial, increment } => [initial, increment.max(1)],
        ClockRule::PerTurn { time } => [time, time],
        ClockRule::Days { days } => return check_days(days, players),
    };
    if times.iter().all(|time| (1..=MAX_CLOCK_MS).contains(time)) {
        return Ok(());
    }
    let message = phrase!("the times of a clock are 1 to {number} ms", number = MAX_CLOCK_MS);
    Err(refusal(ProblemCode::Malformed, message, "clock"))
}

fn check_days(days: u8, players: &[Player; 2]) -> Result<(), Refusal> {
    if players.iter().any(|player| *player != Player::Person) {
        return Err(refusal(
            ProblemCode::Malformed,
            phrase!("a game by mail is between two people"),
            "clock",
        ));
    }
    if DAYS_PER_TURN.contains(&days) {
        return Ok(());
    }
    let known = DAYS_PER_TURN.to_vec();
    Err(refusal(
        ProblemCode::Malformed,
        phrase!("the days for a turn are one of {known}", known = known),
        "clock",
    ))
}
