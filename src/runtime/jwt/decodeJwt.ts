/** A JWT in its compact form (RFC 7515, 7.1), decoded but not verified. */
export interface Jwt {
  /** The header: `alg`, usually `kid`, and others. */
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
  /** The signed text: header and claims in base64url. */
  signed: string;
  signature: Buffer;
}

/** Decodes a signed JWT. Null unless it has three parts in base64url, of which the first two are JSON objects. */
export function decodeJwt(text: string): Jwt | null {
  const [head = '', body = '', signature = '', ...more] = text.split('.');
  if (more.length > 0 || ![head, body, signature].every((part) => /^[\w-]+$/.test(part))) return null;
  const header = objectIn(head);
  const claims = objectIn(body);
  return (
    header && claims && { header, claims, signed: `${head}.${body}`, signature: Buffer.from(signature, 'base64url') }
  );
}

function objectIn(part: string): Record<string, unknown> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'));
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
