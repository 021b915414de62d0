import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { logOfTests } from '../../../testing/log-of-tests.ts';
import { startTestService } from '../../../testing/test-service.ts';

const STORE = 'demo-shopify';
/** Per minute and address: 3 refused deliveries of one sender's name. */
const SETTINGS = { RATE_LIMIT: '0.01', TRUST_PROXY: '1', LOG_LEVEL: 'warn' };

onEveryDatabase('refused webhook deliveries', (database) => {
  let minute = Math.floor(Date.now() / 60_000) * 60_000 + 1_000;
  const lines: string[] = [];
  const logTo = {
    write(line: string) {
      lines.push(line);
      logOfTests.write(line);
    },
  };
  const running = forSuite(() =>
    startTestService({ database, settings: SETTINGS, overrides: { now: () => minute, logTo } }),
  );
  const headersOf = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': 'shop/1.0' });
  const post = async (address: string, slug: string) => {
    const url = `${running.baseUrl}/webhooks/${slug}`;
    return (await fetch(url, { method: 'POST', body: '{"id":1}', headers: headersOf(address) })).status;
  };

  it('reads no further body of an address after three unsigned deliveries in a minute', () =>
    assertLimited(STORE, 401));

  it('reads no further body of an address after three deliveries to unknown stores in a minute', () =>
    assertLimited('no-such-store', 404));

  it('writes one line a minute for each store to the log', () => {
    const refused = lines.filter((line) => line.includes('A webhook was refused'));
    assert.equal(refused.length, 1, refused.join(''));
    assert.match(refused[0] ?? '', /"slug":"demo-shopify","receipt":"bad_signature"/);
  });

  async function assertLimited(slug: string, status: number): Promise<void> {
    minute += 60_000;
    for (let time = 0; time < 3; time += 1) assert.equal(await post('192.0.2.1', slug), status);
    assert.match(await sendHead('192.0.2.1', slug), /^HTTP\/1.1 429 .*retry-after: \d+\r\n/is);
    assert.equal(await post('192.0.2.2', slug), status, 'another address has a quota of its own');
    minute += 60_000;
    assert.equal(await post('192.0.2.1', slug), status);
  }

  /** Sends the head of a delivery alone, and returns the answer to it. */
  function sendHead(address: string, slug: string): Promise<string> {
    const { host, hostname, port } = new URL(running.baseUrl);
    const socket = connect(Number(port), hostname);
    const headers = { host, connection: 'close', 'content-length': 1_000_000, ...headersOf(address) };
    const head = Object.entries(headers).map((each) => each.join(': '));
    socket.write(`POST /webhooks/${slug} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    return text(socket);
  }
});
