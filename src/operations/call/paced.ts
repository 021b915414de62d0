import { setTimeout as sleep } from 'node:timers/promises';

/** Rest after each part of long work, as a multiple of the time that it took. */
const REST_FACTOR = 3;

/** Yields the parts of long work, and rests after each: others have most of the process meanwhile. */
export async function* paceParts<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  let beganAt = performance.now();
  for await (const part of parts) {
    await sleep(REST_FACTOR * (performance.now() - beganAt));
    yield part;
    beganAt = performance.now();
  }
}
