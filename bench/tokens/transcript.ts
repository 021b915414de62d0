import { countTokens as tokensOf } from 'gpt-tokenizer/encoding/o200k_base';

export { tokensOf };

/** Texts of one task: calls that a model writes, and answers that it reads. */
export function transcript() {
  let tokensIn = 0;
  let tokensOut = 0;
  let calls = 0;
  return {
    /** Counts a call with its arguments, and its answer. */
    add(name: string, args: object, answer: string): void {
      calls += 1;
      tokensIn += tokensOf(`${name} ${JSON.stringify(args)}`);
      tokensOut += tokensOf(answer);
    },
    sum: () => ({ calls, written: tokensIn, read: tokensOut, total: tokensIn + tokensOut }),
  };
}

export type Transcript = ReturnType<typeof transcript>;
