import manifest from '../package.json' with { type: 'json' };

/** The product's version; it stands in package.json only. */
export const VERSION = manifest.version;
