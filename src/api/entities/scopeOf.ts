import type { Scope } from '#storage/entities/database.ts';
import type { SessionUser } from '../contract.ts';

/** The accounts whose rows a user sees: admins all, everybody else its own. */
export function scopeOf(user: SessionUser): Scope {
  if (user.type === 'admin') return 'all';
  return user.demandId === null ? [] : [user.demandId];
}
