/** All that the console and other folders know of a store platform. Imports nothing, since the console bundles it. */
export interface Presentation {
  title: string;
  /** Page of docs/ that leads a merchant through connecting; null without one. */
  guide: string | null;
  pairs: boolean;
  isWordPress: boolean;
  /** Present when the platform's own servers answer at the shops' domains. */
  hosting?: { isServedBy(response: { headers: Headers; url: string }): boolean; remedy: string };
  pictureOrigins: readonly string[];
  /** Ids of a variant in product feeds beside its own, with `{product}` and `{variant}` for the numbers. */
  feedIds: readonly string[];
  /** Parameter that names a variant in its product's address; absent where the catalog does not report it. */
  variantParameter?: string;
  /** Domain below which each shop has a domain of the platform. */
  lentDomain?: string;
  /** Domains of the shops' hosting: merchants cannot set records there. */
  hostingDomains: readonly string[];
  /** Advice to the merchant: how agents can find the store without its URL at this service. */
  discovery: string;
  /** Recipes for shops of this platform, before those for web servers. */
  recipes(shop: { manifestUrl: string; isPaired: boolean }): Recipe[];
  credentials: CredentialOptions;
}

/** `redirect`: only agents that follow redirects find the store. `direct`: all do. `advice`: nothing to paste. */
export const RECIPE_KINDS = ['redirect', 'direct', 'advice'] as const;

/** Instructions for serving `/.well-known/ucp` on the shop's domain. */
export interface Recipe {
  id: string;
  title: string;
  kind: (typeof RECIPE_KINDS)[number];
  /** Syntax highlighting: `nginx`, `apache`, `javascript`, `json`, `text`. */
  language: string;
  text: string;
  note: string;
}

/** Credentials as `ucp-host connect` and the merchant API take them. */
interface CredentialOptions {
  summary: string;
  details: string;
  examples: readonly string[];
  address: CredentialOption;
  secrets: readonly CredentialOption[];
  /** Refusal when a secret is missing; absent where none is needed. */
  incomplete?: string;
  /** Members that belong together, for the API's description. */
  members: string;
}

/** `flags`: option of the command line, `--admin-token <token>`. */
type CredentialOption = Record<'flags' | 'description' | 'member', string>;
