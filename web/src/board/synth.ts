/** Synthesizes sounds from their recipes, with the browser's oscillators. Loaded with the first sound. */

import { RECIPES, type Sound, type Voice } from "./sounds";

/** How long a tone takes to be as loud as it gets, in seconds: at once it would click. */
const ATTACK = 0.004;
/** The gain that counts as silence: a tone decays exponentially and never reaches 0. */
const SILENCE = 0.0001;
/** How many seconds of noise there are; longer noise repeats it. */
const NOISE = 0.5;

export interface Synth {
  /** Plays a sound after a delay in milliseconds, at a volume of 0 to 1. */
  play(sound: Sound, volume: number, after: number): void;
}

/** Opens the browser's sound. */
export function createSynth(): Synth {
  const context = new AudioContext();
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * NOISE), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  // Some browsers allow a page to begin with sound only during an input event.
  const wake = () => {
    if (context.state === "suspended") void context.resume();
  };
  addEventListener("pointerup", wake, { capture: true });
  addEventListener("keydown", wake, { capture: true });

  function sourceOf(
    { wave, pitch: [from, to] }: Voice,
    start: number,
    end: number,
  ): [AudioScheduledSourceNode, AudioNode] {
    if (wave === "noise") {
      const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
      const filter = new BiquadFilterNode(context, { type: "bandpass", Q: 0.8 });
      glide(filter.frequency, from, to, start, end);
      return [source, source.connect(filter)];
    }
    const source = new OscillatorNode(context, { type: wave });
    glide(source.frequency, from, to, start, end);
    return [source, source];
  }

  function sing(voice: Voice, volume: number, begin: number): void {
    const start = begin + voice.start / 1000;
    const end = start + voice.length / 1000;
    const [source, sound] = sourceOf(voice, start, end);
    const envelope = new GainNode(context, { gain: 0 });
    envelope.gain.setValueAtTime(SILENCE, start);
    envelope.gain.linearRampToValueAtTime(voice.gain * volume, start + ATTACK);
    envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
    sound.connect(envelope).connect(context.destination);
    source.start(start);
    source.stop(end);
  }

  return {
    play(sound, volume, after) {
      wake();
      const begin = context.currentTime + after / 1000;
      for (const voice of RECIPES[sound]) sing(voice, volume, begin);
    },
  };
}

function glide(pitch: AudioParam, from: number, to: number, start: number, end: number): void {
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, end);
}
