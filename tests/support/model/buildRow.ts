import { completeRow } from '#engine/snapshot/completeRow.ts';
import { entities, type Entity, type Field, type FieldKind, type RowByName, type ServedEntity } from '#model/index.ts';

/** Times and version of every built row. */
const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', version: 1 };

/** A row as stored. Omitted fields have the default of the model, or else the simplest value of their kind. */
export function buildRow<N extends ServedEntity>(name: N, given: Partial<RowByName[N]>): RowByName[N] {
  const entity: Entity = entities[name];
  const { id = 1 } = given;
  const demandId = entity.ownedBy === 'account' ? 1 : null;
  const required = Object.entries(entity.fields)
    .filter(([, field]) => field.default === undefined)
    .map(([key, field]) => [key, plainValue(field, entity, id)]);
  const row = { id, demandId, ...stamps, ...Object.fromEntries(required), ...given };
  return completeRow(name, row as RowByName[N]);
}

/** Values by kind for fields without a default. */
const plainValues: Partial<Record<FieldKind, (field: Field, entity: Entity, id: number) => unknown>> = {
  uid: (_field, { name }, id) => name.toLowerCase() + String(id).padStart(16 - name.length, '0'),
  text: (_field, { label }, id) => `${label} ${id}`,
  reference: () => 1,
  integer: ({ min }) => min,
  percent: ({ min }) => min,
  money: () => '0.00',
  choice: ({ choices }) => choices?.[0]?.value,
};

function plainValue(field: Field, entity: Entity, id: number): unknown {
  const value = plainValues[field.kind]?.(field, entity, id);
  if (value === undefined) throw new Error(`${entity.name} needs a value of the kind ${field.kind}`);
  return value;
}
