import { cutoffObject, isCutoffEntity, maxCutoffs } from '#model/cutoff/cutoff.ts';
import { isScoped, mayDo, mayRead } from '#model/index.ts';
import type { Cutoff } from '#storage/cutoffs/cutoffStore.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { type CutoffEntry, cutoffContract } from './cutoffContract.ts';

/**
 * Routes of cut-offs. Super admins cut off texts in all accounts, users in their own; objects are cut off in the account
 * that they belong to.
 */
export function cutoffRoutes({
  cutoffs,
  entities,
  log,
  snapshotNotifier,
  now,
}: Pick<ApiDeps, 'cutoffs' | 'entities' | 'log' | 'snapshotNotifier' | 'now'>): Route[] {
  /** Whether a user may undo a cut-off, that is, make it too. */
  async function mayChange(
    user: SessionUser,
    { demandId, kind, object, isOfOperator }: Pick<Cutoff, 'demandId' | 'kind' | 'object' | 'isOfOperator'>,
  ) {
    if (user.role === 'super') return true;
    if (isOfOperator || demandId !== user.demandId) return false;
    if (!isCutoffEntity(kind)) return mayCutTexts(user);
    return mayDo(user, kind, 'update') && (await entities.get(kind, Number(object), scopeOf(user))) !== null;
  }
  /** Whether a user may see a cut-off: it may read what is cut off, and for texts, tags. */
  async function maySee(user: SessionUser, { kind, object }: Pick<Cutoff, 'kind' | 'object'>) {
    if (!isCutoffEntity(kind)) return mayRead(user, 'tag');
    if (!mayRead(user, kind)) return false;
    return !isScoped(user) || (await entities.get(kind, Number(object), scopeOf(user))) !== null;
  }
  const entryOf = async (user: SessionUser, cutoff: Cutoff): Promise<CutoffEntry> => ({
    ...shownOf(cutoff),
    cutBy: cutoff.isOfOperator && user.type !== 'admin' ? '' : cutoff.cutBy,
    cutAt: new Date(cutoff.cutAt).toISOString(),
    canUndo: await mayChange(user, cutoff),
  });

  return [
    implement(cutoffContract.list, async ({ user }) => {
      const scope = scopeOf(user);
      const entries: CutoffEntry[] = [];
      for (const cutoff of await cutoffs.list(scope)) {
        if (await maySee(user, cutoff)) entries.push(await entryOf(user, cutoff));
      }
      return ok(entries);
    }),
    implement(cutoffContract.add, async ({ user, body, author }) => {
      const { kind, reason } = body;
      let target: Pick<Cutoff, 'demandId' | 'object' | 'name'>;
      if ('id' in body) {
        const row = await entities.get(body.kind, body.id, scopeOf(user));
        if (!row) return notFound();
        if (user.role !== 'super' && !mayDo(user, body.kind, 'update')) return reject(403, [viewOnly]);
        target = { demandId: row.demandId, object: String(row.id), name: row.name };
      } else {
        if (!mayCutTexts(user)) return reject(403, [viewOnly]);
        const object = cutoffObject(kind, body.text);
        if (kind === 'domain' && !domainForm.test(object)) return reject(422, [noDomain]);
        target = { demandId: user.type === 'admin' ? null : user.demandId, object, name: '' };
      }
      const added = await cutoffs.add(
        {
          ...target,
          kind,
          reason,
          cutBy: user.name,
          cutById: user.id,
          isOfOperator: user.type === 'admin',
          cutAt: now().toISOString(),
        },
        maxCutoffs,
      );
      if (!added) return reject(422, [tooMany]);
      snapshotNotifier.notify();
      const { cutoff } = added;
      if (added.isNew)
        await log.record(author, entryOfLog('cutOff', cutoff, [{ field: 'reason', from: null, to: reason }]));
      return ok(await entryOf(user, cutoff), 201);
    }),
    implement(cutoffContract.remove, async ({ user, params, author }) => {
      const cutoff = (await cutoffs.list(scopeOf(user))).find(({ id }) => id === params.id);
      if (!cutoff || !(await maySee(user, cutoff))) return notFound();
      if (!(await mayChange(user, cutoff))) return reject(403, [viewOnly]);
      if (!(await cutoffs.remove(cutoff.id))) return notFound();
      snapshotNotifier.notify();
      await log.record(
        author,
        entryOfLog('cutOffUndone', cutoff, [{ field: 'reason', from: cutoff.reason, to: null }]),
      );
      return ok({});
    }),
  ];
}

/** The parts of a cut-off that users see. */
function shownOf({ id, demandId, kind, object, name, reason }: Cutoff) {
  return { id, demandId, kind, object, name, reason };
}

/** Texts apply in the whole account: its partners' users may not cut them off, nor those who only view tags. */
function mayCutTexts(user: SessionUser): boolean {
  return user.role === 'super' || (!isScoped(user) && mayDo(user, 'tag', 'update'));
}

function entryOfLog(
  action: 'cutOff' | 'cutOffUndone',
  { kind, object, name, demandId }: Cutoff,
  fields: { field: string; from: string | null; to: string | null }[],
) {
  const isEntity = isCutoffEntity(kind);
  return {
    action,
    entity: isEntity ? kind : 'cutoff',
    rowId: isEntity ? Number(object) : null,
    name: isEntity ? name : object,
    demandId,
    fields,
  };
}

const domainForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

const viewOnly = { code: 'not_allowed', message: 'You can view this, but not cut it off', path: 'kind' };
const noDomain = { code: 'not_a_domain', message: 'Enter a domain such as brand.example', path: 'text' };
const tooMany = {
  code: 'too_many_cutoffs',
  message: `An account can have at most ${maxCutoffs} cut-offs. Undo some first, or use a creative list`,
  path: '',
};
