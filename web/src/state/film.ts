/** Pictures of a game as files: of one position, or of a whole line, a turn after the other. */
import { t } from "../language/language";

/** The pixels of a side of a square in a picture, and in a film. */
const SHARP = 112;
const FILM = 40;
/** The most pictures of a film. */
export const MAX_PICTURES = 600;
/** How long a turn is shown, and the last one, in milliseconds. */
const TURN = 900;
const LAST = 4000;
/** Of the 256 colours that a GIF file can have, one means that a pixel stays as it was. */
const COLOURS = 255;
const UNCHANGED = 255;

/** The side of a square in the pictures, in their units. */
const UNITS = 56;

/** Returns an SVG document as PNG. */
export async function png(svg: string): Promise<Blob> {
  const canvas = await paint(svg, SHARP / UNITS);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t("the picture is too large")))),
      "image/png",
    );
  });
}

/**
 * Returns SVG documents of one size as a film, an animated GIF. They are asked for one after the other; `progress` is called after each.
 */
export async function film(
  count: number,
  picture: (index: number) => Promise<string>,
  progress: (done: number) => void,
): Promise<Blob> {
  const { GIFEncoder, applyPalette, quantize } = await import("gifenc");
  const encoder = GIFEncoder();
  const pixels = async (index: number) => {
    const canvas = await paint(await picture(index), FILM / UNITS);
    return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  };
  const [first, last] = [await pixels(0), await pixels(count - 1)];
  // The last picture contains a color that the first one lacks: that of a turn.
  const both = new Uint8ClampedArray(first.data.length + last.data.length);
  both.set(first.data);
  both.set(last.data, first.data.length);
  const palette = quantize(both, COLOURS);
  const { width, height } = first;
  let before: Uint8Array | undefined;
  for (let index = 0; index < count; index++) {
    const { data } = index === 0 ? first : index === count - 1 ? last : await pixels(index);
    const shown = applyPalette(data, palette);
    const delay = index === count - 1 ? LAST : TURN;
    if (before) {
      const known = before;
      const changed = shown.map((colour, at) => (colour === known[at] ? UNCHANGED : colour));
      encoder.writeFrame(changed, width, height, {
        delay,
        transparent: true,
        transparentIndex: UNCHANGED,
        dispose: 1,
      });
    } else {
      encoder.writeFrame(shown, width, height, { delay, palette: filled(palette), dispose: 1 });
    }
    before = shown;
    progress(index + 1);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

/** Returns a palette with all the colours there can be. */
function filled(palette: number[][]): number[][] {
  return [...palette, ...Array.from({ length: COLOURS + 1 - palette.length }, () => [0, 0, 0])];
}

async function paint(svg: string, scale: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    contextOf(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error(t("this browser cannot paint"));
  return context;
}
