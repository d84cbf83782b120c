import { entityList, type EntityName } from '#model/index.ts';
import { type EntityTable, entityTable } from './entities/entityTable.ts';

const byName = new Map<string, EntityTable>();
for (const entity of entityList) byName.set(entity.name, entityTable(entity, byName));

export function tableOf(name: EntityName): EntityTable {
  const table = byName.get(name);
  if (!table) throw new Error(`no table for ${name}`);
  return table;
}
