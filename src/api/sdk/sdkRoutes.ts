import { keyGraceMs } from '#model/index.ts';
import { randomUid } from '#storage/entities/draft.ts';
import type { ApiDeps } from '../deps.ts';
import { responseOfWrite } from '../entities/responseOfWrite.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import { readHealth } from './readHealth.ts';
import { sdkContract } from './sdkContract.ts';

/** Routes of SDK apps beside their fields: endpoint, new key, publishing of settings, health. */
export function sdkRoutes(deps: ApiDeps): Route[] {
  const { entities, snapshotNotifier, now, config } = deps;
  return [
    implement(sdkContract.rotateKey, async ({ params, user, author }) => {
      const scope = scopeOf(user);
      const app = await entities.get('sdkApp', params.id, scope);
      if (!app) return notFound();
      const previousUidEndsAt = new Date(now().getTime() + keyGraceMs).toISOString();
      const given = { uid: randomUid(), previousUid: app.uid, previousUidEndsAt };
      const { version } = app;
      const outcome = await entities.update('sdkApp', params.id, {}, scope, { author, given, version });
      snapshotNotifier.notify();
      return responseOfWrite(outcome);
    }),
    implement(sdkContract.readConfigUrl, async ({ params, user }) => {
      const app = await entities.get('sdkApp', params.id, scopeOf(user));
      if (!app) return notFound();
      const account = app.demandId === null ? null : await entities.get('demand', app.demandId, 'all');
      const base = account?.domain ? `https://${account.domain}` : config.ADS_URL;
      return ok({ url: `${base}/sdk/v1/config?key=${app.uid}` });
    }),
    implement(sdkContract.readHealth, async ({ user }) => ok(await readHealth(deps, scopeOf(user)))),
    implement(sdkContract.publish, async ({ params, user, author }) => {
      const outcome = await entities.update('sdkConfig', params.id, {}, scopeOf(user), {
        author,
        given: { publishedAt: now().toISOString() },
        refuse: faultsOfPublishing,
      });
      snapshotNotifier.notify();
      return responseOfWrite(outcome);
    }),
  ];
}

function faultsOfPublishing(row: object) {
  const { publishedAt, status } = row as { publishedAt: string | null; status: number };
  const fault = (code: string, message: string) => [{ code, message, path: '' }];
  if (publishedAt !== null) return fault('published', 'This version is already published');
  return status === 2 ? fault('archived', 'An archived version cannot be published') : [];
}
