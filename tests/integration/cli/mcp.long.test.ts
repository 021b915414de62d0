import { it } from 'node:test';
import { everywhere } from '../../../testing/everywhere.ts';
import { officialClients } from '../../contract/mcp/official-clients.ts';
import { buyOverStdio } from './stdio-purchases.ts';

everywhere('ucp-host mcp and every official client', (at) => {
  for (const kind of officialClients)
    it(`lets ${kind.name} buy over stdio and follow the order`, () => buyOverStdio(at, kind));
});
