import { CONCURRENT } from './compare.ts';

/** Last section of results.md. */
export const HOW_TO_READ = [
  'Absolute figures are those of one machine at one moment; what counts is the part of a bare `node:http` server that does',
  'nothing but answer a body of the same size. Both run in processes of their own and get the same requests on',
  `${CONCURRENT} keep-alive connections, by turns in short rounds; "of bare" is the median of what neighbouring rounds gave.`,
  '"µs" is the time on a processor for each request, all threads together: other programs disturb it least. "bare busy" is',
  'the part of the time that the bare server was on a processor: well below 100 % something else on the machine, or the load',
  'generator, held it back, and the ratio says less than the µs do.',
  'The service runs as users run it, but for rate limits, which would refuse: SQLite in a file, `synchronous = FULL`,',
  '`LOG_LEVEL=warn`. Each create carries a fresh idempotency key and is committed twice: its claim before the platform is asked,',
  'and its cart after, which waits for the disk; creates that come in together share their commits. 1,000 sessions are read again',
  'and again, or 5,000 of the million. "PostgreSQL, µs" is the time of all its processes on a processor.',
  "The own time is what the agent's client measures less what the platform itself took. That passes and is measured in a",
  "thread of its own, so a late timer is not the service's, but waiting for the service's own event loop is; the disk, the",
  'way over loopback and the client are in it as well. For the curve every store is asked, one after the other, and sessions',
  'are read that lie spread over the table. A column that stays level says that nothing searches through a table.',
  '',
  'Where the time goes that is not the bare server: a session is read from the file, opened, parsed and rendered;',
  "a create writes about three of the file's pages, in two",
  'commits, and SQLite computes a checksum of each page that it writes.',
].join('\n');
