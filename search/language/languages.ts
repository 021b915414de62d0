import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import type { LanguageWords } from './language-words.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';

/** Words by ISO 639-1 code; of languages that a text may equally be in, the first is detected. */
export const LANGUAGE_WORDS: Readonly<Record<string, LanguageWords>> = { en, de, fr, es, it, nl, pt, sv };
