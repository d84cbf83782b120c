import type { Field, FieldKind } from './fields.ts';
import { nanosFromUsd, usdFromNanos } from '../money/money.ts';

/** The separator of list values within a cell. */
const separator = '|';

/** Formats a field's value so that it can be read back: lists joined by "|", structures as JSON, no value as ''. */
export function csvText({ kind }: Pick<Field, 'kind'>, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'structure') return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map(String);
    const joined = items.join(separator);
    const isPlain = !joined.startsWith('[') && items.every((item) => !item.includes(separator));
    return isPlain ? joined : JSON.stringify(value);
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}

/** Finds the id of the only row of an entity with exactly this name, or returns a message why there is none. */
export type FindByName = (target: string, name: string) => number | string;

/** A parsed cell: its value, or a fault. A value of the wrong kind stays text, for the schema to reject. */
export type ReadCell = { value: unknown } | { fault: string };

/**
 * Parses a field's value from the text of a cell. References may be ids or names, choices values or labels. An empty
 * cell is the field's empty value; undefined where it has none.
 */
export function readCsvText(field: Field, text: string, findByName: FindByName): ReadCell {
  const trimmed = text.trim();
  if (trimmed === '') return { value: emptyValue(field) };
  const read = readers[field.kind];
  return read ? read(trimmed, field, findByName) : { value: text };
}

function emptyValue({ kind, isNullable, default: initial, choices = [] }: Field): unknown {
  if (isNullable) return null;
  if (choices.some(({ value }) => value === '')) return '';
  if (listKinds.includes(kind)) return [];
  return kind === 'structure' || textKinds.includes(kind) ? (initial ?? '') : undefined;
}

const listKinds: readonly FieldKind[] = ['references', 'texts', 'tree'];
const textKinds: readonly FieldKind[] = ['text', 'url', 'xml'];

type Read = (text: string, field: Field, findByName: FindByName) => ReadCell;

const readNumber: Read = (text) => {
  const plain = text.replace(/\s*%$/, '');
  return { value: /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text };
};

const readChoice: Read = (text, { choices = [] }) => {
  const wanted = text.toLowerCase();
  const found =
    choices.find(({ value, formerValues = [] }) => [String(value), ...formerValues].includes(text)) ??
    choices.find(({ label, formerLabels = [] }) =>
      [label, ...formerLabels].some((each) => each.toLowerCase() === wanted),
    );
  return { value: found?.value ?? text };
};

const readers: Partial<Record<FieldKind, Read>> = {
  integer: readNumber,
  percent: readNumber,
  money: (text) => {
    const plain = text.replace(/^\$\s*/, '');
    // Spreadsheets drop trailing zeros: the amount is the same.
    return { value: /^\d{1,9}(\.\d{1,9})?$/.test(plain) ? usdFromNanos(nanosFromUsd(plain)) : plain };
  },
  choice: readChoice,
  status: readChoice,
  flag: (text) => {
    const word = text.toLowerCase();
    if (['true', 'yes', '1'].includes(word)) return { value: true };
    return { value: ['false', 'no', '0'].includes(word) ? false : text };
  },
  date: (text) => ({ value: text }),
  reference: (text, { target = '' }, findByName) => {
    if (/^\d+$/.test(text)) return { value: Number(text) };
    const found = findByName(target, text);
    return typeof found === 'number' ? { value: found } : { fault: found };
  },
  references: (text, { target = '' }, findByName) => {
    const ids: number[] = [];
    for (const item of itemsOf(text, /^[\d\s;|]+$/.test(text) ? /[|;]/ : separator)) {
      const found = /^\d+$/.test(item) ? Number(item) : findByName(target, item);
      if (typeof found === 'string') return { fault: found };
      ids.push(found);
    }
    return { value: ids };
  },
  tree: (text) => ({ value: itemsOf(text, /[|;]/) }),
  texts: (text) => (text.startsWith('[') ? readJson(text) : { value: itemsOf(text, separator) }),
  structure: (text) => readJson(text),
};

function itemsOf(text: string, between: string | RegExp): string[] {
  return text
    .split(between)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function readJson(text: string): ReadCell {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'Must be valid JSON' };
  }
}
