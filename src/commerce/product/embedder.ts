export interface Embedder {
  model: string;
  /** Returns a vector for each text. Rejects when the endpoint fails, or does not answer all of them in time. */
  embed(texts: readonly string[], timeoutMs: number): Promise<number[][]>;
}
