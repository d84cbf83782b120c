import type { EntityName } from './entities.ts';

const partneredEntities = ['tag', 'supplier', 'adexchange'] as const satisfies readonly EntityName[];

/** The entities whose rows can have a partner of the reference data. */
export type PartneredEntity = (typeof partneredEntities)[number];

/** Whether the rows of an entity can have a partner of the reference data. */
export function isPartnered(name: EntityName): name is PartneredEntity {
  return (partneredEntities as readonly EntityName[]).includes(name);
}
