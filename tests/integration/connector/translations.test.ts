import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makePot, potFile } from '../../../connectors/make-pot.ts';

describe('the WordPress plugin’s translations', () => {
  it('lists every string of the WordPress plugin in the translation template', () =>
    assert.equal(
      readFileSync(potFile, 'utf8'),
      makePot(),
      'The template is not up to date: run node connectors/make-pot.ts',
    ));

  it('explain each placeholder to translators', () => {
    const entries = makePot().split('\n\n');
    const unexplained = entries.filter(
      (text) => text.includes('#, php-format') && !text.includes('#. translators:'),
    );
    assert.deepEqual(unexplained, []);
  });
});
