import { controlToken } from '../control/controlToken.ts';

/** Settings that are secrets as a whole. */
const secretNames: ReadonlySet<string> = new Set(['secret', 'ADMIN_PASSWORD']);

/** All secrets in settings and URLs: secret settings, tokens derived from them, and passwords in URLs. */
export function secretsOf(...settings: readonly object[]): string[] {
  return settings
    .flatMap((each) => Object.entries(each))
    .flatMap(([name, value]: [string, unknown]) => {
      if (name === 'otherSecrets') return (value as string[]).flatMap((secret) => [secret, controlToken(secret)]);
      if (typeof value !== 'string') return [];
      if (name === 'secret') return [value, controlToken(value)];
      return secretNames.has(name) ? [value] : passwordsIn(value);
    });
}

/**
 * The passwords of a URL, before its host and in its query. They are found by pattern: the URL parser rejects URLs with
 * an empty host, such as those of a PostgreSQL socket, and those with a `/` in the password.
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
