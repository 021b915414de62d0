import { writeFile } from 'node:fs/promises';
import type { ApiDescription } from '../src/openapi/description.ts';
import { startTestService } from '../testing/test-service.ts';
import { clientTypes } from './client-types.ts';
import { consoleBounds } from './console-bounds.ts';

/** `npm run client:types`: writes what the client and the console take from the description of this source. */
const running = await startTestService({
  database: { migrated: async () => 'sqlite::memory:' },
});
const api = (await (await fetch(`${running.baseUrl}/openapi.json`)).json()) as ApiDescription;
await writeFile(new URL('../client/schema.generated.ts', import.meta.url), clientTypes(api));
await writeFile(new URL('../console/bounds.generated.ts', import.meta.url), consoleBounds(api));
await running.close();
