import { targeting, type Field } from '#model/index.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { isSameValue } from '../../entities/form/isSameValue.ts';
import { valueText } from '../../history/logText.ts';

/** One field of two targetings. */
export interface ComparedField {
  name: string;
  label: string;
  /** The text of both values; empty for none. */
  texts: readonly [string, string];
  isSame: boolean;
}

type Reader = Parameters<typeof valueText>[2];

const maxCharacters = 1000;

/** The fields that at least one of two targetings sets, in form order. The order of values is ignored. */
export function compareRows(one: EntityRow, other: EntityRow, reader: Reader): ComparedField[] {
  const fields = Object.entries<Field>(targeting.fields).filter(
    ([name, field]) => !field.isGenerated && name !== 'name' && name !== 'status',
  );
  return fields.flatMap(([name, field]): ComparedField[] => {
    const [a, b] = [sorted(one[name]), sorted(other[name])];
    const isSame = isSameValue(a, b);
    const texts = [textOf(field, a, reader), textOf(field, b, reader)] as const;
    if (isSame && (texts[0] === '' || isSameValue(a, field.default))) return [];
    return [{ name, label: field.label, texts, isSame }];
  });
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as (string | number)[])].sort(compareValues) : value;
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;
}

function textOf(field: Field, value: unknown, reader: Reader): string {
  if (field.kind === 'structure' && Array.isArray(value)) return value.length === 0 ? '' : `${value.length} hours`;
  const text = valueText(field, value, reader);
  if (text === 'empty') return '';
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
