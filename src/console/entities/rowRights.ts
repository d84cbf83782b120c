import { type Entity, type EntityName, type Fields, mayDo, type RightsHolder } from '#model/index.ts';
import type { EntityRow } from './useEntity.ts';

/** The parts of a user that decide the rights over rows. */
interface RowUser extends RightsHolder {
  demandId: number | null;
}

/** True when a row belongs to the platform, so that all accounts see it. */
export function isPlatformRow(entity: Entity, row: EntityRow): boolean {
  return entity.ownedBy === 'shared' && row['demandId'] === null;
}

/** True when a user may change a row. Accounts cannot change platform rows. */
export function canChangeRow(entity: Entity<Fields, EntityName>, row: EntityRow, user: RowUser): boolean {
  return mayDo(user, entity.name, 'update') && (user.demandId === null || !isPlatformRow(entity, row));
}
