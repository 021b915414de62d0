import { fork } from 'node:child_process';

/** A process that the benchmark started and ends. */
export interface Child {
  /** Asks it something; throws what it throws, and when it has ended. */
  ask<Answer>(question: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** What every server among the children answers to any question. */
export interface ServerState {
  port: number;
  processorMs: number;
}

interface Reply {
  id: number;
  answer?: unknown;
  error?: string;
}

/** Starts `children/<name>.ts`; it ends with this process, whatever happens to it. */
export async function startChild(name: string, settings: Record<string, string> = {}): Promise<Child> {
  const file = new URL(`./children/${name}.ts`, import.meta.url);
  const child = fork(file, {
    env: { ...inherited(), ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.once('exit', () => {
    for (const [id, settle] of waiting) settle({ id, error: `The ${name} process ended` });
  });

  const ask = async <Answer>(question: object): Promise<Answer> => {
    last += 1;
    const id = last;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      child.send({ id, question }, (error) => error && resolve({ id, error: error.message }));
    });
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.answer as Answer;
  };

  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };

  await ask({});
  return { ask, stop };
}

/** The children's settings are the benchmark's: none of the user's own reaches them. */
function inherited(): Record<string, string> {
  const { PATH, NODE_OPTIONS } = process.env;
  return { ...(PATH ? { PATH } : {}), ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) };
}
