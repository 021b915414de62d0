import { answerParent } from './answer-parent.ts';

/** A neighbor on the machine that streams through memory, and leaves others a cold cache. */
const BYTES = 256 * 1024 * 1024;
const numbers = new Float64Array(BYTES / Float64Array.BYTES_PER_ELEMENT);
let pass = 0;

function stream(): void {
  pass += 1;
  numbers.fill(pass);
  setImmediate(stream);
}

answerParent(() => ({ pass }));
stream();
