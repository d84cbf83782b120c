import { z } from 'zod';
import { accountRoles, type EntityName, entityNamed, maxId, mayDo, type Fault } from '#model/index.ts';
import type { ChangeSetOutcome, PlannedChange } from '#storage/entities/applyChanges.ts';
import { undoingMembers } from '#storage/listMembers/membersInSet.ts';
import type { ChangeResult } from '../changeContract.ts';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { faultsOfGrowth } from '../entities/entityRules.ts';
import { fieldChangeSchema, problemSchema } from '../entities/rowSchema.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { isInLogOf } from '../log/logOf.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { defineRoute, notFound, ok, refuse, type Reply, type Route } from '../route.ts';
import { judgeFor } from './judgeChange.ts';
import { planUndo } from './planUndo.ts';
import { setEntities } from './setEntities.ts';

/** Most changes of one set. */
export const mostChanges = 10_000;

const inSets = setEntities.map(({ name }) => name) as [EntityName, ...EntityName[]];

const id = z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id');

const changeSchema = z
  .strictObject({
    entity: z.enum(inSets, `One of: ${inSets.join(', ')}`),
    action: z.enum(['create', 'update', 'remove'], 'One of: create, update, remove'),
    id: id.optional(),
    version: z.int('Must be a version').positive('Must be a version').optional(),
    ref: z
      .string('Must be text')
      .regex(/^[\w.-]{1,64}$/, 'Letters, digits, "_", "." and "-"')
      .optional(),
    values: z.record(z.string(), z.unknown(), 'Must be an object').optional(),
  })
  .refine((change) => (change.action === 'create') === (change.id === undefined), {
    message: 'A change and a removal need an id, and a new row has none',
    path: ['id'],
  });

const setSchema = z.strictObject({
  changes: z.array(changeSchema, 'Must be a list').min(1, 'At least one').max(mostChanges, 'At most 10,000'),
  isDryRun: z.boolean('Must be true or false').optional(),
  isPartial: z.boolean('Must be true or false').optional(),
});

const answerSchema = z.object({
  batch: z.int().nullable(),
  results: z.array(
    z.object({
      index: z.int(),
      entity: z.string(),
      id: z.int().nullable(),
      name: z.string(),
      fields: z.array(fieldChangeSchema),
      problems: z.array(problemSchema),
    }),
  ),
});

const batchParam = z.object({
  batch: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Must be the number of a change set')
    .transform(Number),
});

/** Changes of many rows that are made, and taken back, together. */
export function changeRoutes(deps: ApiDeps): Route[] {
  const { changeSets, entities, pulse, now } = deps;
  const access = { roles: [...accountRoles, 'super', 'admin', 'sdk'] } as const;
  return [
    defineRoute({
      method: 'POST',
      path: '/api/changes',
      summary: 'Make changes of many rows together',
      chapter: 'Change sets',
      access: { roles: access.roles },
      body: setSchema,
      limitBytes: 32 * 1024 * 1024,
      answers: { 200: { description: 'What came of each change', schema: answerSchema } },
      refuses: [403, 409, 422],
      async handler({ body, user, author }) {
        const beyond = rightsFaults(body.changes, user);
        if (beyond.length > 0) return refuse(403, beyond);
        const faults = [...placeFaults(body.changes), ...(await faultsOfGrowth(entities, body.changes, user.demandId))];
        if (faults.length > 0) return refuse(422, faults);
        const outcome = await changeSets.apply(body.changes, {
          author,
          scope: scopeOf(user),
          demandId: user.demandId,
          isDryRun: body.isDryRun ?? false,
          isPartial: body.isPartial ?? false,
          judge: judgeFor(user),
        });
        pulse.nudge();
        return body.isDryRun ? ok(answerOf(outcome)) : replyOf(outcome, body.isPartial ?? false);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/changes/{batch}/undo',
      summary: 'Take a change set back',
      chapter: 'Change sets',
      access: { roles: access.roles },
      params: batchParam,
      answers: { 200: { description: 'What came of each row', schema: answerSchema } },
      refuses: [403, 404, 409, 422],
      async handler({ params, user, author }) {
        const set = await changeSets.get(params.batch, scopeOf(user));
        // Nobody reverts what its log does not show.
        if (!set?.entries.every((entry) => isInLogOf(user, entry))) return notFound();
        if (set.undoneBy !== null) return refuse(409, [alreadyUndone]);
        const scope = scopeOf(user);
        const plan = planUndo(set.entries, (entry) => undoingMembers(entry, scope, now()));
        if (plan.type === 'never') return refuse(422, plan.faults);
        if (plan.needs.some(({ entity, action }) => !mayDo(user, entity, action))) {
          return refuse(403, [beyondRights('')]);
        }
        const outcome = await changeSets.undo(set.id, plan.changes, {
          author: { ...author, source: 'revert' },
          scope: scopeOf(user),
          demandId: user.demandId,
          isDryRun: false,
          isPartial: false,
          judge: judgeFor(user),
        });
        pulse.nudge();
        return replyOf(outcome, false);
      },
    }),
  ];
}

const alreadyUndone: Fault = { code: 'undone', message: 'This has been taken back already', path: '' };

const rightOf = { create: 'create', update: 'update', remove: 'delete' } as const;

function beyondRights(path: string): Fault {
  return { code: 'forbidden', message: 'You may not do this', path };
}

function rightsFaults(changes: readonly PlannedChange[], user: SessionUser): Fault[] {
  return changes.flatMap(({ entity, action }, index) => {
    const isRemovable = action !== 'remove' || entityNamed(entity)?.removal === 'delete';
    return isRemovable && mayDo(user, entity, rightOf[action]) ? [] : [beyondRights(`changes.${index}`)];
  });
}

/** A set that speaks of one row, or of one new name, twice. */
function placeFaults(changes: readonly PlannedChange[]): Fault[] {
  const seen = new Set<string>();
  return changes.flatMap(({ entity, id: rowId, ref }, index): Fault[] => {
    const keys = [...(rowId === undefined ? [] : [`${entity} ${rowId}`]), ...(ref === undefined ? [] : [`@${ref}`])];
    const isTwice = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isTwice ? [{ code: 'twice', message: 'The set speaks of this row twice', path: `changes.${index}` }] : [];
  });
}

function replyOf(outcome: ChangeSetOutcome, isPartial: boolean): Reply<200 | 409 | 422> {
  const problems = outcome.results.flatMap(({ index, faults }) =>
    faults.map((fault) => ({ ...fault, path: pathOf(index, fault.path) })),
  );
  if (isPartial || problems.length === 0) return ok(answerOf(outcome));
  return refuseFaults(problems);
}

function pathOf(index: number, path: string): string {
  if (path === '') return `changes.${index}`;
  return path === 'id' || path === 'version' ? `changes.${index}.${path}` : `changes.${index}.values.${path}`;
}

function answerOf({ batch, results }: ChangeSetOutcome) {
  const told: ChangeResult[] = results.map(({ faults, ...result }) => ({ ...result, problems: faults }));
  return { batch, results: told };
}
