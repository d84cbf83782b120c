import { z } from 'zod';
import { decodePacked, encodePacked } from '#storage/counters/counterTransport.ts';
import { createCounterHub } from '#storage/counters/counterHub.ts';
import { implement, ok, reject, type Route } from '../route.ts';

/** Maximum length of a page of impressions (16 bytes each) in base64. */
const maxPageLength = 1_000_000;

/**
 * The route by which serving processes share frequency counts when there is no Redis. Its memory is that of this
 * process: create it once.
 */
export function counterRoute({ now }: { now: () => Date }): Route {
  const hub = createCounterHub({ id: crypto.randomUUID(), now: () => now().getTime() });
  return implement(
    {
      method: 'POST',
      path: '/internal/counters',
      summary: 'Exchange counted impressions',
      chapter: 'Internal',
      access: 'internal',
      body: z.strictObject({
        client: z.string().regex(/^[\w-]{1,64}$/, 'Must be the name of a process'),
        cursor: z.string().max(64, 'Must be a cursor'),
        impressions: z.base64('Must be base64').max(maxPageLength, `At most ${maxPageLength} characters`),
      }),
      responses: {
        200: {
          description: 'Impressions reported since the cursor',
          schema: z.object({
            cursor: z.string(),
            impressions: z.string(),
            hasMore: z.boolean(),
            mustResend: z.boolean(),
            processes: z.int(),
          }),
        },
      },
      rejects: [400],
    },
    async ({ body: { client, cursor, impressions } }) => {
      const packed = decodePacked(impressions);
      if (!packed)
        return reject(400, [{ code: 'bad_length', message: 'Must be whole impressions', path: 'impressions' }]);
      const response = hub.exchange({ client, cursor, impressions: packed });
      return ok({ ...response, impressions: encodePacked(response.impressions) });
    },
  );
}
