//! Checkpoints: the state of a training as bytes, from which it is resumed.

use beaufort_engine::Evaluation;
use serde::{Deserialize, Serialize};

use super::training::Trainer;
use crate::learn::{Parameters, Progress};

/// The reason why a training cannot be resumed from some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// They are not those of a training, or damaged.
    #[error("this is no training, or it is damaged")]
    Damaged,
    /// They are those of a training with other games or settings.
    #[error("this is a training with other games or settings")]
    Other,
}

/// The state that is saved.
#[derive(Serialize, Deserialize)]
struct Checkpoint {
    /// The fingerprint of the games and the settings.
    fingerprint: u32,
    progress: Progress,
    /// The net of the best epoch.
    net: Vec<u8>,
    parameters: Vec<Parameters<f32>>,
}

impl Trainer<'_> {
    /// Returns the training as it is between two epochs.
    pub fn checkpoint(&mut self) -> Vec<u8> {
        let checkpoint = Checkpoint {
            fingerprint: self.fingerprint,
            progress: self.progress.clone(),
            net: self.base.with_residual(self.residual.clone()).net_bytes(),
            parameters: self.model.parameters().map(|parameters| parameters.clone()).collect(),
        };
        let body = postcard::to_stdvec(&checkpoint).expect("numbers can be written");
        [&crc32fast::hash(&body).to_le_bytes()[..], &body].concat()
    }

    /// Goes on from the bytes of [`Trainer::checkpoint`].
    ///
    /// # Errors
    /// If they are those of another training, or damaged; then nothing has changed.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let (crc, body) = bytes.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        if u32::from_le_bytes(*crc) != crc32fast::hash(body) {
            return Err(CheckpointError::Damaged);
        }
        let Checkpoint { fingerprint, progress, net, parameters } =
            postcard::from_bytes(body).map_err(|_| CheckpointError::Damaged)?;
        if fingerprint != self.fingerprint {
            return Err(CheckpointError::Other);
        }
        let best = Evaluation::net(self.base.game(), "", &net).map_err(|_| CheckpointError::Damaged)?;
        if progress.best >= progress.losses.len() || !self.model.restore(parameters) {
            return Err(CheckpointError::Damaged);
        }
        self.residual = best.residual().clone();
        self.progress = progress;
        Ok(())
    }
}
