import { writeFile } from 'node:fs/promises';
import type { ApiDescription } from '../src/openapi/description.ts';
import { startTestService } from '../testing/test-service.ts';
import { clientTypes } from './client-types.ts';

/** `npm run client:types`: writes client/schema.generated.ts from the description of this source. */
const running = await startTestService({
  database: { migrated: async () => 'sqlite::memory:' },
});
const api = (await (await fetch(`${running.baseUrl}/openapi.json`)).json()) as ApiDescription;
await writeFile(new URL('../client/schema.generated.ts', import.meta.url), clientTypes(api));
await running.close();
