import { type Entity, type EntityName, type Fields, mayDo, type RightsHolder } from '#model/index.ts';
import type { EntityRow } from './useEntity.ts';

/** What rights over rows ask of a user. */
interface RowUser extends RightsHolder {
  demandId: number | null;
}

/** Whether a row is the platform's, for every account to see. */
export function isPlatformRow(entity: Entity, row: EntityRow): boolean {
  return entity.ownedBy === 'shared' && row['demandId'] === null;
}

/** Whether a user may change a row: accounts leave the platform's alone. */
export function canChangeRow(entity: Entity<Fields, EntityName>, row: EntityRow, user: RowUser): boolean {
  return mayDo(user, entity.name, 'update') && (user.demandId === null || !isPlatformRow(entity, row));
}
