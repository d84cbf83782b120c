import { entities } from '#model/index.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import { previewLifetimeMs, type SealedPreview } from '#model/buying/sealedPreview.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { previewSchema, type CreativePreview } from './mediaContract.ts';

/** Where a creative can be seen. The page is on the origin of ad serving, so that what it shows reaches nothing of the console. */
export function previewRoute({ config, entities: store, now }: ApiDeps): Route {
  const sealer = createUrlSealer({ secret: config.secret, lifetimeMs: previewLifetimeMs, use: 'previews' });
  return defineRoute({
    method: 'GET',
    path: `/api/${entities.creative.path}/{id}/preview`,
    summary: 'Where a creative is shown as viewers see it, for ten minutes',
    chapter: entities.creative.pluralLabel,
    access: { entity: 'creative', action: 'read' },
    params: idParam,
    answers: { 200: { description: 'The address of its page', schema: previewSchema } },
    refuses: [404],
    async handler({ params, user }) {
      const row = await store.get('creative', params.id, scopeOf(user));
      if (!row) return notFound();
      const preview: SealedPreview = { id: row.id, version: row.version };
      const sealed = sealer.seal(JSON.stringify(preview), now().getTime());
      const answer: CreativePreview = {
        url: `${config.ADS_URL}/preview/${sealed}`,
        mediaUrl: `${config.ADS_URL}/media`,
      };
      return ok(answer);
    },
  });
}
