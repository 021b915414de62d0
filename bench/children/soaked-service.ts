import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createService } from '../../src/service.ts';
import { readConfig } from '../../src/settings/config.ts';
import { platforms } from '../../src/store-platforms/index.ts';
import { instant } from '../instant-platform.ts';
import { answerParent, processorMs } from './answer-parent.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The service as users run it, reporting its memory after a garbage collection. */
const service = await createService(readConfig(process.env), { platforms: { ...platforms, instant } });
const port = Number(new URL(await service.listen()).port);

answerParent(({ memory }) => {
  if (!memory) return { port, processorMs: processorMs() };
  collect();
  collect();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { rss, heapUsed, external, arrayBuffers };
});
