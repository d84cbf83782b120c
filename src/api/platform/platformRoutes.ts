import { z } from 'zod';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';

const amount = z
  .int('Must be a whole number')
  .min(0, 'At least 0')
  .max(Number.MAX_SAFE_INTEGER, `At most ${Number.MAX_SAFE_INTEGER}`);

const configSchema = z.strictObject({
  postbidMaxImps: amount.describe('Impressions that may be measured a month, over all accounts'),
  postbidMaxReps: amount.describe('Postbid reports that may be run a month, over all accounts'),
});

/** What the operator sets for the whole platform, and the tokens of its accounts. */
export function platformRoutes({ platform, tokens, entities, log }: ApiDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/config',
      summary: 'Read the application config',
      chapter: 'Platform',
      access: { roles: ['super', 'admin'] },
      answers: { 200: { description: 'The config', schema: configSchema } },
      async handler() {
        return ok(await platform.read());
      },
    }),
    defineRoute({
      method: 'PUT',
      path: '/api/admin/config',
      summary: 'Change the application config',
      chapter: 'Platform',
      access: { roles: ['super'] },
      body: configSchema,
      answers: { 200: { description: 'The config as it now is', schema: configSchema } },
      async handler({ body, author }) {
        return ok(await platform.write(body, author));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/demands/{id}/token',
      summary: 'Give an account a new API token; the one before is refused from now on',
      chapter: 'Platform',
      access: { entity: 'demand', action: 'update' },
      params: idParam,
      answers: {
        200: { description: 'Done; the people of the account see it in their profile', schema: z.object({}) },
      },
      async handler({ params, author }) {
        const account = await entities.get('demand', params.id, 'all');
        if (!account) return notFound();
        await tokens.rotate(account.id);
        await log.record(author, {
          action: 'token',
          entity: 'demand',
          rowId: account.id,
          name: account.name,
          demandId: account.id,
          fields: [{ field: 'token', from: null, to: null, isSecret: true }],
        });
        return ok({});
      },
    }),
  ];
}
