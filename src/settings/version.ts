import manifest from '../../package.json' with { type: 'json' };

/** The product's version, which only package.json declares. */
export const VERSION = manifest.version;
