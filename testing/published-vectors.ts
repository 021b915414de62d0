import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test vectors that others publish, which this repository does not hold: by folder, where anyone gets the files. */
const SOURCES = {
  wycheproof: 'https://github.com/C2SP/wycheproof, commit dac1dd4: files of testvectors_v1/',
  'structured-fields':
    'https://github.com/httpwg/structured-field-tests, commit 1e280c3: the whole repository',
  'web-bot-auth':
    'https://github.com/cloudflare/web-bot-auth, commit 19fd120: packages/web-bot-auth/test/test_data/*, and packages/jsonwebkey-thumbprint/test/fixtures/vectors.json as jwk-thumbprints.json',
};
const SETTING = 'JUDGES_FOLDER';
const FOLDER = process.env[SETTING] ?? join(import.meta.dirname, '../../shared/judges');

/** Returns a suite's `skip`: false when the vectors are there, else the printed way to get them. */
export function withoutVectors(): false | string {
  const missing = Object.entries(SOURCES).filter(([folder]) => !existsSync(join(FOLDER, folder)));
  if (missing.length === 0) return false;
  const reason = `NOT RUN: ${FOLDER} lacks test vectors that others publish`;
  const ways = missing.map(([folder, source]) => `      ${folder}/ from ${source}\n`);
  process.stderr.write(`\n!!! ${reason}. Fill it, or a folder that ${SETTING} names:\n${ways.join('')}\n`);
  return reason;
}

/** Reads a file of vectors, by its path. */
export function readVectors<Vectors>(path: string): Vectors {
  return JSON.parse(readFileSync(join(FOLDER, path), 'utf8'));
}
