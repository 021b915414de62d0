import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSealing } from '../../../src/storage/engine/sealing.ts';

describe('sealing', () => {
  const sealing = createSealing('a secret key of the tests only');
  const sealed = sealing.seal('the address', 'sessions.continue_url/1');

  it('refuses to open a sealed text at another place, even after it was opened at its own', () => {
    for (let time = 0; time < 2; time += 1)
      assert.equal(sealing.open(sealed, 'sessions.continue_url/1'), 'the address');
    assert.throws(() => sealing.open(sealed, 'sessions.continue_url/2'));
  });

  it('refuses to open a changed sealed text', () => {
    const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'Q' : 'A');
    assert.throws(() => sealing.open(changed, 'sessions.continue_url/1'));
  });

  it('seals the same text differently each time', () => {
    const texts = Array.from({ length: 1_000 }, () => sealing.seal('the address', 'here'));
    assert.equal(new Set(texts).size, texts.length);
  });

  it('refuses to open a text that another key has sealed', () => {
    const other = createSealing('another secret key of the tests');
    assert.throws(() => other.open(sealed, 'sessions.continue_url/1'), /SECRET_KEY/);
  });
});
