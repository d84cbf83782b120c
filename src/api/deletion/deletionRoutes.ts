import type { ApiDeps } from '../deps.ts';
import { implement, ok, type Route } from '../route.ts';
import { deletionContract } from './deletionContract.ts';

const pageSize = 50;

/** Routes of data deletion requests for admins. */
export function deletionRoutes({ deletions, config }: Pick<ApiDeps, 'deletions' | 'config'>): Route[] {
  return [
    implement(deletionContract.list, async ({ query }) => {
      const rows = await deletions.store.list({ limit: pageSize + 1, before: query.before });
      return ok({
        requests: rows.slice(0, pageSize),
        hasMore: rows.length > pageSize,
        file: deletions.fileUrl,
        partners: [...config.DELETION_PARTNERS],
      });
    }),
  ];
}
