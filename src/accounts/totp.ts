import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from './cookies.ts';

/** Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and 30 seconds, which all apps support. */
const STEP_MS = 30_000;
const DIGITS = 6;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a fresh secret of 160 bits, in base32 as apps read it. */
export function createTotpSecret(): string {
  return drawText(32);
}

/** One character for each byte, of five random bits. */
function drawText(length: number): string {
  return [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Returns the time step of a right code, of clocks that differ by one at most, after `lastStep`: a code works once. */
export function matchStep(code: string, factor: { secret: string; lastStep: number }, nowMs: number) {
  const present = Math.floor(nowMs / STEP_MS);
  const steps = [present - 1, present, present + 1];
  return steps.find((step) => step > factor.lastStep && isSame(code, computeCode(factor.secret, step)));
}

/** Returns the code of an instant, as an app shows it. */
export function computeCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Address from which an app reads the secret. */
export function buildTotpUri(of: Record<'secret' | 'issuer' | 'account', string>): string {
  const { secret, issuer, account } = of;
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** Returns ten codes of 50 random bits, in two groups of five characters. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => drawText(10).toLowerCase().replace(/^.{5}/, '$&-'));
}

/** Removes spaces, and distinguishes codes of apps from recovery codes. */
export function readCode(text: string): { digits: string } | { recoveryCode: string } {
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase();
  return /^\d{6}$/.test(code) ? { digits: code } : { recoveryCode: `${code.slice(0, 5)}-${code.slice(5)}` };
}
