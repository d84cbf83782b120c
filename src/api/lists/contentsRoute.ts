import { z } from 'zod';
import { writeHead, writeMembers, writeTail } from '#engine/lists/listContents.ts';
import type { ListKind } from '#engine/lists/listSet.ts';
import { countFieldOf } from '#model/lists/listMembers.ts';
import { idInText } from '../addressValues.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, type Route } from '../route.ts';
import { kindOfMembers } from './kindOfMembers.ts';

/** Path parameters of a list's contents, as serving requests them. */
const contentsParams = z.object({
  entity: z.enum(['appList', 'creList', 'pubList']),
  id: idInText(),
  hash: z.string().regex(/^[0-9a-f]{32}$/, 'Must be a digest'),
});

/** The members of a list in the format that serving loads; see engine/listContents.ts. */
export function contentsRoute({ entities, lists }: Pick<ApiDeps, 'entities' | 'lists'>): Route {
  return implement(
    {
      method: 'GET',
      path: '/internal/lists/{entity}/{id}/{hash}',
      summary: 'Read the contents of a list',
      chapter: 'Internal',
      access: 'internal',
      params: contentsParams,
      responses: { 200: { description: 'The contents', contentType: 'application/octet-stream' } },
      rejects: [404],
    },
    async ({ params }) => {
      const { entity, id, hash } = params;
      const row = await entities.get(entity, id, 'all');
      // The hash belongs to other contents, which the feed is about to announce.
      if (row?.membersHash !== hash) return notFound();
      const isCurrent = async () => (await entities.get(entity, id, 'all'))?.membersHash === hash;
      const count = Number(Reflect.get(row, countFieldOf(entity)));
      return {
        status: 200,
        stream: contentsOf(lists.stream({ entity, id }), { count, kind: kindOfMembers(entity, row), isCurrent }),
        headers: { 'content-type': 'application/octet-stream' },
      };
    },
  );
}

/** Throws when the members have changed meanwhile: the contents would be neither the old nor the new ones. */
async function* contentsOf(
  parts: AsyncIterable<string[]>,
  list: { count: number; kind: ListKind; isCurrent: () => Promise<boolean> },
): AsyncGenerator<Uint8Array> {
  yield writeHead(list.count);
  const prefixes = new Set<number>();
  let sent = 0;
  for await (const part of parts) {
    sent += part.length;
    yield writeMembers(list.kind, part, prefixes);
  }
  if (sent !== list.count || !(await list.isCurrent())) throw new Error('The list changed while it was being read');
  yield writeTail(prefixes);
}
