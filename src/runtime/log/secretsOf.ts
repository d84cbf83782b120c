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

/** URLs with an empty host, as those of a PostgreSQL socket, are none to the parser of URLs. */
function passwordsIn(text: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/@]+)@/i.exec(text)?.[1];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
