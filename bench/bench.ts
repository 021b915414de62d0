/** `npm run bench [-- what] [options]`: measures speed, or what is named first: search, tokens, soak, storm, refusals, feeds, console. */
const PROGRAMS: Record<string, string> = {
  speed: './run.ts',
  search: `./search/measure-${process.argv[3] === '--sentences' ? 'sentences' : 'data-set'}.ts`,
  tokens: './tokens.ts',
  soak: './soak.ts',
  storm: './storm.ts',
  refusals: './refusals.ts',
  feeds: './feeds.ts',
  console: './console/measure-console.ts',
};

const [, , first = ''] = process.argv;
if (first === '--help') {
  console.log(
    `npm run bench -- [${Object.keys(PROGRAMS).join('|')}] [options]\n\nspeed, which is meant without a name, takes --quick and --only part,part.`,
  );
  process.exit();
}
const isNamed = first !== '' && !first.startsWith('-');
const program = PROGRAMS[isNamed ? first : 'speed'];
if (program === undefined)
  throw new Error(`There is no bench of ${first}. Name one of: ${Object.keys(PROGRAMS).join(', ')}`);
if (isNamed) process.argv.splice(2, 1);
await import(program);
