import { controlToken } from '../control/controlToken.ts';

/** Settings that are secrets themselves. */
const secretNames: ReadonlySet<string> = new Set(['secret', 'ADMIN_PASSWORD']);

/** Every secret among settings and addresses: those that are named so, what is made of them, and passwords of URLs. */
export function secretsOf(...settings: readonly object[]): string[] {
  return settings
    .flatMap((each) => Object.entries(each))
    .flatMap(([name, value]: [string, unknown]) => {
      if (typeof value !== 'string') return [];
      if (name === 'secret') return [value, controlToken(value)];
      return secretNames.has(name) ? [value] : passwordsIn(value);
    });
}

/**
 * Passwords of a URL, before its host and in its query. They are searched for in the text: URLs with an empty host, as those
 * of a PostgreSQL socket, are none to the parser of URLs, nor are those with a `/` in their password.
 */
function passwordsIn(text: string): string[] {
  const found = [
    ...text.matchAll(/^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s?]+)@/gi),
    ...text.matchAll(/[?&][^=&#\s]*(?:password|secret|token|key)=([^&#\s]+)/gi),
  ];
  return found.flatMap(([, password = '']) => {
    try {
      return [password, decodeURIComponent(password)];
    } catch {
      return [password];
    }
  });
}
