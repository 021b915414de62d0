import { fork } from 'node:child_process';

/** Child process that the benchmark starts and ends. */
export interface Child extends AsyncDisposable {
  /** Sends a question and returns the answer. Throws the child's error, or when the child has exited. */
  ask<Answer>(question: object): Promise<Answer>;
}

/** Answer of every child server to any question. */
export interface ServerState {
  port: number;
  processorMs: number;
}

interface Reply {
  id: number;
  answer?: unknown;
  error?: string;
}

/** Starts `children/<name>.ts`, which ends when it is disposed of, or with this process. */
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

  await ask({});
  return {
    ask,
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Children get the benchmark's settings only, none of the user's environment. */
function inherited(): Record<string, string> {
  const { PATH, NODE_OPTIONS } = process.env;
  return { ...(PATH ? { PATH } : {}), ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) };
}
