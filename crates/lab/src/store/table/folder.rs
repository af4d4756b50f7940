//! The table on a disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bytes::Bytes;
use parquet::errors::ParquetError;

use super::part::{decode, decode_numbers, encode};
use super::{PART_GAMES, checksum};
use crate::plan::SelfPlayPlan;
use crate::row::{GameNumber, GameRow, PlayerKind};
use crate::store::settings::check_settings;
use crate::store::{StoreError, check_local, lock};

/// The name of the games in messages.
const PURPOSE: &str = "study";
/// The file that is locked; parts are replaced, so that they cannot be.
const LOCK_FILE: &str = ".lock";
/// How long a finished game waits for others before it is written.
pub(super) const FLUSH_INTERVAL: Duration = Duration::from_secs(10);
/// The most bytes of a part.
const MAX_PART_BYTES: u64 = 256 << 20;

/// The folder of the games of a study or of self-play, to which more are added; no other program may add games meanwhile.
///
/// A part is replaced as a whole when games are added to it: its file is the old one or the new one, never half of it.
/// Without a [`flush`](StudyFolder::flush) at the end the games of the last ten seconds are lost.
#[derive(Debug)]
pub struct StudyFolder {
    folder: PathBuf,
    settings: SelfPlayPlan,
    known: BTreeSet<GameNumber>,
    /// The parts that have games which are not written yet, with all their games.
    open: BTreeMap<PartNumber, BTreeMap<GameNumber, GameRow>>,
    pub(super) flushed: Instant,
    /// Keeps others away as long as it is open.
    _lock: File,
}

/// Which part, and of whose games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PartNumber {
    player: PlayerKind,
    part: u32,
}

impl PartNumber {
    fn of(number: GameNumber) -> PartNumber {
        PartNumber { player: number.player, part: number.game / PART_GAMES }
    }

    /// Returns the name of its file. Games of random turns have another name, so that a pattern selects the games of the engine.
    fn file_name(self) -> String {
        let kind = match self.player {
            PlayerKind::Engine => "part",
            PlayerKind::Random => "random",
        };
        format!("{kind}-{:06}.parquet", self.part)
    }

    /// Returns the part of a file, if it is one.
    fn parse(name: &str) -> Option<PartNumber> {
        let (kind, number) = name.strip_suffix(".parquet")?.split_once('-')?;
        let player = match kind {
            "part" => PlayerKind::Engine,
            "random" => PlayerKind::Random,
            _ => return None,
        };
        let part = PartNumber { player, part: number.parse().ok()? };
        (part.file_name() == name).then_some(part)
    }
}

impl StudyFolder {
    /// Opens a folder, or makes it, and finds out which games it holds.
    ///
    /// # Errors
    /// If it is an address, cannot be read or made, is locked, or has files of games that are damaged or have other settings.
    pub fn open(folder: &Path, settings: &SelfPlayPlan) -> Result<StudyFolder, StoreError> {
        check_local(folder)?;
        let name = folder.display();
        fs::create_dir_all(folder).map_err(StoreError::io(format_args!("cannot make `{name}`")))?;
        let lock_file =
            OpenOptions::new().write(true).create(true).truncate(false).open(folder.join(LOCK_FILE));
        let lock_file = lock_file.map_err(StoreError::io(format_args!("cannot write to `{name}`")))?;
        lock(&lock_file, &name.to_string(), PURPOSE)?;
        let mut study = StudyFolder {
            folder: folder.to_owned(),
            settings: settings.clone(),
            known: BTreeSet::new(),
            open: BTreeMap::new(),
            flushed: Instant::now(),
            _lock: lock_file,
        };
        for part in parts(&study.folder)? {
            let numbers = study.read(part, decode_numbers)?.unwrap_or_default();
            if let Some(number) = numbers.iter().find(|number| PartNumber::of(**number) != part) {
                let name = study.folder.join(part.file_name());
                let (name, game) = (name.display(), number.game);
                return Err(StoreError::Unusable(format!("game {game} does not belong into `{name}`")));
            }
            study.known.extend(numbers);
        }
        Ok(study)
    }

    /// Returns the numbers of the games that it holds.
    pub fn known(&self) -> &BTreeSet<GameNumber> {
        &self.known
    }

    /// Adds a game, unless it is there, and returns whether it was missing.
    ///
    /// # Errors
    /// If a part cannot be written.
    pub fn add(&mut self, row: GameRow) -> Result<bool, StoreError> {
        if self.known.contains(&row.number) {
            return Ok(false);
        }
        let part = PartNumber::of(row.number);
        if !self.open.contains_key(&part) {
            let rows = self.rows(part)?.into_iter().map(|row| (row.number, row)).collect();
            self.open.insert(part, rows);
        }
        let rows = self.open.get_mut(&part).expect("the part is open");
        self.known.insert(row.number);
        rows.insert(row.number, row);
        if rows.len() == PART_GAMES as usize {
            self.close_part(part)?;
        }
        self.flush_if_due()?;
        Ok(true)
    }

    /// Writes the games that are not written yet if the interval is over; for callers that wait long for the next game.
    ///
    /// # Errors
    /// If a part cannot be written.
    pub fn flush_if_due(&mut self) -> Result<(), StoreError> {
        if self.flushed.elapsed() >= FLUSH_INTERVAL { self.flush() } else { Ok(()) }
    }

    /// Writes the games that are not written yet.
    ///
    /// # Errors
    /// If a part cannot be written.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        while let Some(&part) = self.open.keys().next() {
            self.close_part(part)?;
        }
        self.flushed = Instant::now();
        Ok(())
    }

    /// Writes the games of an open part. Where that fails they stay, so that they are written another time.
    fn close_part(&mut self, part: PartNumber) -> Result<(), StoreError> {
        self.write(part, &self.open[&part])?;
        self.open.remove(&part);
        Ok(())
    }

    /// Gives the games that are written, part by part, those of the engine first, in the order of their numbers.
    ///
    /// # Errors
    /// If a part cannot be read.
    pub fn for_each(&self, mut on_game: impl FnMut(GameRow)) -> Result<(), StoreError> {
        for part in parts(&self.folder)? {
            self.rows(part)?.into_iter().for_each(&mut on_game);
        }
        Ok(())
    }

    /// Returns the shortest game of the first part, if there is one, to see whether it would be played alike today.
    ///
    /// # Errors
    /// If the part cannot be read.
    pub fn sample(&self) -> Result<Option<GameRow>, StoreError> {
        let part = self.known.first().map(|&number| PartNumber::of(number));
        let rows = part.map(|part| self.rows(part)).transpose()?.unwrap_or_default();
        Ok(rows.into_iter().min_by_key(|row| row.plies))
    }

    /// Returns the games of a part that are written.
    fn rows(&self, part: PartNumber) -> Result<Vec<GameRow>, StoreError> {
        Ok(self.read(part, decode)?.unwrap_or_default())
    }

    /// Writes a part under another name first, which then becomes its own.
    fn write(&self, part: PartNumber, rows: &BTreeMap<GameNumber, GameRow>) -> Result<(), StoreError> {
        let path = self.folder.join(part.file_name());
        let draft = self.folder.join(format!(".{}", part.file_name()));
        let rows: Vec<&GameRow> = rows.values().collect();
        let written = encode(&self.settings, &rows).map_err(io::Error::other).and_then(|bytes| {
            let mut file = File::create(&draft)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&draft, &path)
        });
        written.map_err(|error| {
            // The draft may never have come into being.
            let _ = fs::remove_file(&draft);
            StoreError::io(format_args!("cannot write `{}`", path.display()))(error)
        })
    }

    /// Reads a part; `None` if there is no such file.
    fn read<T>(
        &self,
        part: PartNumber,
        decode: impl Fn(Bytes) -> Result<(SelfPlayPlan, T), ParquetError>,
    ) -> Result<Option<T>, StoreError> {
        let path = self.folder.join(part.file_name());
        let Some((found, games)) = read_part(&path, decode)? else { return Ok(None) };
        check_settings(&found, &self.settings, &path.display().to_string())?;
        Ok(Some(games))
    }
}

/// Passes on the games of the engine in a folder, a file at a time, in the order of their numbers, with any settings; nothing is
/// locked or written.
///
/// # Errors
/// If the folder cannot be read, has no such games, or has files of games that are damaged, are games of another game, or
/// are rejected by `on_part`.
pub fn read_study<E: Display>(
    folder: &Path,
    game: &str,
    mut on_part: impl FnMut(&[GameRow]) -> Result<(), E>,
) -> Result<(), StoreError> {
    let parts = parts(folder)?.into_iter().filter(|part| part.player == PlayerKind::Engine);
    let mut is_empty = true;
    for part in parts {
        let path = folder.join(part.file_name());
        let Some((found, games)) = read_part(&path, decode)? else { continue };
        if found.plan.game != game {
            let name = path.display();
            return Err(StoreError::Settings(format!("the games in `{name}` are of `{}`", found.plan.game)));
        }
        is_empty &= games.is_empty();
        on_part(&games)
            .map_err(|error| StoreError::Unusable(format!("cannot use `{}`: {error}", path.display())))?;
    }
    if is_empty {
        return Err(StoreError::Unusable(format!("`{}` has no games of a study", folder.display())));
    }
    Ok(())
}

/// Returns the settings of the games in a folder, if there are any.
pub fn read_settings(folder: &Path) -> Option<SelfPlayPlan> {
    let part = parts(folder).ok()?.into_iter().next()?;
    Some(read_part(&folder.join(part.file_name()), decode_numbers).ok()??.0)
}

/// Returns the parts that have files in a folder.
fn parts(folder: &Path) -> Result<BTreeSet<PartNumber>, StoreError> {
    let names = fs::read_dir(folder).and_then(|entries| {
        entries.map(|entry| entry.map(|entry| entry.file_name())).collect::<io::Result<Vec<_>>>()
    });
    let names = names.map_err(StoreError::io(format_args!("cannot read `{}`", folder.display())))?;
    Ok(names.iter().filter_map(|name| PartNumber::parse(name.to_str()?)).collect())
}

/// Reads a part with its settings; `None` if there is no such file.
fn read_part<T>(
    path: &Path,
    decode: impl Fn(Bytes) -> Result<(SelfPlayPlan, T), ParquetError>,
) -> Result<Option<(SelfPlayPlan, T)>, StoreError> {
    let name = path.display().to_string();
    let cannot = || StoreError::io(format!("cannot read `{name}`"));
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot()(error)),
    };
    let no_part = |why: String| StoreError::Unusable(format!("`{name}` holds no games of a study: {why}"));
    let mut bytes = Vec::new();
    file.take(MAX_PART_BYTES + 1).read_to_end(&mut bytes).map_err(cannot())?;
    if bytes.len() as u64 > MAX_PART_BYTES {
        return Err(no_part(format!("it is larger than {} MiB", MAX_PART_BYTES >> 20)));
    }
    if !checksum::is_sound(&bytes) {
        return Err(StoreError::Unusable(format!("`{name}` is damaged: its checksum is wrong")));
    }
    // The library panics where some bytes are not as it expects them.
    match catch_unwind(AssertUnwindSafe(|| decode(bytes.into()))) {
        Ok(decoded) => decoded.map(Some).map_err(|error| no_part(error.to_string())),
        Err(_) => Err(no_part("its bytes contradict each other".to_owned())),
    }
}
