import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ShopProduct } from './types.ts';

/** State of a shop that outlives its process, in a file of its own. */
export interface KeptState<State> {
  /** State of an earlier run; undefined for a new shop, and without a file. */
  before: State | undefined;
  /** Writes the state soon after each request, and when the server closes. */
  follow(app: FastifyInstance, read: () => State): void;
}

/** Writes of several processes in the same folder do not meet in one draft. */
const DRAFT = `${process.pid}.draft`;

/** Requests that follow each other closely are written once; a killed process loses those of this time. */
const WRITE_DELAY_MS = 200;

/** Reads the state in `file`. What is no JSON is replaced by that of a new shop. */
export function keptState<State>(file: string | undefined): KeptState<State> {
  if (file === undefined) return { before: undefined, follow: () => undefined };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let lastText = textIn(file);
  return {
    before: parsed<State>(lastText),
    follow(app, read) {
      let timer: NodeJS.Timeout | undefined;
      let isClosed = false;
      const write = () => {
        timer = undefined;
        const text = JSON.stringify(read());
        if (text === lastText) return;
        try {
          writeWhole(file, text);
          lastText = text;
        } catch (error) {
          // A full disk ends no service: the shop goes on, and tries again after its next request.
          process.emitWarning(`The simulated shop's state is not kept: ${error}`);
        }
      };
      app.addHook('onResponse', async () => {
        // The response to a connection that closing cuts off comes last, when another process may own the folder.
        if (!isClosed) timer ??= setTimeout(write, WRITE_DELAY_MS).unref();
      });
      app.addHook('onClose', async () => {
        isClosed = true;
        clearTimeout(timer);
        write();
      });
    },
  };
}

/** Renames a draft: a process that is killed leaves the file as it was before. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${DRAFT}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parsed<State>(text: string): State | undefined {
  try {
    return JSON.parse(text) as State;
  } catch {
    return undefined;
  }
}

export type StockChanges = [variantId: number, stock: number | null][];

/** Applies earlier changes of stock, and returns a function that lists all of them. */
export function keptStock(products: readonly ShopProduct[], before: StockChanges = []): () => StockChanges {
  const variants = () => products.flatMap((product) => product.variants);
  const atFirst = new Map(variants().map(({ id, stock }) => [id, stock]));
  const changed = new Map(before);
  for (const variant of variants()) variant.stock = changed.get(variant.id) ?? variant.stock;
  return () =>
    variants().flatMap(
      ({ id, stock }): StockChanges => (atFirst.has(id) && atFirst.get(id) !== stock ? [[id, stock]] : []),
    );
}
