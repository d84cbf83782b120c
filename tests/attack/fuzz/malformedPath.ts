import type { Random } from '../createRandom.ts';

const malformedPathSegments = [
  '%00', '%ff', '%', '%zz', '..', '%2e%2e', '%2e%2e%2fetc%2fpasswd', '.', '//', '\\', '0', '-1', '1e9', '999999999999999999999',
  '2147483648', '1%20or%201=1', '__proto__', 'constructor', '{id}', '*', ':id', '%E2%80%AE', '\u00e9', '%F0%9F%98%80', ';a=b', 'null', '~',
]; // prettier-ignore
const queryNames =
  'w h cb ua ip did did_type lat lon url page ref app_bundle bundle gdpr gdpr_consent us_privacy gpp gpp_sid coppa schain country vast_version min_duration max_duration pod_size q page size sort status demandId bidder uid f key sdk iid token p r code x to'.split(
    ' ',
  );
const queryValues = [
  '', '1', '-1', '0', 'x', '%00', '%', '%ff%fe', '%F0%9F%98%80', '1e999', 'NaN', '[]', '{}', '%5B%5D', '../..', 'a,b,,c', '%27%3B--', 'null', '1!1,1',
  '1.0,1!ssp.example,1,1', 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA', 'DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN', '1---', '1YYY', '%E2%80%AE', '+',
]; // prettier-ignore

/** A malformed path segment. */
export function malformedPathSegment(random: Random): string {
  return random.boolean(0.05) ? 'x'.repeat(random.pick([600, 5000, 60_000])) : random.pick(malformedPathSegments);
}

/** A query of random parameters with the leading question mark; empty for none. */
export function malformedQuery(random: Random, names: readonly string[] = queryNames): string {
  const parts = Array.from({ length: random.below(5) }, () => {
    const name = random.boolean(0.9) && names.length > 0 ? random.pick(names) : malformedPathSegment(random);
    const value = random.boolean(0.02)
      ? random.pick(['(', 'a.', '1,', '%41']).repeat(random.pick([100, 3000, 20_000]))
      : random.pick(queryValues);
    return random.boolean(0.05) ? name : `${name}=${value}`;
  });
  if (parts.length === 0) return random.boolean(0.1) ? '?' : '';
  return `?${parts.join(random.boolean(0.05) ? ';' : '&')}${random.boolean(0.02) ? '#f' : ''}`;
}

/** A path with one character changed or removed, or truncated, or with its end repeated. */
export function corruptPath(path: string, random: Random): string {
  const at = 1 + random.below(path.length);
  return random.pick([
    path.slice(0, at),
    path.slice(0, at) + path.slice(at + 1),
    `${path.slice(0, at)}A${path.slice(at + 1)}`,
    path + path.slice(at - 1),
  ]);
}
