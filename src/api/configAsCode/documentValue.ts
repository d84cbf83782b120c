import {
  entityNamed,
  type Field,
  type FieldKind,
  keyEntityOf,
  nanosFromUsd,
  statusChoices,
  usdFromNanos,
} from '#model/index.ts';
import { sameValue } from '#storage/entities/sameValue.ts';

/** Finds the name of a referenced row; undefined when it has none. */
export type NameOf = (target: string, id: number) => string | undefined;

/** Finds the row of a name: its id, or '@ref' when the document creates it; undefined when there is none. */
export type FindRow = (target: string, name: string) => number | string | undefined;

const statusWord = new Map<unknown, string>(statusChoices.map(({ value, label }) => [value, label.toLowerCase()]));
const statusOfWord = new Map<unknown, number>(statusChoices.map(({ value, label }) => [label.toLowerCase(), value]));

/** Whether a document can omit a value because it is the default. */
export function isGranted(field: Field, value: unknown): boolean {
  return sameValue(value, field.default ?? null);
}

/** A value as the document writes it: references by name, a status as a word, a structure without its empty parts. */
export function toDocumentValue(field: Field, value: unknown, nameOf: NameOf): unknown {
  const { kind, target = '', schema } = field;
  const named = (id: unknown) => (typeof id === 'number' ? (nameOf(target, id) ?? id) : id);
  if (kind === 'status') return statusWord.get(value) ?? value;
  if (kind === 'reference') return named(value);
  if (kind === 'references' && Array.isArray(value)) return value.map(named);
  if (kind !== 'structure') return value;
  const short = withoutEmpty(value);
  const shortValue = sameValue(schema().safeParse(short).data, value) ? short : value;
  const keyed = keyEntityOf(field.structure);
  return keyed && isObject(shortValue) ? keyedByName(shortValue, (id) => nameOf(keyed, id)) : shortValue;
}

/** The parts of a shape by name instead of id, sorted by name. */
function keyedByName(value: object, nameOf: (id: number) => string | undefined): Record<string, unknown> {
  const named = Object.entries(value).map(([id, part]): [string, unknown] => [nameOf(Number(id)) ?? id, part]);
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== '')
      .map(([key, part]) => [key, withoutEmpty(part)]),
  );
}

/** Parsers of document values by kind; all other kinds are texts. Numbers may be texts and texts numbers. */
const readers: Partial<Record<FieldKind, (value: unknown) => unknown>> = {
  status: (value) => statusOfWord.get(value) ?? value,
  money: amountOf,
  integer: numberOf,
  percent: numberOf,
  texts: (value) => (Array.isArray(value) ? value.map(textOf) : value),
  tree: (value) => (Array.isArray(value) ? value.map(textOf) : value),
  flag: (value) => value,
  structure: (value) => value,
};

/** A value of a document as the API takes it, or its fault. */
export function fromDocumentValue(field: Field, value: unknown, find: FindRow): { value: unknown } | { fault: string } {
  const { kind } = field;
  if (kind === 'reference') return value === null ? { value } : found(field, value, find);
  if (kind === 'references') return Array.isArray(value) ? allFound(field, value, find) : { value };
  const keyed = keyEntityOf(field.structure);
  if (keyed && isObject(value)) return keyedById(keyed, value, find);
  return { value: (readers[kind] ?? textOf)(value) };
}

function found(field: Pick<Field, 'target'>, value: unknown, find: FindRow): { value: unknown } | { fault: string } {
  if (typeof value === 'number') return { value };
  const id = typeof value === 'string' ? find(field.target ?? '', value) : undefined;
  if (id !== undefined) return { value: id };
  const kind = entityNamed(field.target ?? '')?.label.toLowerCase() ?? 'object';
  return { fault: `There is no ${kind} “${String(value)}”` };
}

function allFound(field: Field, values: readonly unknown[], find: FindRow): { value: unknown } | { fault: string } {
  const ids: unknown[] = [];
  for (const each of values) {
    const one = found(field, each, find);
    if ('fault' in one) return one;
    ids.push(one.value);
  }
  return { value: ids };
}

/** A shape of amounts by id instead of name; keys that are ids already stay. */
function keyedById(target: string, value: object, find: FindRow): { value: unknown } | { fault: string } {
  const ids: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    const one = found({ target }, /^\d+$/.test(key) && find(target, key) === undefined ? Number(key) : key, find);
    if ('fault' in one) return one;
    ids[String(one.value)] = amountOf(part);
  }
  return { value: ids };
}

function textOf(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** An amount as rows store it: 2.5 as "2.50"; any other value stays as it is. */
function amountOf(value: unknown): unknown {
  const text = textOf(value);
  if (typeof text !== 'string' || !/^\d{1,6}(\.\d{1,4})?$/.test(text)) return text;
  return usdFromNanos(nanosFromUsd(text));
}
