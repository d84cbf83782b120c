import { entityList, type EntityName } from '#model/index.ts';

const names = new Set<string>(entityList.map(({ name }) => name));
/** Parameters whose names differ from the entity that they refer to. */
const others: Readonly<Record<string, EntityName>> = { partnerId: 'advertiser', colleagueIds: 'user', userId: 'user' };

/**
 * The entity that the name of a parameter or property refers to: excludedSupplierIds → supplier. Null for any other.
 */
export function referencedEntity(name: string): EntityName | null {
  if (others[name]) return others[name];
  if (!/Ids?$/.test(name)) return null;
  const bare = name.replace(/^(excluded|scope)(?=[A-Z])/, '').replace(/Ids?$/, '');
  const entity = bare.charAt(0).toLowerCase() + bare.slice(1);
  return names.has(entity) ? (entity as EntityName) : null;
}

/** The entity of the rows at an address of the API: /api/demand/tags/{id}/uses → tag. */
export function entityOfPath(path: string): EntityName | null {
  const found = entityList.find((entity) => path === `/api/${entity.path}` || path.startsWith(`/api/${entity.path}/`));
  return (found?.name as EntityName | undefined) ?? null;
}
