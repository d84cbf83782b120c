import { csvText } from '#model/field/csvValue.ts';
import type { Field } from '#model/index.ts';

/** Style of an export's cells: for readers, or for a later import. */
export interface CellStyle {
  isRaw: boolean;
  /** Finds the name of a referenced row. */
  nameOf: (field: string, id: number) => string | undefined;
}

/** Formats the value of a field as one cell. */
export function fieldCell(name: string, field: Field, value: unknown, { isRaw, nameOf }: CellStyle): string {
  if (isRaw || value === null || value === undefined) return csvText(field, value);
  const named = (id: unknown) => (typeof id === 'number' ? nameOf(name, id) : undefined) ?? String(id);
  if (field.kind === 'flag') return value === true ? 'Yes' : 'No';
  if (field.kind === 'reference') return named(value);
  if (field.kind === 'references' && Array.isArray(value)) return value.map(named).join(', ');
  return field.choices?.find((choice) => choice.value === value)?.label ?? csvText(field, value);
}
