import { z } from 'zod';
import type { Contract } from '../routeDeclaration.ts';

const time = z.iso.datetime();

const deliverySchema = z.object({
  id: z.int(),
  partner: z.string().describe('Root domain of the partner'),
  state: z
    .enum(['waiting', 'acknowledged', 'refused', 'unsupported', 'failed'])
    .describe('`unsupported`: the partner takes no requests for this type of identifier'),
  attempts: z.int(),
  nextAt: time.nullable().describe('Time of the next attempt; null = none'),
  resultCode: z.int().nullable().describe('Result code of the partner’s acknowledgement'),
  outcome: z.string().describe('Outcome of the last attempt: ok, refused, http_503, timeout …'),
  endedAt: time.nullable(),
});

const requestSchema = z.object({
  id: z.int(),
  version: z.enum(['1.0', '2.0']).describe('Version of the Data Deletion Request Framework'),
  requester: z.string().describe('Domain that sent the request'),
  requestJti: z.string().describe('ID of its token'),
  origin: z.string().describe('Domain of the 1st party'),
  identifierType: z.string(),
  identifierFormat: z.string(),
  identifierHash: z.string().describe('Keyed hash of the identifier'),
  receivedAt: time,
  dueAt: time.describe('When the data is deleted at the earliest: events of earlier ads are no longer counted then'),
  deletedAt: time.nullable(),
  deliveries: z.array(deliverySchema),
});

const pageSchema = z.object({
  requests: z.array(requestSchema),
  hasMore: z.boolean().describe('Whether there are earlier requests'),
  file: z.url().describe('URL of our dsrdelete.json'),
  partners: z.array(z.string()).describe('Partners to which requests are passed on (DELETION_PARTNERS)'),
});

/** Data deletion requests as admins see them, with the URL and the partners of the installation. */
export type DeletionPage = z.output<typeof pageSchema>;

/** Data deletion requests (IAB Tech Lab Data Deletion Request Framework), and what became of them. */
export const deletionContract = {
  list: {
    method: 'GET',
    path: '/api/admin/dataDeletions',
    summary: 'List data deletion requests, newest first',
    chapter: 'Platform',
    access: { roles: ['super', 'admin'] },
    query: z.object({
      before: z.coerce
        .number()
        .int('Must be a whole number')
        .min(1, 'At least 1')
        .max(2_147_483_647, 'At most 2147483647')
        .optional()
        .describe('Only requests with a lower ID'),
    }),
    responses: { 200: { description: 'Up to 50 requests', schema: pageSchema } },
  },
} as const satisfies Contract;
