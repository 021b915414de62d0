/** Red, green and blue from 0 to 255. */
export type Rgb = readonly number[];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** Least contrast of a line or a button with its background (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3;

const STEPS = 50;

export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is read better on the color: one of them has a contrast of 4.5 at least. */
export function textOn(color: Rgb): Rgb {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

/** Moves a color towards black or white as little as makes it visible on the background. */
export function visibleOn(color: Rgb, background: Rgb): Rgb {
  const end = textOn(background);
  const steps = Array.from({ length: STEPS }, (_, step) =>
    color.map((part, index) => Math.round(part + (((end[index] ?? 0) - part) * step) / STEPS)),
  );
  return steps.find((each) => contrast(each, background) >= MIN_CONTRAST) ?? end;
}

function luminance([red = 0, green = 0, blue = 0]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
