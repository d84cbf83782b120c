import { z } from 'zod';
import { trafficListKinds } from '#model/lists/trafficList.ts';
import type { Contract } from '../routeDeclaration.ts';

/** The operator's lists of invalid traffic. */
export const trafficListContract = {
  fetch: {
    method: 'POST',
    path: '/api/admin/system/lists/{list}/fetch',
    summary: 'Fetch a list of invalid traffic from its URL now',
    chapter: 'Platform',
    access: { roles: ['super', 'admin'] },
    params: z.object({ list: z.enum(trafficListKinds) }),
    body: z.strictObject({
      acceptsChange: z
        .boolean()
        .default(false)
        .describe(
          'Whether a list with fewer than half of the entries in use, or an older or much newer version, replaces it',
        ),
    }),
    responses: {
      200: {
        description: 'How the attempt ended',
        schema: z.object({
          fault: z.string().nullable().describe('Why the list in use stays; null = it is the latest now'),
          entries: z.int().nullable().describe('Entries of a new list; null = it has not changed'),
        }),
      },
    },
    rejects: [404, 409],
  },
} as const satisfies Contract;
