import type { NamedRow } from '#storage/entities/readRows.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, ok, type Route } from '../route.ts';
import { scopeOf } from './scopeOf.ts';
import { type SharedList, sharedListRoute, sharedLists } from './sharedListContract.ts';

export function sharedListRoutes({ entities }: ApiDeps): Route[] {
  return sharedLists.map((list: SharedList) => {
    const { entity, isIndexed = false, count } = list;
    return implement(sharedListRoute(list), async ({ user }) => {
      const rows = await entities.listNames(entity, {
        scope: scopeOf(user),
        isArchivedShown: isIndexed,
        ...(count ? { count } : {}),
      });
      return ok(isIndexed ? rows : rows.map((row) => namedOf(row, count)));
    });
  });
}

function namedOf(row: NamedRow, count?: 'creCount' | 'pubCount'): NamedRow {
  return { id: row.id, name: row.name, ...(count ? { [count]: row[count] } : {}) };
}
