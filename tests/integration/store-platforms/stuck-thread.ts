import { answerTasks } from '../../../src/store-platforms/transport/answer-tasks.ts';

/** Answers a task with itself, never ends an `endless` one, and breaks at a `broken` one. */
answerTasks((task: string) => {
  while (task === 'endless');
  if (task === 'broken') throw new Error('broken by a task');
  return task;
});
