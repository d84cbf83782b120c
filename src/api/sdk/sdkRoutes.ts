import { z } from 'zod';
import { type Entity, keyGraceMs, sdkApp, sdkConfig } from '#model/index.ts';
import { randomUid } from '#storage/entities/draft.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { replyOfWrite } from '../entities/replyOfWrite.ts';
import { rowSchema } from '../entities/rowSchema.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { readHealth } from './readHealth.ts';

const figures = z.object({ reqs: z.int(), imps: z.int(), errors: z.int() });

const healthAnswer = z.object({
  apps: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      platform: z.string(),
      status: z.int(),
      placements: z.object({ active: z.int(), all: z.int() }),
      versions: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          status: z.int(),
          percent: z.number(),
          publishedAt: z.string().nullable(),
          forceOff: z.boolean(),
          minSupportedSdk: z.string(),
        }),
      ),
      now: figures.describe('Counted under the app’s bundle in the last 24 hours'),
      before: figures.describe('In the 24 hours before'),
    }),
  ),
});

/** What there is of apps that carry the SDK beside their fields: where they ask, a new key, the publishing of settings. */
export function sdkRoutes(deps: ApiDeps): Route[] {
  const { entities, pulse, now, config } = deps;
  const answer = (description: string, entity: Entity) => ({ 200: { description, schema: rowSchema(entity) } });
  return [
    defineRoute({
      method: 'POST',
      path: '/api/sdk/apps/{id}/rotateKey',
      summary: 'Give an app a new key; the old one works for 24 hours more',
      chapter: sdkApp.pluralLabel,
      access: { entity: 'sdkApp', action: 'update' },
      params: idParam,
      answers: answer('The app with its new key', sdkApp),
      refuses: [404, 409, 422],
      async handler({ params, user, author }) {
        const scope = scopeOf(user);
        const app = await entities.get('sdkApp', params.id, scope);
        if (!app) return notFound();
        const previousUidEndsAt = new Date(now().getTime() + keyGraceMs).toISOString();
        const given = { uid: randomUid(), previousUid: app.uid, previousUidEndsAt };
        const { version } = app;
        const outcome = await entities.update('sdkApp', params.id, {}, scope, { author, given, version });
        pulse.nudge();
        return replyOfWrite(outcome);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/sdk/apps/{id}/configUrl',
      summary: 'Where an app asks for its settings and placements',
      chapter: sdkApp.pluralLabel,
      access: { entity: 'sdkApp', action: 'read' },
      params: idParam,
      answers: { 200: { description: 'The address with the app’s key', schema: z.object({ url: z.url() }) } },
      refuses: [404],
      async handler({ params, user }) {
        const app = await entities.get('sdkApp', params.id, scopeOf(user));
        if (!app) return notFound();
        const account = app.demandId === null ? null : await entities.get('demand', app.demandId, 'all');
        const base = account?.domain ? `https://${account.domain}` : config.ADS_URL;
        return ok({ url: `${base}/sdk/v1/config?key=${app.uid}` });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/sdk/health',
      summary: 'How the apps that carry the SDK do',
      chapter: sdkApp.pluralLabel,
      access: { entity: 'sdkApp', action: 'read' },
      answers: { 200: { description: 'Apps that are not archived, by name', schema: healthAnswer } },
      handler: async ({ user }) => ok(await readHealth(deps, scopeOf(user))),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/sdk/configs/{id}/publish',
      summary: 'Publish a version of an app’s settings; it is fixed from then on',
      chapter: sdkConfig.pluralLabel,
      access: { entity: 'sdkConfig', action: 'update' },
      params: idParam,
      answers: answer('The published version', sdkConfig),
      refuses: [404, 409, 422],
      async handler({ params, user, author }) {
        const outcome = await entities.update('sdkConfig', params.id, {}, scopeOf(user), {
          author,
          given: { publishedAt: now().toISOString() },
          refuse: faultsOfPublishing,
        });
        pulse.nudge();
        return replyOfWrite(outcome);
      },
    }),
  ];
}

function faultsOfPublishing(row: object) {
  const { publishedAt, status } = row as { publishedAt: string | null; status: number };
  const fault = (code: string, message: string) => [{ code, message, path: '' }];
  if (publishedAt !== null) return fault('published', 'This version is published already');
  return status === 2 ? fault('archived', 'An archived version is not published') : [];
}
