import { randomInt } from 'node:crypto';

/** Characters of recovery codes: none that looks like another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** A code has 16 characters: 79 random bits, so that its hash needs no salt of its own. */
const length = 16;
const codes = 10;

/** Ten new recovery codes, in groups of four: abcd-efgh-jkmn-pqrs. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    return code.match(/.{4}/g)?.join('-') ?? code;
  });
}

/** A recovery code as it is stored, from one as people type it; null when it has not the form of one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  return code.length === length && /^[a-z0-9]+$/.test(code) ? (code.match(/.{4}/g)?.join('-') ?? null) : null;
}
