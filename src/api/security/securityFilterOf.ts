import type { z } from 'zod';
import { typesOfCategory } from '#model/security/securityEvents.ts';
import { accountsInScope } from '#storage/entities/database.ts';
import type { SecurityFilter } from '#storage/security/securityLog.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { securityFilterSchema } from './securityQuery.ts';

/** The filter of a query, within the events that the user may see: super admins all, owners those of their account. */
export function securityFilterOf(query: z.output<typeof securityFilterSchema>, user: SessionUser): SecurityFilter {
  const { type, category, outcome, demandId, q, ip, ...filter } = query;
  const ofCategories = category?.flatMap(typesOfCategory);
  return {
    ...filter,
    accounts: accountsInScope(scopeOf(user)),
    demandIds: demandId,
    types: type && ofCategories ? type.filter((each) => ofCategories.includes(each)) : (type ?? ofCategories),
    outcomes: outcome,
    q: q === '' ? undefined : q,
    ip: ip === '' ? undefined : ip,
  };
}
