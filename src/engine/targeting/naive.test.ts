import { expect, test } from 'vitest';
import { unknownPolicies, type TargetingRow, type UnknownPolicy } from '#model/index.ts';
import { readQuery } from '#standards/readQuery.ts';
import { seededRank } from '../auction/seededRank.ts';
import { buildTargeting } from '#tests/support/engine/buildRows.ts';
import { compileTargeting } from './compileTargeting.ts';
import { readTraits } from './readTraits.ts';
import { failingRule } from './rule.ts';

/**
 * Dimensions with values of their own parameter: the dimension, its fields, the parameter, the policy field and some
 * values.
 */
const dimensions = [
  ['country', 'countries', 'excludedCountries', 'country', 'unknownGeography', ['US', 'DE', 'FR']],
  ['dma', 'dmas', 'excludedDmas', 'dma', 'unknownGeography', ['501', '803', '602']],
  ['language', 'languages', 'excludedLanguages', 'lang', 'unknownDevices', ['en', 'de', 'fr']],
  ['connection', 'connections', 'excludedConnections', 'connection', 'unknownNetwork', ['wifi', '4g', '5g']],
  ['position', 'positions', 'excludedPositions', 'startdelay', 'unknownPlayer', ['pre', 'mid', 'post']],
  ['category', 'categories', 'excludedCategories', 'cat', 'unknownContent', ['IAB2-1', 'IAB2-2', 'IAB3-1']],
  ['genre', 'genres', 'excludedGenres', 'content_genre', 'unknownContent', ['news', 'drama', 'sport']],
] as const;

const delays: Record<string, string> = { pre: '0', mid: '60', post: '-2' };

/** The meaning of a targeting, spelled out. */
function naivePasses(
  wanted: readonly string[],
  excluded: readonly string[],
  policy: UnknownPolicy,
  declaredValues: readonly string[],
): boolean {
  if (wanted.length === 0 && excluded.length === 0) return true;
  if (declaredValues.length === 0) return policy === 'auto' ? wanted.length === 0 : policy === 'pass';
  if (excluded.some((value) => declaredValues.includes(value))) return false;
  return wanted.length === 0 || wanted.some((value) => declaredValues.includes(value));
}

test('any targeting decides any request as specified: all dimensions must pass, and a failing one is named', () => {
  let count = 0;
  const random = () => 1 - Math.exp(-seededRank(7, (count += 1), 1));
  const some = <T>(values: readonly T[], share: number) => values.filter(() => random() < share);
  for (let round = 0; round < 1000; round += 1) {
    const row: Partial<TargetingRow> = {};
    const policies: Partial<Record<string, UnknownPolicy>> = {};
    const declaredValues: Record<string, readonly string[]> = {};
    const query: string[] = [];
    for (const [name, wanted, excluded, parameter, group, values] of dimensions) {
      policies[group] ??= unknownPolicies[Math.floor(random() * 3)]?.value ?? 'auto';
      row[wanted] = random() < 0.4 ? some(values, 0.5) : [];
      row[excluded] = random() < 0.3 ? some(values, 0.3).filter((value) => !row[wanted]?.includes(value)) : [];
      const isList = name === 'category' || name === 'genre';
      const declared = random() < 0.25 ? [] : some(values, 0.6).slice(0, isList ? 3 : 1);
      declaredValues[name] = declared;
      const text = declared.map((value) => (name === 'position' ? (delays[value] ?? '') : value)).join(',');
      if (text !== '') query.push(`${parameter}=${text}`);
    }
    const targeting = buildTargeting({ ...row, ...policies });
    const { rules } = compileTargeting(targeting, () => undefined);
    const traits = readTraits(
      { query: readQuery(`/vast/a?${query.join('&')}`), headers: {}, peer: '' },
      { environment: 'web', now: 0, zoneHours: 0 },
    );
    const failing = dimensions
      .filter(
        ([name, wanted, excluded, , group]) =>
          !naivePasses(targeting[wanted], targeting[excluded], policies[group] ?? 'auto', declaredValues[name] ?? []),
      )
      .map(([name]) => `targeting_${name}`);
    expect(failingRule(rules, traits), `${JSON.stringify(row)} ${query.join('&')}`).toBe(failing[0] ?? null);
  }
});
