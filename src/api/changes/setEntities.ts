import { type Entity, entityList } from '#model/index.ts';

/** The entities whose rows can be changed in sets: those of an account, except its users. */
export const setEntities: readonly Entity[] = entityList.filter(
  ({ ownedBy, hashes }) => ownedBy !== 'platform' && hashes === undefined,
);
