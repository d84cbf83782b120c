import type { Entity } from '../entity/entity.ts';
import { columnName } from './columnName.ts';
import { type Field, type FieldOptions, text } from './fields.ts';

/** The value of a stored secret in the API: the first 16 hexadecimal digits of its SHA-256. */
const fingerprintPattern = /^sha256:[0-9a-f]{16}$/;

/** Whether a value of a secret field is the fingerprint of the stored secret, and not a secret. */
export function isFingerprint(value: unknown): value is string {
  return typeof value === 'string' && fingerprintPattern.test(value);
}

/**
 * A secret that the account shares with another system, of so many random bits that its fingerprint reveals nothing. It
 * is stored encrypted. Its value in the API is its fingerprint, and empty without one; in input, the fingerprint of the
 * stored secret leaves it as it is, and any other value replaces it.
 */
export function secret({
  pattern,
  ...options
}: FieldOptions & { max: number; pattern: RegExp; patternText: string }): Field<string> {
  const field = text({
    ...options,
    pattern: new RegExp(`^$|${pattern.source}|${fingerprintPattern.source}`),
    default: '',
    column: 'none',
  });
  return { ...field, isSecret: true, logged: 'change' };
}

/** Names of the secret fields among the fields of an entity. */
export function secretNames(fields: Readonly<Record<string, Field>>): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.isSecret);
}

/** Name of the column with the sealed value of a secret field, beside that of its fingerprint. */
export function sealedName(field: string): string {
  return `sealed${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

/** Where the sealed value of a secret field is stored. Rows are identified by UID, which they have before their ID. */
export function secretPlaceOf(
  { table }: Pick<Entity, 'table'>,
  field: string,
  uid: string,
): { table: string; column: string; row: string } {
  return { table, column: columnName(sealedName(field)), row: uid };
}
