/** Colors by the names that merchants give them. */
const COLORS: Readonly<Record<string, string>> = {
  white: '#f6f3ec',
  cream: '#f1e6cd',
  sand: '#d9c09a',
  grey: '#9aa0a6',
  gray: '#9aa0a6',
  charcoal: '#4a4f55',
  black: '#34383d',
  brown: '#7a4f33',
  clay: '#c07f61',
  rust: '#b5562f',
  red: '#c8453b',
  pink: '#d98a9f',
  purple: '#7d5f9c',
  navy: '#2f4468',
  blue: '#3f72b5',
  sky: '#8fbbdf',
  teal: '#3d7f7a',
  green: '#4c8a56',
  forest: '#2f5a44',
  moss: '#6d7d45',
  olive: '#737243',
  mustard: '#d1a02f',
  yellow: '#eabf38',
  orange: '#dd7f35',
  brass: '#c9a04a',
  silver: '#b4bac0',
};
const GROUNDS = ['#e6d6bd', '#c6d8c6', '#bdd3e3', '#eecabd', '#d5cbe6', '#f1e0a4'];
/** Share of the largest distance between a color and a ground, below which a product would vanish in its ground. */
const MIN_CONTRAST = 0.75;

/** Returns the color that a text names. */
export function findColor(text: string | undefined): string | undefined {
  const word = text
    ?.toLowerCase()
    .split(/[^a-z]+/)
    .find((each) => Object.hasOwn(COLORS, each));
  return word === undefined ? undefined : COLORS[word];
}

/** Returns the first ground in which the color is to be seen, from the one that the handle decides. */
export function chooseGround(handle: string, color: string): string {
  const first = [...handle].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
  const grounds = GROUNDS.map((_, index) => GROUNDS[(first + index) % GROUNDS.length] ?? '');
  const distances = grounds.map((ground) => computeDistance(ground, color));
  return grounds[distances.findIndex((distance) => distance >= MIN_CONTRAST * Math.max(...distances))] ?? '';
}

function parseChannels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Returns a color between two, by the share of the second. */
export function mixColors(color: string, other: string, share: number): string {
  const others = parseChannels(other);
  const mixed = parseChannels(color).map((value, at) =>
    Math.round(value + ((others[at] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns 0 for black, 255 for white. */
export function computeBrightness(color: string): number {
  return parseChannels(color).reduce((sum, value) => sum + value, 0) / 3;
}

function computeDistance(color: string, other: string): number {
  const others = parseChannels(other);
  return Math.hypot(...parseChannels(color).map((value, at) => value - (others[at] ?? 0)));
}
