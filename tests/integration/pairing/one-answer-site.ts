import type { IncomingHttpHeaders } from 'node:http';
import type { TestContext } from 'node:test';
import { startHttpServer } from '../../../testing/http-server.ts';

type Answer = { status: number; headers: Record<string, string>; body: string };

/** Starts a site that returns one answer to every request, or never answers; closes it when the test ends. */
export async function answering(
  t: TestContext,
  answer: Answer | 'never',
): Promise<{ url: string; asked(): IncomingHttpHeaders[] }> {
  const requests: IncomingHttpHeaders[] = [];
  const server = await startHttpServer((request, response) => {
    requests.push(request.headers);
    if (answer === 'never') return;
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(answer.body);
  });
  t.after(() => server.close());
  return { url: server.url, asked: () => requests };
}
