import { createHash, randomBytes } from 'node:crypto';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import {
  type Call,
  implement,
  notFound,
  ok,
  reject,
  type Rejection,
  type RouteResponse,
  type Route,
} from '../route.ts';
import { supplierContract } from './supplierContract.ts';

/** Routes of suppliers beside their fields: the endpoint for bid requests, and the key to send with them. */
export function supplierRoutes({ entities, snapshotNotifier, config }: ApiDeps): Route[] {
  /** Stores the digest of the key; '' = no key is required. */
  async function setKey({ user, author }: Pick<Call, 'user' | 'author'>, id: number, keyDigest: string) {
    const outcome = await entities.update('supplier', id, {}, scopeOf(user), { author, given: { keyDigest } });
    snapshotNotifier.notify();
    return outcome;
  }

  return [
    implement(supplierContract.readEndpoint, async ({ params, user }) => {
      const row = await entities.get('supplier', params.id, scopeOf(user));
      if (!row) return notFound();
      const account = row.demandId === null ? null : await entities.get('demand', row.demandId, 'all');
      const base = account?.domain ? `https://${account.domain}` : config.ADS_URL;
      return ok({ url: `${base}/bid/${row.uid}`, hasKey: row.keyDigest !== '' });
    }),
    implement(supplierContract.createKey, async ({ params, ...call }) => {
      const key = randomBytes(32).toString('base64url');
      const digest = createHash('sha256').update(key).digest('hex');
      return responseOf(await setKey(call, params.id, digest), ok({ key }, 201));
    }),
    implement(supplierContract.removeKey, async ({ params, ...call }) => {
      return responseOf(await setKey(call, params.id, ''), ok({ hasKey: false }));
    }),
  ];
}

function responseOf<Done extends RouteResponse>(
  outcome: WriteOutcome<unknown>,
  done: Done,
): Done | Rejection<404 | 422> {
  if (outcome.type === 'done') return done;
  return outcome.type === 'missing' ? notFound() : reject(422, outcome.faults);
}
