import { Readable } from 'node:stream';
import { z } from 'zod';
import { trafficListKinds } from '#model/lists/trafficList.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { trafficListContract } from './trafficListContract.ts';

/** Routes of the operator's lists of invalid traffic. */
export function trafficListRoutes({
  trafficLists,
  log,
  snapshotNotifier,
}: Pick<ApiDeps, 'trafficLists' | 'log' | 'snapshotNotifier'>): Route[] {
  return [
    implement(trafficListContract.fetch, async ({ params: { list }, body: { acceptsChange }, author }) => {
      const configured = (await trafficLists.states()).find(({ source }) => source.kind === list);
      if (!configured) return notFound();
      const attempt = await trafficLists.fetchNow(list, acceptsChange);
      if (!attempt) return reject(409, [isBeingFetched]);
      if (!('list' in attempt)) return ok({ fault: 'fault' in attempt ? attempt.fault : null, entries: null });
      snapshotNotifier.notify();
      const { entries } = attempt.list;
      await log.record(author, {
        action: 'updated',
        entity: 'trafficList',
        rowId: null,
        name: list,
        demandId: null,
        fields: [{ field: 'entries', from: configured.state?.entries ?? null, to: entries }],
      });
      return ok({ fault: null, entries });
    }),
  ];
}

const isBeingFetched = { code: 'being_fetched', message: 'This list is being fetched right now', path: 'list' };

/** The contents of a list of invalid traffic, as serving requests them. */
export function trafficListContentsRoute({ trafficLists }: Pick<ApiDeps, 'trafficLists'>): Route {
  return implement(
    {
      method: 'GET',
      path: '/internal/trafficLists/{list}/{digest}',
      summary: 'Read the contents of a list of invalid traffic',
      chapter: 'Internal',
      access: 'internal',
      params: z.object({
        list: z.enum(trafficListKinds),
        digest: z.string().regex(/^[0-9a-f]{64}$/, 'Must be a digest'),
      }),
      responses: { 200: { description: 'The contents', contentType: 'text/plain' } },
      rejects: [404],
    },
    async ({ params: { list, digest } }) => {
      const contents = await trafficLists.read(list, digest);
      if (contents === null) return notFound();
      const headers = { 'content-type': 'text/plain; charset=utf-8' };
      return { status: 200, stream: Readable.from([Buffer.from(contents)]), headers };
    },
  );
}
