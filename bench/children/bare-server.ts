import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent, processorMs } from './answer-parent.ts';
import { count } from './counting.ts';

/** Baseline of `node:http`: reads the request's body and sends a fixed response. */
let body = '{}';
let status = 200;

const server = createServer((request, reply) => {
  const answer = () => {
    reply.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    reply.end(body);
  };
  if (request.method === 'GET') answer();
  else request.on('data', () => undefined).on('end', answer);
});

server.listen(0, '127.0.0.1', () => {
  answerParent(async (question) => {
    if (typeof question.bytes === 'number')
      body = JSON.stringify('x'.repeat(Math.max(0, question.bytes - 2)));
    if (typeof question.status === 'number') status = question.status;
    return {
      port: (server.address() as AddressInfo).port,
      processorMs: processorMs(),
      ...(await count(question)),
    };
  });
});
