import { z } from 'zod';
import { formatMinute } from '../../commerce/time/time.ts';
import { requireStore } from '../access.ts';
import { defineForOperator } from '../action.ts';

export const jobCommands = [
  defineForOperator({
    input: z.object({ slug: z.string().optional() }),
    async run(visit, { slug }) {
      const { stores, jobs } = visit.context;
      const listed = slug === undefined ? await stores.list() : [await requireStore(visit, slug)];
      const items = await Promise.all(
        listed.map(async ({ id, slug: store }) =>
          (await jobs.listOfStore(id)).map(
            ({ kind, subject, running, runAt, attempts, progress, lastError }) => ({
              store,
              kind,
              subject,
              running,
              run_at: runAt,
              attempts,
              progress,
              last_error: lastError,
            }),
          ),
        ),
      );
      return { items: items.flat() };
    },
    command: {
      name: 'jobs list',
      summary: 'List background jobs: waiting, running, and the last error of each',
      examples: ['jobs list', 'jobs list my-store --json'],
      members: { slug: ['[slug]', 'only of this store'] },
      prints: {
        columns: {
          STORE: ({ store }) => store,
          JOB: ({ kind }) => kind,
          SUBJECT: ({ subject }) => subject,
          'RUNS AT': ({ running, run_at }) => (running ? 'now' : formatMinute(run_at)),
          ATTEMPTS: ({ attempts }) => String(attempts),
          'LAST ERROR': ({ last_error }) => last_error ?? '',
        },
        none: 'There are no jobs.',
      },
    },
  }),
];
