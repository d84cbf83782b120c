import type { JsonSchema } from './readApiRoutes.ts';
import type { Random } from './createRandom.ts';

/** Returns the value of a property that refers to a row, by the property's name; undefined for any other property. */
export type ResolveReference = (name: string, schema: JsonSchema) => unknown;

/** Texts of which at least one matches nearly every pattern of the API. */
const texts = [
  'x',
  '1',
  '1.50',
  '2026-01-01',
  '2026-01',
  '2026-01-01T00:00:00Z',
  '08:00',
  'UTC',
  'https://pixel.example/a',
  'sample.example',
  'someone@sample.example',
  'com.sample.app',
  'tag.sample',
  'USD',
  'DE',
  '192.0.2.0/24',
  '/tags',
  'sample0000000000',
  '',
];

/** A value that fits a schema: required properties, references to rows, and a random choice of the others. */
export function sampleValue(schema: JsonSchema, random: Random, refer: ResolveReference, richness = 0.3): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sampleValue(random.pick(choices), random, refer, richness);
  switch (schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return random.boolean(0.5);
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'string':
      return textOf(schema, random);
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, random.below(3)) }, () =>
        sampleValue(schema.items ?? {}, random, refer, richness),
      );
    case 'object':
      return objectOf(schema, random, refer, richness);
    case undefined:
    default:
      return 'sample';
  }
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  random: Random,
  refer: ResolveReference,
  richness: number,
) {
  const entries = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const referred = refer(name, schema);
    if (referred !== undefined) return [[name, referred]];
    if (!required.includes(name) && !random.boolean(richness)) return [];
    return [[name, sampleValue(schema, random, refer, richness)]];
  });
  return Object.fromEntries(entries);
}

function numberOf({ type, minimum, maximum = 100, exclusiveMinimum }: JsonSchema, random: Random): number {
  const min = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const range = Math.min(Math.max(0, maximum - min), 1000);
  return type === 'integer' ? min + random.below(range + 1) : min + random.next() * range;
}

function textOf({ pattern, minLength = 0, maxLength = 100, format }: JsonSchema, random: Random): string {
  if (format === 'date') return '2026-01-01';
  const own = `s${random.below(1e9).toString(36)}`.padEnd(minLength, 'x').slice(0, maxLength);
  if (pattern === undefined) return own;
  const rule = new RegExp(pattern, 'u');
  return [own, ...texts].find((text) => rule.test(text) && text.length >= minLength && text.length <= maxLength) ?? own;
}
