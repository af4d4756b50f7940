//! The features and options of the engine.

use std::sync::Arc;

use beaufort_engine::levels;
use beaufort_rules::builtin;
use beaufort_rules::xboard::Shape;

use super::CecpAdapter;
use crate::engine::settings::{FULL, remark};

impl CecpAdapter {
    /// Sends the name, the features and the options.
    pub(super) fn introduce(&mut self) {
        let is_small =
            |id: &&str| builtin::definition(id).is_some_and(|definition| Shape::is_possible(&definition));
        let games = builtin::ids().filter(is_small).filter_map(builtin::game);
        let shown = games.filter(|game| Shape::new(game).is_some());
        // A game of the user's own is offered in any case.
        let own = self.own.iter().map(|own| Arc::clone(own.game()));
        let shown = shown.chain(own).map(|game| game.definition().id.clone());
        let variants: Vec<String> = std::iter::once("normal".to_owned()).chain(shown).collect();
        self.output.send(concat!("feature myname=\"Beaufort ", env!("CARGO_PKG_VERSION"), "\""));
        self.output.send(format_args!("feature variants=\"{}\"", variants.join(",")));
        self.output.send("feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 reuse=1 analyze=1");
        self.output.send("feature sigint=0 sigterm=0 colors=0 name=0 ics=0 pause=0 nps=0 san=0 debug=1");
        self.output.send("feature memory=1 smp=1 highlight=1");
        self.output.send("feature option=\"MultiPV -spin 1 1 100\" option=\"Clear Hash -button\"");
        let levels: Vec<String> = levels()
            .iter()
            .map(|level| if level.id == FULL { format!("*{FULL}") } else { level.id.to_owned() })
            .collect();
        self.output.send(format_args!("feature option=\"Skill -combo {}\"", levels.join(" /// ")));
        self.output.send("feature option=\"EvalFile -file \"");
        self.output.send("feature done=1");
    }

    /// Sets an option or presses a button.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        match (name, value) {
            ("MultiPV", Some(value)) => {
                let lines = value.parse().ok().filter(|lines| (1..=100).contains(lines));
                self.settings.lines = lines.ok_or("MultiPV is 1 to 100")?;
            }
            ("Skill", Some(value)) => {
                let level = self.settings.set_level(value).ok_or("unknown level")?;
                if let Some(remark) = remark(level) {
                    self.output.send(format_args!("# {remark}"));
                }
            }
            ("Clear Hash", None) => self.worker.new_game(),
            ("EvalFile", Some("")) => {
                self.learned = None;
                self.worker.set_evaluation(self.own.clone());
            }
            ("EvalFile", Some(path)) => {
                self.learned = Some(path.to_owned());
                self.read_learned()?;
            }
            _ => return Err("unknown option".to_owned()),
        }
        Ok(())
    }

    /// Loads the evaluation file that was set, if it is for the current game.
    pub(super) fn read_learned(&mut self) -> Result<(), String> {
        let Some(path) = self.learned.clone() else { return Ok(()) };
        let (read, game) = (self.host.read_evaluation, Arc::clone(self.position.game()));
        // After `quit` no evaluation is needed.
        let Some(read) = self.mailbox.wait_for(move || read(&game, &path)) else { return Ok(()) };
        let (known, result) = match read {
            Ok(known) => (Some(Arc::new(known)), Ok(())),
            Err(errors) => (self.own.clone(), Err(errors.replace('\n', " "))),
        };
        self.worker.set_evaluation(known);
        result
    }
}
