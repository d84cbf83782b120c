import { entityList, type EntityName } from '#model/index.ts';

const names = new Set<string>(entityList.map(({ name }) => name));
/** Parameters that are not named after the entity that they refer to. */
const others: Readonly<Record<string, EntityName>> = { partnerId: 'advertiser', colleagueIds: 'user', userId: 'user' };

/** The entity that a parameter or property refers to by its name: excludedSupplierIds → supplier. Null for any other. */
export function referencedEntity(name: string): EntityName | null {
  if (others[name]) return others[name];
  if (!/Ids?$/.test(name)) return null;
  const bare = name.replace(/^(excluded|scope)(?=[A-Z])/, '').replace(/Ids?$/, '');
  const entity = bare.charAt(0).toLowerCase() + bare.slice(1);
  return names.has(entity) ? (entity as EntityName) : null;
}

/** The entity whose rows an address of the API is about: /api/demand/tags/{id}/uses → tag. */
export function entityOfPath(path: string): EntityName | null {
  const found = entityList.find((entity) => path === `/api/${entity.path}` || path.startsWith(`/api/${entity.path}/`));
  return (found?.name as EntityName | undefined) ?? null;
}
