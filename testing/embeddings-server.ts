import { createHash } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import { type HttpServer, startHttpServer } from './http-server.ts';

/** Model of embeddings behind the API of OpenAI, that knows which words mean the same. */
export interface EmbeddingsServer extends Pick<HttpServer, 'url' | 'close'> {
  /** Requests since the start, or since a test has emptied it. */
  requests: { model: string; input: string[]; authorization: string | undefined }[];
  /** Answers in place of vectors. */
  fault: { status: number; body: string } | undefined;
}

const COMPONENTS = 4_096;

/** `meanings`: words by the word that they mean. */
export async function startEmbeddingsServer(
  meanings: Readonly<Record<string, readonly string[]>>,
): Promise<EmbeddingsServer> {
  const meant = new Map(
    Object.entries(meanings).flatMap(([meaning, words]) => words.map((word) => [word, meaning] as const)),
  );
  const server: EmbeddingsServer = { url: '', requests: [], fault: undefined, close: async () => undefined };
  const { url, close } = await startHttpServer(async (request, response) => {
    const { model, input } = JSON.parse(await readText(request));
    const { authorization } = request.headers;
    server.requests.push({ model, input, authorization });
    const data = input.map((each: string, index: number) => ({ index, embedding: vectorOf(each, meant) }));
    const { status, body } = server.fault ?? { status: 200, body: JSON.stringify({ data: data.reverse() }) };
    response.writeHead(request.url === '/v1/embeddings' ? status : 404).end(body);
  });
  return Object.assign(server, { url: `${url}/v1`, close });
}

/** Counts words, each at a place of its meaning. */
function vectorOf(text: string, meant: ReadonlyMap<string, string>): number[] {
  const vector = new Array<number>(COMPONENTS).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const place = createHash('sha256')
      .update(meant.get(word) ?? word)
      .digest()
      .readUInt8(0);
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}
