import { entities, type Entity, type RowByName, type ServedEntity } from '#model/index.ts';

const defaults = new Map<ServedEntity, Readonly<Record<string, unknown>>>();

function defaultsOf(name: ServedEntity): Readonly<Record<string, unknown>> {
  let values = defaults.get(name);
  if (!values) {
    const { fields }: Entity = entities[name];
    const given = Object.entries(fields).filter(([, field]) => field.default !== undefined);
    values = Object.fromEntries(given.map(([field, { default: value }]) => [field, value]));
    defaults.set(name, values);
  }
  return values;
}

/** Adds missing fields with their defaults: rows sent or stored by an earlier version lack later fields. */
export function completeRow<E extends ServedEntity>(name: E, row: RowByName[E]): RowByName[E] {
  const values = defaultsOf(name);
  const lacks = Object.keys(values).some((field) => (row as Record<string, unknown>)[field] === undefined);
  return lacks ? { ...values, ...row } : row;
}
