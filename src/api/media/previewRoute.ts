import { previewLifetimeMs, type SealedPreview } from '#model/buying/sealedPreview.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import { mediaContract } from './mediaContract.ts';

/** Serves the preview URL of a creative, which is on the origin of ad serving: it has no access to the console. */
export function previewRoute({ config, entities: store, now }: ApiDeps): Route {
  const sealer = createUrlSealer({ secret: config.secret, lifetimeMs: previewLifetimeMs, use: 'previews' });
  return implement(mediaContract.preview, async ({ params, user }) => {
    const row = await store.get('creative', params.id, scopeOf(user));
    if (!row) return notFound();
    const preview: SealedPreview = { id: row.id, version: row.version };
    const sealed = sealer.seal(JSON.stringify(preview), now().getTime());
    return ok({
      url: `${config.ADS_URL}/preview/${sealed}`,
      mediaUrl: `${config.ADS_URL}/media`,
    });
  });
}
