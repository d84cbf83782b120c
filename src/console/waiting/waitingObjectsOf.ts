import type { EntityName } from '#model/index.ts';

const objects: Partial<Record<EntityName, readonly string[]>> = {
  demand: ['demand', 'pricePlan'],
  exchangeRate: ['exchangeRate'],
  user: ['user'],
  manager: ['manager'],
  role: ['role'],
};

/** The objects, as in the log, whose changes can wait on the page of an entity; undefined when none can. */
export function waitingObjectsOf(entity: EntityName): readonly string[] | undefined {
  return objects[entity];
}
