import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bounds the work on a request that is answered before its body has arrived: bodies above the limit are not read on. */
export function limitUnreadBody({ raw }: FastifyRequest, reply: FastifyReply, maxBytes: number): void {
  if (raw.complete) return;
  if (Number(raw.headers['content-length']) > maxBytes) {
    reply.header('connection', 'close');
    // Node would read on until the client has closed its side as well.
    reply.raw.once('finish', () => raw.socket.destroy());
  } else if (raw.headers['transfer-encoding'] !== undefined) closeBeyond(raw, maxBytes);
}

/** Closes the connection once a body of unknown length exceeds the limit: only then, so that clients with less can read the answer. */
function closeBeyond(raw: FastifyRequest['raw'], maxBytes: number): void {
  let left = maxBytes;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.socket.destroy();
  });
  // Without a first read Node discards the body once the answer is sent, and emits no data.
  raw.read(0);
}
