import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { platforms } from '../../src/store-platforms/index.ts';
import { instant } from '../instant-platform.ts';
import { answerParent, processorMs } from './answer-parent.ts';
import { startService } from './start-service.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The service as users run it, reporting its memory after a garbage collection. */
const { port } = await startService({ ...platforms, instant });

answerParent(({ memory }) => {
  if (!memory) return { port, processorMs: processorMs() };
  collect();
  collect();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { rss, heapUsed, external, arrayBuffers };
});
