import { z } from 'zod';
import type { ApiDeps } from '../deps.ts';
import { implement, ok, type Route } from '../route.ts';

/** Maximum characters of a request (rqJWT), which contains another JWT. */
const maxLength = 16_384;

/** The route by which ad serving hands on the data deletion requests that it receives. */
export function acceptRoute({ deletions }: Pick<ApiDeps, 'deletions'>): Route {
  return implement(
    {
      method: 'POST',
      path: '/internal/dataDeletions',
      summary: 'Accept a data deletion request',
      chapter: 'Internal',
      access: 'internal',
      body: z.strictObject({ rqJwt: z.string().max(maxLength, `At most ${maxLength} characters`) }),
      responses: {
        200: {
          description: 'Status and acknowledgement for the sender; none with status 503, nor for a text that is no JWT',
          schema: z.object({
            status: z.union([z.literal(202), z.literal(400), z.literal(503)]),
            acknowledgement: z.string().nullable(),
          }),
        },
      },
    },
    async ({ body }) => ok(await deletions.accept(body.rqJwt)),
  );
}
