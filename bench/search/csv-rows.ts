/** A field with or without quotes, and what ends it. */
const FIELDS = {
  ',': /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy,
  ';': /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r?\n|$)/gy,
} as const;

/** Reads comma-separated values, the line of names included. */
export function readRows(text: string, separator: keyof typeof FIELDS = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.trimEnd().matchAll(FIELDS[separator])) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

/** Reads rows as records by the names of the first line. */
export function readRecords(text: string, separator: keyof typeof FIELDS = ','): Record<string, string>[] {
  const [names = [], ...rows] = readRows(text.replace(/^\uFEFF/, ''), separator);
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}
