import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, type Route } from '../route.ts';
import { snapshotFeed } from './snapshotFeed.ts';

/** The bearer token with which the platform's own processes read the snapshot feed. */
export function snapshotToken(secret: string): string {
  return createHmac('sha256', secret).update('snapshot feed').digest('hex');
}

/** Whether an Authorization header carries the token; takes the same time for every wrong one. */
export function isSnapshotToken(header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`Bearer ${snapshotToken(secret)}`);
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The stream on which serving follows the control plane; model/snapshotMessage.ts describes its lines. */
export function snapshotRoute({ entities, pulse }: ApiDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/internal/snapshot',
    summary: 'Follow the changes of served entities',
    chapter: 'Internal',
    access: 'internal',
    query: z.object({
      since: z
        .string()
        .regex(/^\d{1,15}$/, 'Must be a version')
        .transform(Number)
        .optional(),
    }),
    answers: { 200: { description: 'Lines of JSON without an end', contentType: 'application/x-ndjson' } },
    async handler({ query, signal }) {
      // Version 0 is before the first change: a checkpoint tells the same in fewer lines.
      const since = query.since === undefined || query.since === 0 ? null : query.since;
      return {
        status: 200,
        stream: snapshotFeed({ entities, pulse }, since, { signal }),
        headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
      };
    },
  });
}
