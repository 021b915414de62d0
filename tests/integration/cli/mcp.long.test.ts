import { everywhere } from '../../../testing/everywhere.ts';
import { officialClients } from '../../contract/mcp/official-clients.ts';
import { testPurchases } from './stdio-purchases.ts';

everywhere('ucp-host mcp and every official client', (at) => testPurchases(at, officialClients));
