import { z } from 'zod';
import { maxLedgersPerCall } from '#engine/budget/budgetCall.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import type { BudgetController } from './budgetController.ts';

/** Ads per call. */
const maxAds = 50_000;

const amount = z.int().min(0);
const campaignId = z.int().min(1).max(2_147_483_647);
const share = z.number().min(0);
const unit = z.enum(['spend', 'impressions'], 'One of: spend, impressions');
const name = z.string().regex(/^[\w-]{1,64}$/, 'Must be the name of a process');

const reportedAd = z.strictObject({
  kind: z.enum(['won', 'billed'], 'One of: won, billed'),
  ad: z.strictObject({ adId: z.string().min(1).max(100), campaignId, price: amount, bidAt: amount }),
});
const cursor = z.string().max(64, 'Must be a cursor');

/** The route by which serving processes lease campaign budgets. */
export function budgetRoute(controller: BudgetController): Route {
  return implement(
    {
      method: 'POST',
      path: '/internal/budgets',
      summary: 'Exchange leases of budgets',
      chapter: 'Internal',
      access: 'internal',
      limitBytes: 32 * 1024 * 1024,
      body: z.strictObject({
        node: name,
        seq: z.int().min(1),
        previousNode: name.nullable(),
        isLeaving: z.boolean(),
        countedTo: amount.max(8_640_000_000_000_000),
        ledgers: z
          .array(
            z.strictObject({
              campaignId,
              unit,
              free: amount,
              reserved: amount,
              billed: amount,
              expected: amount,
              opportunityRate: share,
              winRate: z.number().gt(0).max(1),
              latencyMs: amount,
              peakPrice: amount,
            }),
          )
          .max(maxLedgersPerCall, `At most ${maxLedgersPerCall}`)
          .superRefine((ledgers, context) => {
            const seen = new Set<number>();
            for (const [index, { campaignId: id }] of ledgers.entries()) {
              if (seen.has(id))
                context.addIssue({ code: 'custom', message: 'Each only once', path: [index, 'campaignId'] });
              seen.add(id);
            }
          }),
        ads: z.array(reportedAd).max(maxAds, `At most ${maxAds}`),
        cursor,
      }),
      responses: {
        200: {
          description: 'What the process may spend from now on, and what other processes reported about ads',
          schema: z.object({
            leases: z.array(z.object({ campaignId, unit, grant: z.int(), rate: z.number().nullable() })),
            countedTo: z.int(),
            ads: z.array(reportedAd),
            cursor,
          }),
        },
      },
      rejects: [409],
    },
    async ({ body }) => {
      const response = await controller.exchange(body);
      if (response) return ok(response);
      return reject(409, [
        { code: 'stale', message: 'A later call of this process has already been received', path: 'seq' },
      ]);
    },
  );
}
