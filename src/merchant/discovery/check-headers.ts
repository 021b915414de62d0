import {
  type Answered,
  type Diagnostic,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from './diagnostic.ts';

/** Checks content type, caching and CORS. */
export function diagnoseHeaders({ headers }: Answered): Diagnostic[] {
  return [diagnoseType(headers), diagnoseCaching(headers.get('cache-control')), diagnoseOrigins(headers)];
}

function diagnoseType(headers: Headers): Diagnostic {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(json|[\w.-]+\+json)$/.test(type)) {
    return toOkDiagnostic('content_type', `The content type is JSON (${type}).`);
  }
  return toProblemDiagnostic('content_type', {
    title: type === '' ? 'The response has no content type.' : `The content type is ${type}, not JSON.`,
    cause:
      'Files without an extension are served as plain text or as a download. The content is right, but strict agents check Content-Type first.',
    remedy:
      'Send “Content-Type: application/json” for /.well-known/ucp (nginx: default_type application/json; Apache: ForceType application/json).',
  });
}

/** Agents cache a manifest for at least a minute. */
const MIN_MAX_AGE_SECONDS = 60;
const MAX_MAX_AGE_SECONDS = 86_400;

function diagnoseCaching(header: string | null): Diagnostic {
  const directives = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim());
  const forbidding = directives.find((each) => ['no-store', 'no-cache', 'private'].includes(each));
  const seconds = readSeconds(directives, 's-maxage') ?? readSeconds(directives, 'max-age');
  const warn = (title: string, cause: string) =>
    toWarningDiagnostic('caching', { title, cause, remedy: CACHING_REMEDY });
  if (forbidding !== undefined) {
    return warn(
      `The response forbids caching (${forbidding}).`,
      'Agents fetch it for every request, and strict agents treat this as an error.',
    );
  }
  if (seconds === undefined) {
    return warn(
      'The response does not say how long it may be cached.',
      'There is no Cache-Control header with a max-age, so each agent decides for itself.',
    );
  }
  if (seconds < MIN_MAX_AGE_SECONDS)
    return warn(`It may be cached for only ${seconds} seconds.`, 'Agents expect at least 60 seconds.');
  if (seconds > MAX_MAX_AGE_SECONDS) {
    return warn(
      `It may be cached for ${formatSeconds(seconds)}.`,
      'Agents use the old version for this long after you change something.',
    );
  }
  return toOkDiagnostic('caching', `It may be cached for ${formatSeconds(seconds)}.`);
}

const CACHING_REMEDY =
  'Send “Cache-Control: public, max-age=300” for /.well-known/ucp; where a cache plugin or CDN sets the header, make an exception for this path.';

function readSeconds(directives: readonly string[], name: string): number | undefined {
  const seconds = directives
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .replaceAll('"', '');
  return seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
}

function formatSeconds(seconds: number): string {
  if (seconds >= 172_800) return `${Math.round(seconds / 86_400)} days`;
  if (seconds >= 7_200) return `${Math.round(seconds / 3_600)} hours`;
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
}

function diagnoseOrigins(headers: Headers): Diagnostic {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === 'https://agent.example')
    return toOkDiagnostic('cors', 'Agents that run in a browser can read it.');
  return toWarningDiagnostic('cors', {
    title: 'Agents that run in a browser cannot read it.',
    cause:
      'There is no Access-Control-Allow-Origin header that allows any origin. Agents on servers are not affected.',
    remedy: 'Send “Access-Control-Allow-Origin: *” for /.well-known/ucp: the manifest is public anyway.',
  });
}
