import { formerNamesOf, underCurrentNames } from '#model/field/formerNames.ts';
import { entityNamed, type Fault, hasPart, mayDo } from '#model/index.ts';
import type { ChangeSetOutcome, PlannedChange } from '#storage/entities/applyChanges.ts';
import { undoingMembers } from '#storage/lists/membersInSet.ts';
import type { ApiDeps } from '../deps.ts';
import { faultsOfGrowth } from '../entities/entityRules.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { isInLogOf } from '../log/logOf.ts';
import { rejectFaults } from '../rejectFaults.ts';
import { implement, type JsonResponse, notFound, ok, type Rejection, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { changeContract, type ChangeSetResponse } from './changeContract.ts';
import { validatorFor } from './validatorFor.ts';
import { planUndo } from './planUndo.ts';

/** Routes for changes of many rows that are made, and undone, together. */
export function changeRoutes(deps: ApiDeps): Route[] {
  const { changeSets, entities, snapshotNotifier, now } = deps;
  return [
    implement(changeContract.apply, async ({ body, user, author }) => {
      const changes = body.changes.map(currentlyNamed);
      if (changes.some(({ entity }) => !hasPart(user.config.database, entity))) return notFound();
      const missingRights = rightsFaults(changes, user);
      if (missingRights.length > 0) return reject(403, missingRights);
      const faults = [...placeFaults(changes), ...(await faultsOfGrowth(entities, changes, user.demandId))];
      if (faults.length > 0) return reject(422, faults);
      const outcome = await changeSets.apply(changes, {
        author,
        scope: scopeOf(user),
        demandId: user.demandId,
        isDryRun: body.isDryRun ?? false,
        isPartial: body.isPartial ?? false,
        validate: validatorFor(user),
      });
      snapshotNotifier.notify();
      return body.isDryRun ? ok(bodyOf(outcome)) : responseOf(outcome, body.isPartial ?? false);
    }),
    implement(changeContract.undo, async ({ params, user, author }) => {
      const set = await changeSets.get(params.batch, scopeOf(user));
      // A user can only undo changes that the user's log shows.
      if (!set?.entries.every((entry) => isInLogOf(user, entry))) return notFound();
      if (set.undoneBy !== null) return reject(409, [alreadyUndone]);
      const scope = scopeOf(user);
      const plan = planUndo(set.entries, (entry) => undoingMembers(entry, scope, now()));
      if (plan.type === 'never') return reject(422, plan.faults);
      if (plan.needs.some(({ entity, action }) => !mayDo(user, entity, action))) {
        return reject(403, [beyondRights('')]);
      }
      const outcome = await changeSets.undo(set.id, plan.changes, {
        author: { ...author, source: 'revert' },
        scope: scopeOf(user),
        demandId: user.demandId,
        isDryRun: false,
        isPartial: false,
        validate: validatorFor(user),
      });
      snapshotNotifier.notify();
      return responseOf(outcome, false);
    }),
  ];
}

/** A change with its values under the current names of the fields. */
function currentlyNamed(change: PlannedChange): PlannedChange {
  const fields = entityNamed(change.entity)?.fields;
  if (!fields || change.values === undefined) return change;
  return { ...change, values: underCurrentNames(change.values, formerNamesOf(fields)) };
}

const alreadyUndone: Fault = { code: 'undone', message: 'This has already been undone', path: '' };

const rightOf = { create: 'create', update: 'update', remove: 'delete' } as const;

function beyondRights(path: string): Fault {
  return { code: 'not_allowed', message: 'You do not have permission to change these rows', path };
}

function rightsFaults(changes: readonly PlannedChange[], user: SessionUser): Fault[] {
  return changes.flatMap(({ entity, action }, index) => {
    const isRemovable = action !== 'remove' || entityNamed(entity)?.removal === 'delete';
    return isRemovable && mayDo(user, entity, rightOf[action]) ? [] : [beyondRights(`changes.${index}`)];
  });
}

/** Faults of sets that name one row, or one new name, twice. */
function placeFaults(changes: readonly PlannedChange[]): Fault[] {
  const seen = new Set<string>();
  return changes.flatMap(({ entity, id: rowId, ref }, index): Fault[] => {
    const keys = [...(rowId === undefined ? [] : [`${entity} ${rowId}`]), ...(ref === undefined ? [] : [`@${ref}`])];
    const isTwice = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isTwice ? [{ code: 'duplicate', message: 'The set contains this row twice', path: `changes.${index}` }] : [];
  });
}

function responseOf(
  outcome: ChangeSetOutcome,
  isPartial: boolean,
): JsonResponse<200, ChangeSetResponse> | Rejection<409 | 422> {
  const problems = outcome.results.flatMap(({ index, faults }) =>
    faults.map((fault) => ({ ...fault, path: pathOf(index, fault.path) })),
  );
  if (isPartial || problems.length === 0) return ok(bodyOf(outcome));
  return rejectFaults(problems);
}

function pathOf(index: number, path: string): string {
  if (path === '') return `changes.${index}`;
  return path === 'id' || path === 'version' ? `changes.${index}.${path}` : `changes.${index}.values.${path}`;
}

function bodyOf({ batch, results }: ChangeSetOutcome): ChangeSetResponse {
  return { batch, results: results.map(({ faults, ...result }) => ({ ...result, problems: faults })) };
}
