import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';

// Requests come first. Elsewhere a priority is that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await import(String(workerData));
