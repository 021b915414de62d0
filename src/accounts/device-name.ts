/** More specific names first: Edge and Opera also name Chrome, and Chrome also names Safari. */
const BROWSERS: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Name by which a person recognizes a browser: `Firefox on Windows`; empty for no known browser. */
export function toDeviceName(userAgent: string): string {
  const findName = (names: typeof BROWSERS) => names.find(([, mark]) => mark.test(userAgent))?.[0] ?? [];
  return [findName(BROWSERS), findName(SYSTEMS)].flat().join(' on ');
}
