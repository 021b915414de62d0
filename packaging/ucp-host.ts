#!/usr/bin/env -S node --disallow-code-generation-from-strings
/** The `ucp-host` command: names the Node that it needs before anything that an older Node cannot load. */
const MIN_NODE = 24;

if (Number.parseInt(process.versions.node, 10) >= MIN_NODE) {
  await import('../src/main.ts');
} else {
  process.stderr.write(
    `✗ ucp-host needs Node ${MIN_NODE} or newer, and this is ${process.version}. Without installing it: npx -p node@${MIN_NODE} -p ucp-host ucp-host\n`,
  );
  process.exitCode = 2;
}
