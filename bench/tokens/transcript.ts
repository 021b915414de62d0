import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Texts of one task: calls that a model writes, and answers that it reads. */
export function transcript() {
  let written = 0;
  let read = 0;
  let calls = 0;
  return {
    /** Counts a call with its arguments, and its answer. */
    add(name: string, given: object, answer: string): void {
      calls += 1;
      written += tokensOf(`${name} ${JSON.stringify(given)}`);
      read += tokensOf(answer);
    },
    sum: () => ({ calls, written, read, total: written + read }),
  };
}

export type Transcript = ReturnType<typeof transcript>;

export function tokensOf(text: string): number {
  return countTokens(text);
}
