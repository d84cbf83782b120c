/** The credentials of an OAuth client. */
export interface ClientCredentials {
  clientId: string;
  secret: string;
  /** Whether they came in the Authorization header. */
  isBasic: boolean;
}

/** Credentials, or why they cannot be read; `missing` = there are none. */
export type ReadCredentials = ClientCredentials | 'missing' | 'malformed' | 'twice';

/**
 * Reads the credentials of a token request: from Basic authentication, whose parts are form-encoded (RFC 6749, section
 * 2.3.1), or from the body, but not from both.
 */
export function readCredentials(authorization: string | null, form: URLSearchParams): ReadCredentials {
  const [clientId, secret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === null) {
    return clientId === null || secret === null ? 'missing' : { clientId, secret, isBasic: false };
  }
  if (secret !== null) return 'twice';
  const encoded = /^Basic ([A-Za-z\d+/]+={0,2})$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return 'malformed';
  const basic = { clientId: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) };
  if (clientId !== null && clientId !== basic.clientId) return 'twice';
  return { ...basic, isBasic: true };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';
}
