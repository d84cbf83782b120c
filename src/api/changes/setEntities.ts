import { type Entity, entityList, isInSets } from '#model/index.ts';

/** The entities whose rows can be changed in sets. */
export const setEntities: readonly Entity[] = entityList.filter(isInSets);
