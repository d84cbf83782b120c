import type { RandomSource } from '../engine/randomSource.ts';

const numbers = [-1, 0, 1, 2, 3, 4, 5, 25, 500, 501, 1200, 1.5, 1e300];
const texts = [
  '',
  'x',
  '1',
  'Hello',
  '🚲🚲🚲',
  'x'.repeat(200),
  'video/webm',
  'http://a.example/',
  'https://a.example/',
  '<VAST/>',
  '\ud800',
];
const others = [null, true, [], [null], [1], [{}], {}, { len: 5 }, { id: 1 }];

/** A container in a JSON value: an object or a list. */
type Part = Record<string, unknown>;

function partsOf(value: unknown): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Part, ...Object.values(value).flatMap(partsOf)];
}

/**
 * A copy of a JSON value with `changes` random changes: another value, mostly of the same type, a field removed or copied
 * to another name of `names`, or an item of a list twice.
 */
export function mutateJson(value: object, changes: number, names: readonly string[], random: RandomSource): unknown {
  const copy = structuredClone(value);
  for (let change = 0; change < changes; change += 1) {
    const part = random.pick(partsOf(copy));
    const fields = Object.keys(part);
    const name = fields.length > 0 && random.boolean(0.9) ? random.pick(fields) : random.pick(names);
    if (Array.isArray(part)) {
      const list = part as unknown[];
      if (list.length > 0 && random.boolean(0.3)) list.push(structuredClone(random.pick(list)));
      else if (random.boolean(0.3)) list.pop();
      else if (list.length > 0) list[random.below(list.length)] = valueLike(list[0], random);
    } else {
      const kind = random.below(5);
      if (kind === 0) delete part[name];
      else if (kind === 1) part[random.pick(names)] = structuredClone(part[name]);
      else part[name] = valueLike(part[name], random);
    }
  }
  return copy;
}

function valueLike(value: unknown, random: RandomSource): unknown {
  if (random.boolean(0.2)) return structuredClone(random.pick(others));
  if (typeof value === 'number') return random.pick(numbers);
  if (typeof value === 'string') return random.pick(texts);
  return random.pick<unknown>([...numbers, ...texts, ...structuredClone(others)]);
}
