import { encodeVector } from '../../search/index.ts';
import type { Product } from '../commerce/product/products.ts';
import { toVectorSource } from '../outbound/embeddings.ts';
import type { ProductEmbedding, RevisedProduct } from '../storage/repositories/catalog/product-revisions.ts';
import type { JobContext, RunningStoreJob } from './job-kind.ts';

/** Texts of one request to the model. */
const BATCH_SIZE = 32;
/** A model on processors needs seconds for a batch. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 50;
/** Models read about as much. */
const MAX_CHARACTERS = 1_500;

type Embedding = Pick<JobContext, 'embedder' | 'productRevisions' | 'productEmbeddings' | 'store' | 'wait'>;

/** Asks the operator's model for missing vectors; resumes at the last written batch. Of two processes, each writes what the other has not. */
export async function embedProducts(context: Embedding, job: Pick<RunningStoreJob, 'recordProgress'>) {
  const { embedder, productRevisions, productEmbeddings, store } = context;
  if (!embedder) return undefined;
  const { model } = embedder;
  const { embeddedRevision, embeddingModel } = await productRevisions.latest(store.id);
  const seen = embeddingModel === model ? embeddedRevision : -1;
  for (let position = { revision: seen, number: Number.MAX_SAFE_INTEGER }; ; ) {
    // Before the rows: if none follow, all up to it have their vectors. A process that comes second raises it and writes no row.
    const { revision } = await productRevisions.latest(store.id);
    const rows = await productRevisions.listAfter(store.id, position, BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) {
      await productEmbeddings.write(store.id, [], { model, upTo: revision });
      return undefined;
    }
    const unseen = rows.flatMap((row) => getUnseenText(row, model));
    const texts = unseen.map(({ text }) => text);
    const vectors = texts.length > 0 ? await embedder.embed(texts, TIMEOUT_MS) : [];
    const embeddings = unseen.map(({ row, embeddingOf }, index): ProductEmbedding => {
      const embedding = encodeVector(vectors[index] ?? []);
      return { number: row.number, revision: row.revision, embedding, embeddingOf };
    });
    // Other products of the last revision may follow.
    await productEmbeddings.write(store.id, embeddings, { model, upTo: last.revision - 1 });
    await job.recordProgress(null);
    position = last;
    await context.wait(PAUSE_MS);
  }
}

function getUnseenText(row: RevisedProduct, model: string) {
  if (!row.product || row.product.unlisted) return [];
  const text = buildText(row.product);
  const embeddingOf = toVectorSource(model, text);
  return row.embeddingOf === embeddingOf ? [] : [{ row, text, embeddingOf }];
}

function buildText({ title, brand, categories = [], tags, description }: Product): string {
  return [title, brand, categories.join(', '), tags.join(', '), description]
    .filter((part) => part)
    .join('. ')
    .slice(0, MAX_CHARACTERS);
}
