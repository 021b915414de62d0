/** Sentences in which language models ask for what a query of key words names. */
const SENTENCES: readonly ((query: string) => string)[] = [
  (query) => `I am looking for a ${query} for my friend`,
  (query) => `Can you recommend a good ${query} while I am traveling?`,
  (query) => `what is the best ${query} to give as a present to someone who likes nice things`,
  (query) => `${query}, but nothing too expensive please`,
];

/** Puts a query into a sentence, one after the other. */
export function asSentence(query: string, place: number): string {
  return SENTENCES[place % SENTENCES.length]?.(query) ?? query;
}
