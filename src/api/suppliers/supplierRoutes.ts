import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { supplier } from '#model/index.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { type Call, defineRoute, notFound, ok, refuse, type Reply, type Route } from '../route.ts';

/** What there is of a supplier beside its fields: where it sends its bid requests, and the key that it sends with them. */
export function supplierRoutes({ entities, pulse, config }: ApiDeps): Route[] {
  const chapter = supplier.pluralLabel;
  const path = '/api/demand/sups/{id}/key';
  const access = { entity: 'supplier', action: 'update' } as const;

  /** Stores what the key is known by; '' = none is asked for. */
  async function setKey({ user, author }: Pick<Call, 'user' | 'author'>, id: number, keyDigest: string) {
    const outcome = await entities.update('supplier', id, {}, scopeOf(user), { author, given: { keyDigest } });
    pulse.nudge();
    return outcome;
  }

  return [
    defineRoute({
      method: 'GET',
      path: '/api/demand/sups/{id}/endpoint',
      summary: 'Where a supplier sends its bid requests',
      chapter,
      access: { entity: 'supplier', action: 'read' },
      params: idParam,
      answers: { 200: { description: 'The address, and whether a key is asked for', schema: endpointSchema } },
      refuses: [404],
      async handler({ params, user }) {
        const row = await entities.get('supplier', params.id, scopeOf(user));
        if (!row) return notFound();
        const account = row.demandId === null ? null : await entities.get('demand', row.demandId, 'all');
        const base = account?.domain ? `https://${account.domain}` : config.ADS_URL;
        return ok({ url: `${base}/bid/${row.uid}`, hasKey: row.keyDigest !== '' });
      },
    }),
    defineRoute({
      method: 'POST',
      path,
      summary: 'Give a supplier a new key, which is shown this once; the one before is refused at once',
      chapter,
      access,
      params: idParam,
      answers: { 201: { description: 'The key', schema: z.object({ key: z.string() }) } },
      refuses: [404, 422],
      async handler({ params, ...call }) {
        const key = randomBytes(32).toString('base64url');
        const digest = createHash('sha256').update(key).digest('hex');
        return replyOf(await setKey(call, params.id, digest), ok({ key }, 201));
      },
    }),
    defineRoute({
      method: 'DELETE',
      path,
      summary: 'Take the key of a supplier away: its bid requests need none then',
      chapter,
      access,
      params: idParam,
      answers: { 200: { description: 'There is no key', schema: z.object({ hasKey: z.boolean() }) } },
      refuses: [404, 422],
      async handler({ params, ...call }) {
        return replyOf(await setKey(call, params.id, ''), ok({ hasKey: false }));
      },
    }),
  ];
}

const endpointSchema = z.object({ url: z.url(), hasKey: z.boolean() });

function replyOf<Status extends number>(
  outcome: WriteOutcome<unknown>,
  done: Reply<Status>,
): Reply<Status | 404 | 422> {
  if (outcome.type === 'done') return done;
  return outcome.type === 'missing' ? notFound() : refuse(422, outcome.faults);
}
