import { isScoped, maxWatches, watchMinutes, type WatchRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { type Watch, whyContract } from './whyContract.ts';

/**
 * Routes of watches: for ten minutes, all requests of a channel, supplier, tag, campaign or device are traced in full.
 */
export function watchRoutes({ entities, watches, log, snapshotNotifier, now }: ApiDeps): Route[] {
  const running = () => now().getTime();

  /** The active watches that a user sees; devices belong to the entire account. */
  async function watchesOf(user: SessionUser): Promise<WatchRow[]> {
    const scope = scopeOf(user);
    const rows = await watches.running(scope, running());
    if (!isScoped(user)) return rows;
    const found = await Promise.all(
      rows.map(async ({ kind, object }) => (kind === 'device' ? null : entities.get(kind, Number(object), scope))),
    );
    return rows.filter((_row, index) => found[index]);
  }

  return [
    implement(whyContract.startWatch, async ({ body, user, author }) => {
      const { kind, id } = body;
      if (kind === 'device' && isScoped(user)) return reject(422, [deviceOfAccount]);
      const scope = scopeOf(user);
      const row = kind === 'device' ? null : await entities.get(kind, id, scope);
      if (kind !== 'device' && !row) return notFound();
      const demandId = row ? row.demandId : user.demandId;
      if (demandId === null) return reject(422, [noAccount]);
      const at = running();
      const until = at + watchMinutes * 60_000;
      const watch = await watches.start({ demandId, kind, object: String(id) }, { now: at, until, limit: maxWatches });
      if (!watch) return reject(422, [tooMany]);
      // Watches are pruned soon, and with them the device: the log records the watch, but not the device.
      const { id: rowId = null, name = '' } = row ?? {};
      await log.record(author, { action: 'watch', entity: kind, rowId, name, demandId });
      snapshotNotifier.notify();
      return ok(watchOf(watch), 201);
    }),
    implement(whyContract.listWatches, async ({ user }) => {
      return ok((await watchesOf(user)).map(watchOf));
    }),
    implement(whyContract.endWatch, async ({ params, user }) => {
      const isSeen = !isScoped(user) || (await watchesOf(user)).some(({ id }) => id === params.id);
      if (!isSeen || !(await watches.stop(params.id, scopeOf(user)))) return notFound();
      snapshotNotifier.notify();
      return ok({});
    }),
  ];
}

const noAccount = {
  code: 'no_account',
  message: 'A device is watched for an account. Act as an account first',
  path: 'kind',
};
const deviceOfAccount = {
  code: 'out_of_scope',
  message: 'To watch a device, you need access to all partners of the account',
  path: 'kind',
};
const tooMany = {
  code: 'too_many_watches',
  message: `An account can run at most ${maxWatches} watches at the same time. Stop one first`,
  path: '',
};

function watchOf({ id, kind, object, until }: WatchRow): Watch {
  return { id, kind, object, until: new Date(until).toISOString() };
}
