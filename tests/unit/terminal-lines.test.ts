import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLinesForPeople, createLog } from '../../src/observability/log.ts';

it('a terminal gets lines for people, without control characters of strangers', () => {
  const lines: string[] = [];
  const log = createLog('info', createLinesForPeople({ write: (line) => void lines.push(line) }));
  log.warn({}, 'SANBOX is not a setting. Did you mean SANDBOX?');
  log.warn(
    { store: 'demo-shopify', reason: 'shop.example\u001b[2J refused\u009b the connection' },
    'A job failed',
  );
  log.error({ err: new Error('the disk is full'), requestId: 'r1' }, 'Unexpected error');
  assert.match(lines[0] ?? '', /^! \d\d:\d\d:\d\d SANBOX is not a setting\. Did you mean SANDBOX\?\n$/);
  assert.match(
    lines[1] ?? '',
    /A job failed \(store demo-shopify, reason shop\.example \[2J refused the connection\)\n$/,
  );
  assert.match(lines[2] ?? '', /^✗ .* Unexpected error \(err the disk is full, requestId r1\)\n$/);
});
