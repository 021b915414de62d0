import manifest from '../../package.json' with { type: 'json' };

/** The product's version, which only package.json declares. */
export const VERSION = manifest.version;

const REPOSITORY = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** Documentation of this version: that of its tag, and in a checkout that of the main branch. */
export const GUIDES = `${REPOSITORY}/blob/${import.meta.filename.endsWith('.ts') ? 'main' : `v${VERSION}`}/docs/`;
