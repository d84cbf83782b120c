import type { Random } from '../createRandom.ts';
import { jsonMarks } from './writeMalformedJson.ts';

const malformedValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  3,
  0.5,
  1e300,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  '1',
  ' ',
  '${AUCTION_PRICE}',
  "'; drop table users; --",
  '{x:UInt8}',
  '%00%ff',
  '<![CDATA[]]>]]>',
  '\u202e\u0000\ufeff',
  'ÿ'.repeat(300),
  'x'.repeat(70_000),
  [],
  [null],
  ['a', 1],
  [[]],
  {},
  { id: '1' },
  JSON.parse('{"__proto__":{"isSuper":true},"constructor":{"prototype":{}},"toString":1,"length":-1}'),
  ...Object.keys(jsonMarks).map((mark) => JSON.parse(mark) as string),
];

const names = '__proto__ constructor toString id ids name ext status version demandId hasOwnProperty length then'.split(
  ' ',
);

/** All nested objects and lists of a value. */
function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(partsOf)];
}

/** A copy with malformed values in some places. */
export function mutateValue(value: unknown, changes: number, random: Random): unknown {
  const copy = structuredClone(value);
  for (let change = 0; change < changes; change += 1) {
    const parts = partsOf(copy);
    if (parts.length === 0) return structuredClone(random.pick(malformedValues));
    const part = random.pick(parts);
    const name = random.pick([...Object.keys(part), random.pick(names)]);
    if (Array.isArray(part) && name === 'length') continue;
    const malformed = structuredClone(random.pick(malformedValues));
    Object.defineProperty(part, name, { value: malformed, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
