import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharesName } from '../../console/components/stores/shares-name.ts';
import { showsTests } from '../../console/components/stores/shows-tests.ts';

describe('the console’s views of stores', () => {
  it('show tests of a test store, and of another one until the first real agent has called', () => {
    const called = '2026-11-26T09:00:00.000Z';
    const view = (test_mode: boolean, last_agent_activity_at: string | null) =>
      showsTests({ test_mode, last_agent_activity_at });
    assert.deepEqual(
      [view(true, null), view(true, called), view(false, null), view(false, called)],
      [true, true, true, false],
    );
  });

  it('distinguish stores of one name by their slugs, and no others', () => {
    const stores = [
      { slug: 'north', name: 'Mugs' },
      { slug: 'south', name: 'Mugs' },
      { slug: 'lamps', name: 'Lamps' },
    ];
    assert.deepEqual(
      stores.map((each) => sharesName(each, stores)),
      [true, true, false],
    );
  });
});
