import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const { file }: { file: string } = workerData;
const database = new DatabaseSync(file);
// Syncs the log, then the file: after a power cut one of them has each commit.
database.exec('PRAGMA synchronous = FULL');

/** A passive checkpoint blocks neither readers nor writers. Answers with the number of frames in the log. */
parentPort?.on('message', () => {
  parentPort?.postMessage(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.log);
});
