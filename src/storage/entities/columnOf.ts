import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  date,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { type Field, nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { columnName } from '#model/field/columnName.ts';
import { fingerprintOf } from '../sealing/fingerprintOf.ts';

/** Nano-USD in the database, exact decimal USD text in memory. */
export const usd = customType<{ data: string; driverData: string | number | bigint }>({
  dataType: () => 'bigint',
  toDriver: (value) => nanosFromUsd(value).toString(),
  fromDriver: (value) => usdFromNanos(BigInt(value)),
});

/** Basis points in the database, a percentage with at most two decimals in memory. */
const percentage = customType<{ data: number; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (value) => Math.round(value * 100),
  fromDriver: (value) => value / 100,
});

/** A point in time: timestamptz in the database, ISO 8601 text in UTC in memory. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp with time zone',
  toDriver: (value) => value,
  fromDriver: (value) => new Date(value).toISOString(),
});

/** The fingerprint of a secret in memory; the secret itself in the database where it is stored in clear text. */
const fingerprint = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: fingerprintOf,
});

/**
 * The column of a field, by its kind. Its database default is the field's default, so that a new field fills old rows.
 */
export function columnOf(name: string, field: Field): PgColumnBuilderBase {
  const column = columnName(name);
  const initial = field.default;
  if (field.isSecret) return fingerprint(column).notNull().default('');
  switch (field.kind) {
    case 'text':
    case 'xml':
    case 'url':
    case 'choice': {
      const built = text(column);
      return typeof initial === 'string' ? built.notNull().default(initial) : built.notNull();
    }
    case 'uid':
      return text(column).notNull();
    case 'integer': {
      if (field.isNullable) return integer(column);
      const built = integer(column).notNull();
      return typeof initial === 'number' ? built.default(initial) : built;
    }
    case 'reference':
      return field.isNullable ? integer(column) : integer(column).notNull();
    case 'money': {
      const built = usd(column);
      if (field.isNullable) return built;
      return typeof initial === 'string'
        ? built.notNull().default(sql.raw(nanosFromUsd(initial).toString()))
        : built.notNull();
    }
    case 'percent': {
      const built = percentage(column).notNull();
      return typeof initial === 'number' ? built.default(sql.raw(String(Math.round(initial * 100)))) : built;
    }
    case 'flag':
      return boolean(column)
        .notNull()
        .default(initial === true);
    case 'status':
      return smallint(column)
        .notNull()
        .default(typeof initial === 'number' ? initial : 1);
    case 'date':
      return date(column, { mode: 'string' });
    case 'references':
    case 'texts':
    case 'tree':
    case 'structure':
      return jsonb(column)
        .notNull()
        .default(sql.raw(`'${JSON.stringify(initial ?? []).replaceAll("'", "''")}'::jsonb`));
    case 'instant':
      break;
  }
  return instant(column);
}
