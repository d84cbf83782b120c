import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32, bytesOfBase32 } from './base32.ts';

/** Seconds of a time step. */
const stepSeconds = 30;
const digits = 6;
/** Bytes of a secret: those of SHA-1, as RFC 4226 recommends. */
const secretBytes = 20;

/** A new secret of an authenticator app, base32. */
export function newTotpSecret(): string {
  return base32(randomBytes(secretBytes));
}

/** The time step of a point in time (RFC 6238). */
export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}

/** The code of a time step: six digits (RFC 6238 with SHA-1, which all apps support). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOfBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step of a code: the current one, or one before or after it; null when the code is wrong. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const current = totpStep(now);
  const steps = [current, current - 1, current + 1];
  return steps.find((step) => isEqual(totpCode(secret, step), code)) ?? null;
}

/** The URL that an authenticator app reads from a QR code. */
export function totpUrl({ secret, login, issuer }: { secret: string; login: string; issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(login)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function isEqual(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
}
