import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { isObject } from '../../../src/commerce/json/is-object.ts';
import { wrapPlatform } from '../../../src/store-platforms/around-platform.ts';
import type { PlatformRegistry } from '../../../src/store-platforms/connections.ts';
import { platforms } from '../../../src/store-platforms/index.ts';
import { databases } from '../../../testing/databases.ts';
import type { Platform } from '../../../testing/test-service.ts';
import type { Answer } from '../../recorded-wires/recorder.ts';
import { openStage, type Wire } from '../../recorded-wires/stage.ts';

/** Replaces a text of a shop; `member` is its name, or that of the list which has it. */
export type Rewrite = (text: string, member: string) => string;

/** Plays a conversation with a shop whose answers are rewritten, and returns the answers and the whole tape. */
export async function playRewritten(
  t: TestContext,
  { wire, platform, rewrite }: { wire: Wire | undefined; platform: Platform; rewrite: Rewrite },
): Promise<{ answers: (Answer & { title: string })[]; tape: string }> {
  const [database] = databases;
  assert.ok(database && wire);
  const stage = await openStage(t, wire, { database, platform, platforms: createRegistry(rewrite) });
  const answers: (Answer & { title: string })[] = [];
  const { call } = stage.tape;
  stage.tape.call = async (method, url, message, note) => {
    const answer = await call(method, url, message, note);
    answers.push({ ...answer, title: `${method} ${url} ${JSON.stringify(message?.body ?? '')}` });
    return answer;
  };
  await wire.play(stage);
  return { answers, tape: stage.tape.text() };
}

/** The store platforms, each answer and each refusal of which is rewritten before the service cleans it. */
function createRegistry(rewrite: Rewrite): PlatformRegistry {
  const entries = Object.entries(platforms).map(([name, kind]) => {
    const connect: typeof kind.connect = (...input) =>
      wrapPlatform(kind.connect(...input), (_name, call) =>
        call().then(
          (answer) => rewriteAll(answer, '', rewrite) as typeof answer,
          (error: unknown) => {
            throw error instanceof CommerceError ? rewriteError(error, rewrite) : error;
          },
        ),
      );
    return [name, { ...kind, connect }] as const;
  });
  return Object.fromEntries(entries);
}

function rewriteError(error: CommerceError, rewrite: Rewrite): CommerceError {
  const { message, refusals, details } = error;
  const parts = rewriteAll({ message, refusals, details }, '', rewrite);
  return Object.assign(error, parts);
}

function rewriteAll(value: unknown, member: string, rewrite: Rewrite): unknown {
  if (typeof value === 'string') return rewrite(value, member);
  if (Array.isArray(value)) return value.map((each) => rewriteAll(each, member, rewrite));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, rewriteAll(each, name, rewrite)]),
  );
}
