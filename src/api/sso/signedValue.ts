import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs JSON that a browser returns in a cookie, and reads it. */
export interface ValueSigner<T> {
  sign(value: T, expiresAt: Date): string;
  /** The value of a text that was signed here and has not expired; null for any other. */
  read(text: string | undefined, now: Date): T | null;
}

/** The installation's secret, and others whose signatures are accepted too. */
export interface SigningSecrets {
  secret: string;
  otherSecrets: readonly string[];
}

/** Creates a signer for values of one use. */
export function createValueSigner<T>({ secret, otherSecrets }: SigningSecrets, use: string): ValueSigner<T> {
  const markOf = (body: string, by = secret) =>
    createHmac('sha256', by).update(`signed value: ${use} ${body}`).digest();
  return {
    sign(value, expiresAt) {
      const body = Buffer.from(JSON.stringify({ value, endsAt: expiresAt.getTime() })).toString('base64url');
      return `${body}.${markOf(body).toString('base64url')}`;
    },
    read(text = '', now) {
      const [body = '', mark = '', ...more] = text.split('.');
      const given = Buffer.from(mark, 'base64url');
      const isSigned = [secret, ...otherSecrets].some((by) => {
        const expected = markOf(body, by);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (more.length > 0 || !isSigned) return null;
      const { value, endsAt } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { value: T; endsAt: number };
      return endsAt > now.getTime() ? value : null;
    },
  };
}
