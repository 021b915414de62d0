/** Reads rows page by page, each page behind the last row of the one before. A page that is not full is the last one. */
export async function* readPages<Row, Start>(
  read: (position: Row | Start, size: number) => Promise<Row[]>,
  start: Start,
  size: number,
): AsyncGenerator<Row[]> {
  for (let position: Row | Start = start; ; ) {
    const rows = await read(position, size);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    position = last;
  }
}
