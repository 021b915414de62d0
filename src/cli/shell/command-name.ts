/** Returns a command as it is typed here: in a checkout by npm's script, under npx by npx, else by the binary. */
export function toTypedCommand(args: string): string {
  return `${TYPED} ${args}`;
}

/** Name of the command in help and completion. */
export const BINARY = 'ucp-host';
const TYPED = getTypedName();

function getTypedName(): string {
  if (import.meta.filename.endsWith('.ts')) return 'npm run -s cli --';
  return process.env.npm_command === 'exec' ? `npx ${BINARY}` : BINARY;
}
