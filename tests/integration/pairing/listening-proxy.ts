import { type HttpServer, startHttpServer } from '../../../testing/http-server.ts';

/** One call, as it went over the wire. */
export type Overheard = { asked: unknown; status: number; answered: unknown };

/** Forwards and records every exchange. */
export async function listeningProxy(target: string): Promise<HttpServer & { heard: Overheard[] }> {
  const heard: Overheard[] = [];
  const server = await startHttpServer(async (request, response) => {
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
  return { ...server, heard };
}
