import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const { file }: { file: string } = workerData;
const database = new DatabaseSync(file);
// Both the log and the file are synced, in this order: also after a power cut one of them has it.
database.exec('PRAGMA synchronous = FULL');

/** Moves what it can without keeping anybody from reading or writing. */
parentPort?.on('message', () => {
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  parentPort?.postMessage('done');
});
