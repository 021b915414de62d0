import { hash } from 'node:crypto';

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
