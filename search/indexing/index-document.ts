import { analyze, foldIdentifier, type Token } from '../language/analyze.ts';
import { toCategoryName, toCategoryNames } from './category-names.ts';
import { countOccurrence, type Field } from './fields.ts';
import type { SearchDocument } from './search-document.ts';
import { addTerm, addWord, NO_TERM, type Vocabulary } from './vocabulary.ts';

/** Words of a field that are indexed; later ones are left out. */
const MAX_FIELD_WORDS: Record<Field, number> = {
  title: 100,
  options: 300,
  brand: 20,
  categories: 100,
  tags: 200,
  identifiers: 300,
  description: 400,
};

/** A document in the terms of a vocabulary. */
export interface IndexedDocument {
  key: number;
  available: boolean;
  minPrice: number;
  maxPrice: number;
  titleLength: number;
  descriptionLength: number;
  /** Occurrences by field of each term. */
  counts: ReadonlyMap<number, number>;
  /** Terms in the order of the text; `NO_TERM` parts its fields. Every term of `counts` is in it. */
  sequence: readonly number[];
}

interface Writing {
  vocabulary: Vocabulary;
  counts: Map<number, number>;
  sequence: number[];
  /** Terms that stand at no place of the text: joined forms, identifiers and facets. */
  beside: Set<number>;
}

/** Reads a document into terms, and adds its words to the vocabulary. */
export function indexDocument(vocabulary: Vocabulary, document: SearchDocument): IndexedDocument {
  const writing: Writing = { vocabulary, counts: new Map(), sequence: [], beside: new Set() };
  const titleLength = writeField(writing, 'title', [document.title]);
  writeField(writing, 'options', document.options);
  writeField(writing, 'brand', [document.brand]);
  writeField(writing, 'categories', document.categories);
  writeField(writing, 'tags', document.tags);
  // The words of a GTIN would name nothing: it is found as a whole.
  const texts = document.identifiers.filter((identifier) => /\p{L}/u.test(identifier));
  writeField(writing, 'identifiers', texts);
  const descriptionLength = writeField(writing, 'description', [document.description]);
  for (const facet of toFacets(document)) addBesideText(writing, addTerm(vocabulary, facet));
  for (const identifier of document.identifiers.slice(0, MAX_FIELD_WORDS.identifiers))
    addBesideText(writing, addTerm(vocabulary, toIdentifierTerm(identifier)));
  const { key, available, minPrice, maxPrice } = document;
  const { counts, beside } = writing;
  const sequence = [...writing.sequence, ...beside];
  return { key, available, minPrice, maxPrice, titleLength, descriptionLength, counts, sequence };
}

export function toIdentifierTerm(identifier: string): string {
  return `#${foldIdentifier(identifier).slice(0, 64)}`;
}

/** Returns the term of a category by its name or by its whole path. */
export function toCategoryTerm(category: string): string {
  return toTerm(toCategoryName(category));
}

/** Terms of products whose variants need no delivery: of all such products, and of those with no other variant. */
export const UNDELIVERED_TERMS = { some: '=undelivered:some', all: '=undelivered:all' } as const;

/** Terms by which a filter finds a document: all names of its categories, and whether it needs delivery. */
function toFacets({ categories, undelivered }: SearchDocument): string[] {
  const paths = categories.slice(0, MAX_FIELD_WORDS.categories);
  const { some, all } = UNDELIVERED_TERMS;
  return [
    ...new Set(paths.flatMap(toCategoryNames).map(toTerm)),
    ...(undelivered ? [some] : []),
    ...(undelivered === 'all' ? [all] : []),
  ];
}

function toTerm(name: string): string {
  return `=category:${name}`.slice(0, 300);
}

function addBesideText(writing: Writing, term: number): void {
  if (term === NO_TERM || writing.counts.has(term)) return;
  writing.counts.set(term, 0);
  writing.beside.add(term);
}

/** Returns how many words the field has. */
function writeField(writing: Writing, field: Field, texts: readonly string[]): number {
  const { sequence } = writing;
  const begin = sequence.length;
  for (const text of texts) {
    if (text === '' || sequence.length - begin >= MAX_FIELD_WORDS[field]) continue;
    for (const token of analyze(text)) {
      if (sequence.length - begin >= MAX_FIELD_WORDS[field]) break;
      writeToken(writing, field, token);
    }
    sequence.push(NO_TERM);
  }
  return sequence.length - begin;
}

function writeToken({ vocabulary, counts, sequence, beside }: Writing, field: Field, token: Token): void {
  const count = (term: number) => {
    if (term !== NO_TERM) counts.set(term, countOccurrence(counts.get(term) ?? 0, field));
  };
  for (const word of token.words) {
    const term = addWord(vocabulary, word);
    sequence.push(term);
    count(term);
  }
  for (const form of [...(token.whole ? [token.whole] : []), ...(token.characters ?? [])]) {
    const term = addWord(vocabulary, form);
    if (term !== NO_TERM) beside.add(term);
    count(term);
  }
}
