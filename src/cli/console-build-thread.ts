import { parentPort, workerData } from 'node:worker_threads';
import { build, type Plugin } from 'vite';

/** Builds the console and posts its progress. */
const { configFile, outDir } = workerData as { configFile: string; outDir: string };

const steps: Plugin = {
  name: 'steps',
  buildStart: () => parentPort?.postMessage('reading its sources'),
  renderStart: () => parentPort?.postMessage('putting its pages together'),
  writeBundle: () => parentPort?.postMessage('writing its files'),
};

await build({ configFile, logLevel: 'error', plugins: [steps], build: { outDir, emptyOutDir: true } });
// Vite may leave a watcher running.
process.exit(0);
