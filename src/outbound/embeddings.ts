import { hash } from 'node:crypto';
import { isObject } from '../commerce/json/is-object.ts';
import { parseJson } from '../commerce/json/parse-json.ts';
import type { Embedder } from '../commerce/product/embedder.ts';
import { askWhole } from './guarded-fetch/ask-whole.ts';
import { createGuardedFetch } from './guarded-fetch/guarded-fetch.ts';

interface EmbeddingsSettings {
  /** Address of the API, without `/embeddings`. */
  url: string;
  model: string;
  apiKey: string | undefined;
}

/** 32 vectors of 4,096 components, as long as numbers are written. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_COMPONENTS = 4_096;

/** Client of an endpoint that speaks the embeddings API of OpenAI. The operator names it: it may be on this machine. */
export function createEmbeddings({ url, model, apiKey }: EmbeddingsSettings): Embedder {
  const fetch = createGuardedFetch({ allowPrivate: true });
  const address = `${url.replace(/(?<!\/)\/+$/, '')}/embeddings`;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return {
    model,
    async embed(texts, timeoutMs) {
      const body = JSON.stringify({ model, input: texts });
      const request = { method: 'POST', headers, body };
      const limits = { timeoutMs, maxBytes: MAX_BYTES };
      const { status, text, tooLarge } = await askWhole(fetch, address, request, limits);
      if (status !== 200 || tooLarge)
        throw new Error(`${address} answered ${status}${tooLarge ? ', with too much' : ''}`);
      const vectors = parseVectors(text, texts.length);
      if (!vectors) throw new Error(`${address} answered without a vector of numbers for each text`);
      return vectors;
    },
  };
}

function parseVectors(text: string, count: number): number[][] | undefined {
  const answer = parseJson(text);
  const data = isObject(answer) && Array.isArray(answer.data) ? answer.data.filter(isObject) : [];
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index));
  return vectors.every(isVector) ? vectors : undefined;
}

function isVector(value: unknown): value is number[] {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MAX_COMPONENTS;
  return isList && value.every((each) => Number.isFinite(each));
}

/** Returns the mark of a vector's model and text. */
export function toVectorSource(model: string, text: string): string {
  return `${markOf(model)}.${hash('sha256', text, 'base64url')}`;
}

/** Creates the test whether a vector is the model's: vectors of different models may have one length. */
export function createModelTest(model: string): (source: string | null) => boolean {
  const mark = `${markOf(model)}.`;
  return (source) => source?.startsWith(mark) ?? false;
}

const markOf = (model: string): string => hash('sha256', model, 'base64url').slice(0, 11);
