import { cutoffEntities, type CutoffEntity } from '#model/cutoff/cutoff.ts';
import { type EntityName, mayDo, type RightsHolder } from '#model/index.ts';

/** Whether a user can cut off objects of an entity. */
export function canCutOff(entity: EntityName, user: RightsHolder): entity is CutoffEntity {
  return cutoffEntities.some((each) => each === entity) && mayDo(user, entity, 'update');
}
