import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createPayloadSchema, EVENT_DATA } from '../../src/events/payloads.ts';

const page = await readFile('docs/events.md', 'utf8');

describe('docs/events.md', () => {
  for (const [type, data] of Object.entries(EVENT_DATA))
    it(`shows an example of ${type} that is true to its schema`, () => {
      const [, section = ''] = page.split(`\n### ${type}\n`);
      const [, json = ''] = /```json\n([\s\S]*?)\n```/.exec(section.split('\n### ')[0] ?? '') ?? [];
      createPayloadSchema(type, data.strict()).strict().parse(JSON.parse(json));
    });
});
