import { parentPort } from 'node:worker_threads';

/** Answers pages in `EUR`, never ends one in `XXX`, and breaks at one in `XTS`. */
parentPort?.on('message', ({ currency }: { currency: string }) => {
  while (currency === 'XXX');
  if (currency === 'XTS') throw new Error('broken by a page');
  parentPort?.postMessage([]);
});
parentPort?.postMessage('ready');
