import { type HttpServer, startHttpServer } from '../../../testing/http-server.ts';

/** Forwards every request and drops the first response. */
export function forgetfulProxy(target: string): Promise<HttpServer> {
  let lost = false;
  return startHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const text = await answer.text();
    if (!lost) {
      lost = true;
      return request.socket.destroy();
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
}
