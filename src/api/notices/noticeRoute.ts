import { z } from 'zod';
import { createRecentCache } from '#engine/recentCache.ts';
import { noticeIdPattern } from '#storage/notices/noticeClaims.ts';
import { implement, ok, type Route } from '../route.ts';

/** Claims that are remembered at least: up to 40 MB. Older ones could be claimed again. */
const maxRemembered = 200_000;

/** Maximum IDs per call. */
const page = 500;

/**
 * The route by which ad-serving processes agree which of them sends a notice when there is no Redis. Its memory is that
 * of this process: create it once.
 */
export function noticeRoute(): Route {
  const claimed = createRecentCache<true>(maxRemembered);
  const claim = (id: string): boolean => {
    if (claimed.get(id)) return false;
    claimed.set(id, true);
    return true;
  };
  return implement(
    {
      method: 'POST',
      path: '/internal/notices',
      summary: 'Claim notices to bidders',
      chapter: 'Internal',
      access: 'internal',
      body: z.strictObject({
        ids: z
          .array(z.string().regex(noticeIdPattern, 'Must be the ID of a notice'))
          .max(page, `At most ${page} notices`),
      }),
      responses: {
        200: {
          description: 'For each notice, whether this is the first claim',
          schema: z.object({ first: z.array(z.boolean()) }),
        },
      },
    },
    async ({ body: { ids } }) => ok({ first: ids.map(claim) }),
  );
}
