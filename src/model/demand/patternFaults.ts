import type { Fault } from '../entity/fault.ts';

/**
 * The fault of the URL of an object with a partner that still has a placeholder of a pattern, such as <zoneId>: the
 * value that the partner assigns is missing.
 */
export function patternFaults(path: 'url' | 'endpoint', url: string, partner: string): Fault[] {
  const [placeholder] = partner === '' ? [] : (/<\w+>/.exec(url) ?? []);
  if (placeholder === undefined) return [];
  return [{ code: 'placeholder', message: `Replace ${placeholder} with the value from the partner`, path }];
}
