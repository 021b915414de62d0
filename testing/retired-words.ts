/** Words that docs/glossary.md retires. To retire another one, add a line. */

export interface RetiredWord {
  /** Lower-case word of an identifier (`toldOf` is `told` and `of`), a comment or a test's title. */
  word: RegExp;
  say: string;
  /** Restricts the word to names or to prose. */
  only?: 'names' | 'prose';
  /** Files in which the word means something else. */
  except?: RegExp;
}

/** Member of an older sandbox address. */
const TROUBLE_ON_WIRES = /site-(faults|behaviour)/;
/** Kysely's word. */
const STORAGE = /\/storage\/|bench\/|job-flood/;
/** Ciphertexts are bound to names of their time. */
const PLACES = /storage\/tables|security\/rotate-key/;

export const RETIRED_WORDS: readonly RetiredWord[] = [
  { word: /^upkeep$/, say: 'jobs, background work' },
  { word: /^dialects?$/, say: 'protocol', except: STORAGE },
  { word: /^farewells?$/, say: 'unpair notification', except: PLACES },
  { word: /^desks?$/, say: 'merchant context' },
  { word: /^(shelf|shelves|shelved)$/, say: 'console assets, cart store', except: /irregular-plurals/ },
  { word: /^surroundings?$/, say: 'dependencies' },
  { word: /^tall(y|ies)$/, say: 'histogram' },
  { word: /^crews?$/, say: 'worker pool' },
  { word: /^patien(ce|t|tly)$/, say: 'limits, timeout' },
  { word: /^obstacles?$/, say: 'error, refusal reason' },
  { word: /^judg(e|es|ed|ing)$/, say: 'diagnose, check' },
  { word: /^guess(es|ing|ed|er|ers)?$/, say: 'attempt' },
  { word: /^troubles?d?$/, say: 'failure, fault', except: TROUBLE_ON_WIRES },
  { word: /^(told|untold|telling|tells?)$/, say: 'notified, reported, returned' },
  { word: /^(noted|noticed|notices)$/, say: 'warning, call stats, progress, recorded', except: PLACES },
  { word: /^remembered$/, say: 'repositories, cached, stored' },
  { word: /^(hurry|hurried|sooner)$/, say: 'deadline, jitter' },
  { word: /^standing$/, say: 'current' },
  { word: /^(most|longest)$/, say: 'max', only: 'names' },
  { word: /^doors?$/, say: 'options, endpoint, credential', only: 'names' },
  { word: /^(wish|wishes|asker|askers|vouched)$/, say: 'request, caller, known', only: 'names' },
  {
    word: /^(nobody|somebody|anybody|everybody|whoever)s?$/,
    say: 'the noun: caller, agent, worker',
    only: 'prose',
  },
];

export const RETIRED_PHRASES: readonly { phrase: RegExp; say: string }[] = [
  { phrase: /\bbad days?\b/i, say: 'failures, fault injection' },
  { phrase: /\bown (hosts?|domains?)\b/i, say: 'tenant host, custom domain' },
  { phrase: /\bregular work\b/i, say: 'recurring jobs' },
  { phrase: /\bin turns?\b/i, say: 'one after the other, under a lease' },
];

/** A comment begins with a verb in the third person, or with the noun that it is about. */
export const HEADLESS =
  /^(?:What|Whatever|Who|Whoever|Whom|Whose|Where|Wherever|Which|So many|So long|As many|Of|That which|Those|Somebody|Nobody|Anybody)\b/;

/** A title names a thing, or is a predicate that can be read alone: it begins with no preposition, conjunction or relative. */
export const HEADLESS_TITLE =
  /^(?:\(|(?:what|whatever|who|whoever|whom|whose|which|that|where|wherever|when|whenever|while|why|how|whether|and|or|but|nor|neither|because|if|though|unless|until|since|than|of|for|with|without|in|into|on|onto|as|by|to|from|at|over|under|about|above|below|after|before|beside|between|against|among|during|through|within|not|only|still)\b)/i;

/** A test’s title is a predicate with its own verb and objects: none begins with a verb that needs its suite. */
export const DEPENDENT_TITLE = /^(?:is|are|has|have|had|was|were|does|do|did|no|none|also|even)\b/i;

/** A comment that says no more than a type: `Instant`, `Gid` or `Json<Warning[]>`. */
export const TYPE_ALONE =
  /^(?:ISO|(?:ISO )?[Ii]nstants?(?: \(ISO\))?(?:, UTC)?|GIDs?|JSON: [\w<>[\]]+)\.?\s*$/;

/** Names of variables that say what was done to a value and not what it is. Booleans are called `is…` or `has…`. */
export const PARTICIPLES =
  /^(?:made|wanted|held|given|shown|asked|kept|known|found|told|sent|chosen|taken|stored|said|written|named|placed)$/;
