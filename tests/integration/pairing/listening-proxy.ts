import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call, as it went over the wire. */
export type Overheard = { asked: unknown; status: number; answered: unknown };

/** Forwards and records every exchange. */
export async function listeningProxy(
  target: string,
): Promise<{ url: string; heard: Overheard[]; close(): Promise<void> }> {
  const heard: Overheard[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    heard.push({
      asked: body === '' ? null : JSON.parse(body),
      status: answer.status,
      answered: JSON.parse(text),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
