/** Plays the sounds of the page: none before the person has done something, and none while they are off. */

import type { Sound } from "../board/sounds";
import type { Synth } from "../board/synth";

export interface Sounds {
  /** Plays a sound, after a delay in milliseconds if one is given. */
  play(sound: Sound, after?: number): void;
}

/** Returns the player of sounds. `volume` is 0 to 1, and 0 while they are off. */
export function createSounds(volume: () => number): Sounds {
  let isAllowed = false;
  let synth: Promise<Synth | undefined> | undefined;
  const allow = () => (isAllowed = true);
  addEventListener("pointerup", allow, { capture: true, once: true });
  addEventListener("keydown", allow, { capture: true, once: true });

  /** A browser that cannot make sounds is silent. */
  const open = () => import("../board/synth").then(({ createSynth }) => createSynth()).catch(() => undefined);
  return {
    play(sound, after = 0) {
      if (!isAllowed || volume() === 0) return;
      synth ??= open();
      void synth.then((ready) => {
        // It may have been switched off meanwhile.
        if (volume() > 0) ready?.play(sound, volume(), after);
      });
    },
  };
}
