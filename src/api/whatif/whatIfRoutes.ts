import { type DemandAccountRow, type Fault, isScoped } from '#model/index.ts';
import { validatorFor } from '../changes/validatorFor.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { isUnready } from '../reports/runReport.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { namesFor } from '../why/namesFor.ts';
import { describeWhatIf } from './describeWhatIf.ts';
import { faultsOfChanges, validatedChanges } from './validateChanges.ts';
import { pastScopeOf, replayChanges } from './replayChanges.ts';
import { whatIfContract } from './whatIfContract.ts';

/** Maximum duration of a what-if. */
const timeoutMs = 60_000;

/** Routes for replaying recent requests with a change. */
export function whatIfRoutes(deps: ApiDeps): Route[] {
  const { entities, changeSets, now } = deps;
  /** Accounts with a running what-if. */
  const running = new Set<number>();
  return [
    implement(whatIfContract.replay, async ({ body, user, author, signal }) => {
      const { channelId, days } = body;
      const channel = await entities.get('channel', channelId, scopeOf(user));
      if (!channel || channel.demandId === null) return notFound();
      // Managers of some partners see only a part of a channel, but the difference is of the entire channel.
      if (isScoped(user)) return reject(403, [restricted]);
      const { demandId } = channel;
      if (running.has(demandId)) return reject(409, [alreadyRunning]);
      running.add(demandId);
      try {
        const account = await entities.get('demand', demandId, 'all');
        const zoneHours = (account as DemandAccountRow).timezone;
        const scope = pastScopeOf({ demandId, channelId, zoneHours, days }, now().getTime());
        const changes = body.changes;
        const planned = await changeSets.apply(
          changes.map((change) => ({ ...change, action: 'update' as const })),
          {
            author,
            scope: scopeOf(user),
            demandId: user.demandId,
            isDryRun: true,
            isPartial: false,
            validate: validatorFor(user),
          },
        );
        const also = referencesIn(changes);
        // A request may have been decided shortly after a change, but still without it.
        const since = new Date(scope.from - 3_600_000).toISOString();
        const past = await entities.channelPast({ channelId, demandId, since, additional: also });
        const faults = faultsOfChanges(channelId, changes, past);
        const named = new Set(faults.map(({ path }) => path));
        const more = planned.results.flatMap(({ index, faults: found }) => found.map((fault) => placed(index, fault)));
        faults.push(...more.filter(({ path }) => !named.has(path)));
        if (faults.length > 0) return reject(422, faults);
        const tried = validatedChanges(changes, planned.results, past);
        const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const {
          sample: { firstAt, ...sample },
          ...result
        } = await replayChanges(deps, { scope, past, changes: tried }, timeoutSignal);
        const tagIds = past.rows.filter(({ entity }) => entity === 'tag').map(({ id }) => id);
        const names = await namesFor(entities, scopeOf(user), { tags: tagIds });
        return ok(
          describeWhatIf(result, {
            from: new Date(scope.from).toISOString(),
            to: new Date(scope.to).toISOString(),
            firstAt: firstAt === null ? null : new Date(firstAt).toISOString(),
            ...sample,
            names,
            rows: { present: past.rows, changes: tried },
          }),
        );
      } catch (error) {
        if (isUnready(error)) return unready;
        if (error instanceof DOMException && error.name === 'TimeoutError') return reject(422, [tooLong]);
        throw error;
      } finally {
        running.delete(demandId);
      }
    }),
  ];
}

const restricted = { code: 'restricted', message: 'Requires access to all tags of the channel', path: '' };
const alreadyRunning = {
  code: 'whatif_running',
  message: 'Another what-if of the account is running. Try again when it has finished',
  path: '',
};
const tooLong = { code: 'whatif_too_long', message: 'The what-if took too long. Choose fewer days', path: 'days' };

const unready = reject(
  503,
  [{ code: 'traces_not_ready', message: 'Traces are being set up. Try again in a moment', path: '' }],
  { 'retry-after': '5' },
);

function placed(index: number, fault: Fault): Fault {
  if (fault.path === '') return { ...fault, path: `changes.${index}` };
  return { ...fault, path: fault.path === 'id' ? `changes.${index}.id` : `changes.${index}.values.${fault.path}` };
}

const attachedEntities = {
  targetingIds: 'targeting',
  appListIds: 'appList',
  pubListIds: 'pubList',
  creListIds: 'creList',
} as const;

/** Targetings and lists that the changes reference. */
function referencesIn(changes: readonly { values: Readonly<Record<string, unknown>> }[]) {
  return changes.flatMap(({ values }) =>
    Object.entries(attachedEntities).flatMap(([field, entity]) => {
      const ids = values[field];
      return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number').map((id: number) => ({ entity, id })) : [];
    }),
  );
}
