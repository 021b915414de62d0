import colors from 'picocolors';

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function sayError(text: string): void {
  process.stderr.write(`${colors.red('✗')} ${text}\n`);
}
