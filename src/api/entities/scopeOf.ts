import type { Scope } from '#storage/entities/database.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** The rows that a user sees: admins all, managers of some partners those partners', all others their account's. */
export function scopeOf(user: SessionUser): Scope {
  if (user.type === 'admin') return 'all';
  const { demandId, scope } = user;
  if (demandId === null) return [];
  if (scope.advertiserIds === null && scope.subpublisherIds === null) return [demandId];
  return { demandId, ...scope };
}
