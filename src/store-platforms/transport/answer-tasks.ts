import { parentPort } from 'node:worker_threads';

/** Answers the tasks of a `createShopThread`, in the thread. */
export function answerTasks<Task, Result>(work: (task: Task) => Result): void {
  parentPort?.postMessage('ready');
  parentPort?.on('message', (task: Task) => parentPort?.postMessage({ result: work(task) }));
}
