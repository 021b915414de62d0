import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normalize } from './normalizer.ts';

const TOKEN = 'hW0123456789';

describe('the placeholders of recorded wires', () => {
  it('keep cart tokens apart from signatures and hashes that begin like one', () => {
    const [signature, hash, keyId] = [
      `${TOKEN}+`.padEnd(86, 'x'),
      `${TOKEN}/`.padEnd(43, 'x'),
      `${TOKEN}-`.padEnd(43, 'X'),
    ];
    const text = `sig1=:${signature}==: sha-256=:${hash}=: keyid="${keyId}" "${TOKEN}-standard" /Cart/${TOKEN}?`;
    assert.equal(
      normalize(text, new Map()),
      'sig1=:<signature 1>: sha-256=:<hmac 1>: keyid="<base64url43 1>" "<cartToken 1>-standard" /Cart/<cartToken 1>?',
    );
  });
});
