/**
 * `npm run bench -- search` measures a data set over HTTP (see measure-data-set.ts); with `--sentences` the sentences of
 * tests/fixtures/search (see measure-sentences.ts).
 */
const [, , first] = process.argv;
if (first === '--sentences') await import('./measure-sentences.ts');
else await import('./measure-data-set.ts');
