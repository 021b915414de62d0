import { CONCURRENT } from './compare.ts';
import { signed, table, whole } from './page.ts';

/** Memory of the process after this many responses and a garbage collection, in bytes. */
export interface MemorySample {
  answers: number;
  rss: number;
  heapUsed: number;
  external: number;
}

export interface Soaked {
  samples: MemorySample[];
  seconds: number;
}

const MB = 1024 * 1024;
/** Growth per million requests in the second half above which it counts as a leak. */
const MAX_MB_PER_MILLION = 16;
const MAX_SHOWN = 20;
/** Bounded caches are still filling before that. */
const ENOUGH = 200_000;

/** Returns the heap's growth over the second half, when bounded caches are full, in MB per million requests. */
function growthOf({ samples }: Soaked): { heap: number; rss: number } {
  const last = samples.slice(Math.floor(samples.length / 2));
  const perMillion = (of: (sample: MemorySample) => number) =>
    (slopeOf(last.map((sample) => ({ x: sample.answers, y: of(sample) }))) * 1_000_000) / MB;
  return { heap: perMillion(({ heapUsed }) => heapUsed), rss: perMillion(({ rss }) => rss) };
}

export function isFlat(soaked: Soaked): boolean {
  return growthOf(soaked).heap <= MAX_MB_PER_MILLION;
}

/** Returns the page that `npm run bench soak` writes. */
export function soakReport(soaked: Soaked, answers: number): string {
  const { heap, rss } = growthOf(soaked);
  const every = Math.max(1, Math.ceil(soaked.samples.length / MAX_SHOWN));
  const samples = soaked.samples.filter(
    (_, index) => index % every === 0 || index === soaked.samples.length - 1,
  );
  const rows = samples.map((each) => [
    whole(each.answers),
    mb(each.heapUsed),
    mb(each.external),
    mb(each.rss),
  ]);
  const verdict =
    answers < ENOUGH ? 'Too few to judge by' : isFlat(soaked) ? 'Memory stays flat' : 'Memory grows';
  return `# Memory over ${whole(answers)} requests

One process on SQLite with every limit on, asked by ${CONCURRENT} connections from more than 100,000 addresses: manifests, searches, lookups, reads of
sessions, MCP calls, new sessions and changed carts. After every few thousand answers garbage is collected and what is left is
counted. Made by \`npm run bench soak\`.

**${verdict}: over the second half the heap changes by ${signed(heap)} MB per million requests** (at most ${MAX_MB_PER_MILLION} is flat), what the
system gives the process by ${signed(rss)} MB. ${soaked.seconds} seconds; every request was answered as wanted.

${table(['Requests', 'Heap, MB', 'Outside the heap, MB', 'Resident, MB'], rows).join('\n')}
`;
}

function mb(bytes: number): string {
  return (bytes / MB).toFixed(1);
}

interface Point {
  x: number;
  y: number;
}

/** Returns the slope by least squares; 0 for fewer than two points. */
function slopeOf(points: readonly Point[]): number {
  const count = points.length;
  if (count < 2) return 0;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const rise = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return spread === 0 ? 0 : rise / spread;
}
