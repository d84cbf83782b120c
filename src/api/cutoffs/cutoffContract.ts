import { z } from 'zod';
import { cutoffEntities, cutoffKinds, cutoffTexts, maxCutoffReason } from '#model/cutoff/cutoff.ts';
import { accountRoles, type Role } from '#model/index.ts';
import type { Contract } from '../routeDeclaration.ts';

const roles: readonly Role[] = ['super', 'admin', ...accountRoles];

const reason = z
  .string('Must be a text')
  .trim()
  .min(1, 'Enter a reason')
  .max(maxCutoffReason, `At most ${maxCutoffReason} characters`);

const cutoffBody = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(cutoffEntities),
    id: z.int('Must be an ID').positive('Must be an ID').max(2_147_483_647, 'Must be an ID'),
    reason,
  }),
  z.strictObject({
    kind: z.enum(cutoffTexts),
    text: z
      .string('Must be a text')
      .trim()
      .min(1, 'Enter a value')
      .max(200, 'At most 200 characters')
      .describe(
        'seat = of bids; domain = of an advertiser, with its subdomains; crid = ID of a creative in bids or VAST',
      ),
    reason,
  }),
]);

const cutoffSchema = z.object({
  id: z.int(),
  demandId: z.int().nullable().describe('The account in which it applies; null = all accounts'),
  kind: z.enum(cutoffKinds),
  object: z.string().describe('ID of the object, or the text that bids name'),
  name: z.string().describe('Name of the object at that time; empty for a text'),
  reason: z.string(),
  cutBy: z.string().describe('Name of the user; empty = an admin of the platform, for accounts'),
  cutAt: z.iso.datetime(),
  canUndo: z.boolean(),
});

/** A cut-off as the API returns it. */
export type CutoffEntry = z.output<typeof cutoffSchema>;

/** Cutting off, which takes effect within a second. */
export const cutoffContract = {
  list: {
    method: 'GET',
    path: '/api/cutoffs',
    summary: 'List what is cut off, the latest first',
    chapter: 'Cut-offs',
    access: { roles },
    responses: { 200: { description: 'Of the account and of all accounts', schema: z.array(cutoffSchema) } },
  },
  add: {
    method: 'POST',
    path: '/api/cutoffs',
    summary: 'Cut off an advertiser, buyer, creative, seat, domain, sub-publisher or supplier everywhere, now',
    chapter: 'Cut-offs',
    access: { roles },
    body: cutoffBody,
    responses: {
      201: {
        description:
          'No ad serving process uses it after a second. Ads that were delivered before may still be shown and are counted',
        schema: cutoffSchema,
      },
    },
    rejects: [403, 404, 422],
  },
  remove: {
    method: 'DELETE',
    path: '/api/cutoffs/{id}',
    summary: 'Undo a cut-off',
    chapter: 'Cut-offs',
    access: { roles },
    params: z.object({
      id: z.coerce
        .number('Must be an ID')
        .int('Must be an ID')
        .positive('Must be an ID')
        .max(2_147_483_647, 'Must be an ID'),
    }),
    responses: { 200: { description: 'It is no longer cut off', schema: z.object({}) } },
    rejects: [403, 404],
  },
} as const satisfies Contract;
