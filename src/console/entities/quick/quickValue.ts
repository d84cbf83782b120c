import type { Entity, Field } from '#model/index.ts';
import { rowFaults } from '#model/entity/rowRules.ts';
import { formatAmount, formatPercent } from '../../lib/format.ts';
import { normalizeNumber } from '../../ui/field/normalizeNumber.ts';
import { asText } from '../form/asText.ts';
import { toInput, type AnyRow } from '../form/formModel.ts';

/** A typed value in the API's form, or its error. */
export type QuickValue = { ok: true; value: unknown } | { ok: false; message: string };

/** Parses and validates what was typed into a cell, by the server's rules. */
export function readQuickValue(entity: Entity, row: AnyRow, name: string, text: string): QuickValue {
  const field = entity.fields[name];
  if (!field) return { ok: false, message: 'No such field' };
  const isNumber = field.kind === 'integer' || field.kind === 'money' || field.kind === 'percent';
  const input = toInput(field, isNumber ? (normalizeNumber(text) ?? text) : text);
  if (input === '' && isNumber) return { ok: false, message: 'Required' };
  const parsed = field.schema().safeParse(input);
  if (!parsed.success) return { ok: false, message: parsed.error.issues[0]?.message ?? 'Invalid format' };
  // Lists leave out long values: only the server can apply rules about those.
  const [fault] = rowFaults(entity, { ...row, [name]: parsed.data });
  return fault ? { ok: false, message: fault.message } : { ok: true, value: parsed.data };
}

/** A value as text, for messages. */
export function quickValueText(field: Field, value: unknown): string {
  const text = asText(value);
  if (text === '') return 'not set';
  if (field.kind === 'money') return formatAmount(text, field.unit);
  if (field.kind === 'percent') return formatPercent(Number(text));
  return field.choices?.find((choice) => choice.value === value)?.label ?? text;
}
