import type { Entity, Fault, PageLink } from '#model/index.ts';
import type { FormValues } from './formModel.ts';

/** The error of a field; `types` are the messages inside a structure, by the path inside it. */
export interface FieldError {
  type: string;
  message: string;
  types?: Record<string, string>;
  /** The page where it can be fixed. */
  fix?: PageLink;
}

/**
 * Returns the error of each field that has faults, in the order of the faults. Faults outside the form's fields are
 * left out.
 */
export function fieldErrors(entity: Entity, faults: readonly Fault[], values: FormValues): Map<string, FieldError> {
  const errors = new Map<string, FieldError>();
  for (const { code, message, path, fix } of faults) {
    const [name = '', ...inside] = path.split('.');
    const field = entity.fields[name];
    if (!field) continue;
    const before = errors.get(name);
    if (field.kind === 'structure' && inside.length > 0) {
      const types = { ...before?.types, [inside.join('.')]: message };
      errors.set(name, { type: code, message: 'Check the values marked above.', types });
    } else if (!before) {
      errors.set(name, { type: code, message: `${partIn(values[name], inside)}${message}`, ...(fix ? { fix } : {}) });
    }
  }
  return errors;
}

/** Returns the page where a field's error can be fixed, as `fieldErrors` found it. */
export function fixOfField(error: object | undefined): PageLink | undefined {
  return error && 'fix' in error ? (error as FieldError).fix : undefined;
}

/** Names the list item that a fault is about, as a prefix of the message. */
function partIn(value: unknown, inside: readonly string[]): string {
  const item: unknown = Array.isArray(value) && inside.length === 1 ? value[Number(inside[0])] : undefined;
  return typeof item === 'string' ? `${item.length > 40 ? `${item.slice(0, 40)}…` : item}: ` : '';
}
