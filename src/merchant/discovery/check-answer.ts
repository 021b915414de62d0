import { parseJson } from '../../commerce/json/parse-json.ts';
import type { ReadManifest } from '../../commerce/store/published-manifest.ts';
import { readManifest } from '../../protocols/contract/read-manifest.ts';
import { diagnoseHeaders } from './check-headers.ts';
import { diagnoseManifest, isExpected } from './check-manifest.ts';
import {
  detectHostingPlatform,
  diagnosePage,
  diagnoseServedByPlatform,
  diagnoseStatus,
  isHtml,
} from './check-pages.ts';
import {
  type Answered,
  type Diagnostic,
  type DiscoveryCheck,
  toOkDiagnostic,
  toProblemDiagnostic,
} from './diagnostic.ts';

/** Diagnoses the final response. */
export function diagnoseAnswer(
  check: DiscoveryCheck,
  answer: Answered,
): { diagnostics: Diagnostic[]; manifest?: ReadManifest } {
  if (answer.status !== 200) return { diagnostics: [diagnoseStatus(check, answer)] };
  const status = toOkDiagnostic('status', `${new URL(answer.url).host} returns 200.`);
  if (answer.tooLarge) return { diagnostics: [status, TOO_LARGE] };
  const body = parseJson(answer.text.replace(/^\uFEFF/, ''));
  if (body === undefined)
    return { diagnostics: [status, isHtml(answer) ? diagnosePage(check, answer) : diagnoseNotJson(answer)] };
  const manifest = readManifest(body);
  const host = detectHostingPlatform(answer);
  if (host && !isExpected(check, manifest))
    return { diagnostics: [status, diagnoseServedByPlatform(host, answer, manifest)], manifest };
  const diagnostics = [status, ...diagnoseManifest(check, manifest), ...diagnoseHeaders(answer)];
  return { diagnostics, manifest };
}

const TOO_LARGE = toProblemDiagnostic('size', {
  title: 'The response is too large for a manifest.',
  cause: 'It has more than 256 KB; a manifest has about 2 KB.',
  remedy:
    'Something else is served at this URL. Compare it with the manifest’s own URL, and use one of the recipes.',
});

function diagnoseNotJson({ text }: Answered): Diagnostic {
  return toProblemDiagnostic('body', {
    title: text.trim() === '' ? 'The response is empty.' : 'The response is not valid JSON.',
    cause:
      text.trim() === ''
        ? 'The server returns 200 without a body.'
        : 'It is cut off, was edited by hand, or a plugin adds text to it.',
    remedy: 'Copy the manifest again from its URL, or use a recipe that fetches it automatically.',
  });
}
