import { z } from 'zod';
import { DIAGNOSTIC_LEVELS } from '../../commerce/store/health.ts';
import type { ExpectedManifest, ReadManifest } from '../../commerce/store/published-manifest.ts';
import type { Probe, WholeAnswer } from '../../outbound/guarded-fetch/ask-whole.ts';
import { nameObject } from '../../wire/named.ts';

/** Result of one check, in words for the merchant. */
export const diagnostic = nameObject('Diagnostic', {
  check: z.string().describe('Name of the check: address, connection, redirect, status, content_type, …'),
  level: z.enum(DIAGNOSTIC_LEVELS),
  title: z.string(),
  cause: z.string().optional(),
  remedy: z.string().optional(),
});

export type Diagnostic = z.output<typeof diagnostic>;

export interface DiscoveryCheck {
  probe: Probe;
  /** Accepted forms, any other being a problem; any store's manifest when left out. */
  expected?: Partial<Record<'own' | 'official', ExpectedManifest>>;
  /** Store platform, which selects the remedy. */
  platform?: string;
}

/** Answer to a check's request. */
export type Answered = WholeAnswer & { url: string };

export interface DiscoveryReport {
  /** Agents that follow redirects find the store. */
  ok: boolean;
  /** Agents that follow no redirects find it too. */
  strict: boolean;
  url: string;
  diagnostics: Diagnostic[];
  /** Manifest at the last URL. */
  manifest?: ReadManifest;
}

export function toOkDiagnostic(check: string, title: string): Diagnostic {
  return { check, level: 'ok', title };
}

type Said = Required<Pick<Diagnostic, 'title' | 'cause' | 'remedy'>>;

export function toWarningDiagnostic(check: string, texts: Said): Diagnostic {
  return { check, level: 'warning', ...texts };
}

/** Diagnostic of something that keeps agents out. */
export function toProblemDiagnostic(check: string, texts: Said): Diagnostic {
  return { check, level: 'problem', ...texts };
}
