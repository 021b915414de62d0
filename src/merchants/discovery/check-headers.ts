import type { Diagnostic } from './check-discovery.ts';
import type { Answered } from './check-answer.ts';

/** Content type, caching, and whether a page of another site may read it. */
export function diagnoseHeaders({ headers }: Answered): Diagnostic[] {
  return [diagnoseType(headers), diagnoseCaching(headers.get('cache-control')), diagnoseOrigins(headers)];
}

function diagnoseType(headers: Headers): Diagnostic {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(json|[\w.-]+\+json)$/.test(type)) {
    return { check: 'content_type', level: 'ok', title: `It says that it is JSON (${type}).` };
  }
  return {
    check: 'content_type',
    level: 'problem',
    title:
      type === ''
        ? 'The answer does not say that it is JSON.'
        : `The answer says that it is ${type}, not JSON.`,
    cause:
      'A file without an extension is served as plain text or as a download. The content is right, but strict agents look at Content-Type first.',
    remedy:
      'Let the server send “Content-Type: application/json” for /.well-known/ucp (nginx: default_type application/json; Apache: ForceType application/json).',
  };
}

/** Agents keep a manifest for a minute at least. */
const SHORTEST = 60;
const LONGEST = 86_400;

function diagnoseCaching(header: string | null): Diagnostic {
  const directives = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim());
  const forbidding = directives.find((each) => ['no-store', 'no-cache', 'private'].includes(each));
  const seconds = secondsIn(directives, 's-maxage') ?? secondsIn(directives, 'max-age');
  const warn = (title: string, cause: string): Diagnostic => ({
    check: 'caching',
    level: 'warning',
    title,
    cause,
    remedy: CACHING_REMEDY,
  });
  if (forbidding !== undefined) {
    return warn(
      `The answer forbids keeping it (${forbidding}).`,
      'Agents then ask for it each time, and strict ones call that an error.',
    );
  }
  if (seconds === undefined) {
    return warn(
      'The answer does not say how long it may be kept.',
      'There is no Cache-Control header with a max-age: each agent guesses.',
    );
  }
  if (seconds < SHORTEST)
    return warn(`It may be kept for ${seconds} seconds only.`, 'At least 60 seconds are asked for.');
  if (seconds > LONGEST) {
    return warn(
      `It may be kept for ${inWords(seconds)}.`,
      'For so long agents go on with what they know after you have changed something.',
    );
  }
  return { check: 'caching', level: 'ok', title: `It may be kept for ${inWords(seconds)}.` };
}

const CACHING_REMEDY =
  'Send “Cache-Control: public, max-age=300” for /.well-known/ucp; where a cache plugin or CDN sets the header, make an exception for this path.';

function secondsIn(directives: readonly string[], name: string): number | undefined {
  const found = directives
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .replaceAll('"', '');
  return found !== undefined && /^\d+$/.test(found) ? Number(found) : undefined;
}

function inWords(seconds: number): string {
  if (seconds >= 172_800) return `${Math.round(seconds / 86_400)} days`;
  if (seconds >= 7_200) return `${Math.round(seconds / 3_600)} hours`;
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
}

function diagnoseOrigins(headers: Headers): Diagnostic {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === 'https://agent.example') {
    return { check: 'cors', level: 'ok', title: 'Agents that run in a browser may read it.' };
  }
  return {
    check: 'cors',
    level: 'warning',
    title: 'Agents that run in a browser may not read it.',
    cause:
      'There is no Access-Control-Allow-Origin header that lets any origin in. Agents on servers do not mind.',
    remedy: 'Send “Access-Control-Allow-Origin: *” for /.well-known/ucp: the manifest is public anyway.',
  };
}
