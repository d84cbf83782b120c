import { z } from 'zod';
import type { ApiDeps } from '../deps.ts';
import { implement, type Route } from '../route.ts';
import { snapshotFeed } from './snapshotFeed.ts';

/** The stream by which serving follows the control plane; its lines are described in model/snapshotMessage.ts. */
export function snapshotRoute({
  entities,
  snapshotNotifier,
  feeds,
}: Pick<ApiDeps, 'entities' | 'snapshotNotifier' | 'feeds'>): Route {
  return implement(
    {
      method: 'GET',
      path: '/internal/snapshotFeed',
      summary: 'Stream the changes of served entities',
      chapter: 'Internal',
      access: 'internal',
      query: z.object({
        since: z
          .string()
          .regex(/^\d{1,15}$/, 'Must be a version number')
          .transform(Number)
          .optional(),
      }),
      responses: { 200: { description: 'An endless stream of JSON lines', contentType: 'application/x-ndjson' } },
    },
    async ({ query, signal }) => {
      // Version 0 precedes the first change: a checkpoint contains the same in fewer lines.
      const since = query.since === undefined || query.since === 0 ? null : query.since;
      return {
        status: 200,
        stream: snapshotFeed({ entities, snapshotNotifier, feeds }, since, { signal }),
        headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
      };
    },
  );
}
