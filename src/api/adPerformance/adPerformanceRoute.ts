import { z } from 'zod';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { isUnready } from '../reports/runReport.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { readAdPerformance } from './readAdPerformance.ts';

/** Campaigns per call. */
const maxCampaigns = 20_000;

const counts = { campaignId: z.int(), imps: z.int(), clicks: z.int(), completes: z.int() };

/** The route by which serving processes read the recent performance of campaigns' ads. */
export function adPerformanceRoute({ facts, now }: { facts: Pick<ClickHouse, 'query'>; now: () => Date }): Route {
  return implement(
    {
      method: 'POST',
      path: '/internal/adPerformance',
      summary: 'Get the recent performance of campaign ads',
      chapter: 'Internal',
      access: 'internal',
      limitBytes: 1024 * 1024,
      body: z.strictObject({
        campaignIds: z.array(z.int().min(1).max(2_147_483_647)).max(maxCampaigns, `At most ${maxCampaigns}`),
      }),
      responses: {
        200: {
          description: 'Two weeks by creative, one week by site or app',
          schema: z.object({
            creatives: z.array(z.object({ ...counts, creativeId: z.int() })),
            places: z.array(z.object({ ...counts, place: z.string() })),
          }),
        },
      },
    },
    async ({ body }) => {
      try {
        const { creatives, places } = await readAdPerformance(facts, body.campaignIds, now().getTime());
        return ok({ creatives: [...creatives], places: [...places] });
      } catch (error) {
        if (!isUnready(error)) throw error;
        return reject(503, [{ code: 'facts_not_ready', message: 'Facts are being set up', path: '' }]);
      }
    },
  );
}
