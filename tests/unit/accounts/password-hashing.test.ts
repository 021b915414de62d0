import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scryptHashing } from '../../../src/accounts/password-hashing.ts';

/** Made by better-auth 1.7.6, with the accent as a character of its own. */
const EARLIER_HASH =
  '20660205e8f0edcfdb6d8e6b21f9af3c:94ca6f09132d3ca239f50b72ce8cc552f5782328b805a4af5d4cd096b2419931026647a41232c1248a8b04c5c4b4ca90d84b8865d5b4728d6876d6b2f648fad7';

describe('hashes of passwords', () => {
  it('verify a password that was hashed by better-auth, however its accent is typed', async () => {
    for (const password of ['pässword of 2025', 'pa\u0308ssword of 2025'])
      assert.equal(await scryptHashing.verify(password, EARLIER_HASH), true);
    assert.equal(await scryptHashing.verify('password of 2025', EARLIER_HASH), false);
  });

  it('differ for the same password, and verify it alone', async () => {
    const hashes = await Promise.all([1, 2].map(() => scryptHashing.hash('a good password')));
    assert.notEqual(hashes[0], hashes[1]);
    for (const hash of hashes) {
      assert.equal(await scryptHashing.verify('a good password', hash), true);
      assert.equal(await scryptHashing.verify('a good passwore', hash), false);
    }
  });

  it('verify nothing when they are cut or empty', async () => {
    const hash = await scryptHashing.hash('a good password');
    for (const cut of ['', ':', hash.split(':')[0] ?? '', hash.slice(0, -2), `${hash}00`])
      assert.equal(await scryptHashing.verify('a good password', cut), false, cut);
  });
});
