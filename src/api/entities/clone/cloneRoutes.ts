import { type Entity, type EntityName, type Fault, mayDo } from '#model/index.ts';
import { cloneChildOf, isCloneable } from '#model/entity/clone.ts';
import { isMemberList } from '#model/lists/listMembers.ts';
import { copyingMembers } from '#storage/lists/membersInSet.ts';
import { digestOf } from '../../changes/digestOf.ts';
import { validatorFor } from '../../changes/validatorFor.ts';
import { setEntities } from '../../changes/setEntities.ts';
import type { ApiDeps } from '../../deps.ts';
import { implement, ok, reject, type Route } from '../../route.ts';
import type { SessionUser } from '../../session/sessionContract.ts';
import { chooseBy } from '../bulk/choice.ts';
import { faultsOfGrowth } from '../entityRules.ts';
import { figuresUnavailable, searchBy } from '../findRows.ts';
import { openFigures } from '../listMetrics/figures.ts';
import { scopeOf } from '../scopeOf.ts';
import { cloneContract } from './cloneContract.ts';
import { planClone } from './planClone.ts';

/** Routes that copy rows with their children, for every entity that can be copied. */
export function cloneRoutes(deps: ApiDeps): Route[] {
  return setEntities.filter(isCloneable).map((entity) => cloneRoute(deps, entity));
}

function cloneRoute(deps: ApiDeps, entity: Entity): Route {
  const name = entity.name as EntityName;
  const read = openFigures(deps);
  return implement(cloneContract(entity).clone, async ({ body, user, author }) => {
    const { copies, pattern, find, replacement, status, hasChildren, isDryRun } = body;
    if (hasChildren && !mayCopyChildren(name, user)) return reject(403, [beyondRights]);
    const scope = scopeOf(user);
    const { demandId } = user;
    const rows = await chooseBy(searchBy(deps, read, user), name, body);
    if (!rows) return figuresUnavailable;
    const plan = await planClone(deps.entities, name, rows, {
      scope,
      demandId,
      copies,
      naming: { pattern, find, replacement },
      status,
      hasChildren,
    });
    if (plan.type === 'tooMany') return reject(422, [tooMany]);
    const previewDigest = digestOf(plan.read);
    if (body.previewDigest !== undefined && body.previewDigest !== previewDigest)
      return reject(409, [changedSincePreview]);
    const growthFaults = await faultsOfGrowth(
      deps.entities,
      plan.copies.map(({ change }) => change),
      demandId,
    );
    if (growthFaults.length > 0) return reject(422, growthFaults);
    const outcome = await deps.changeSets.apply(
      plan.copies.map(({ change, of }) => {
        const hasMembers = hasChildren && !isDryRun && isMemberList(change.entity);
        return { ...change, followUp: hasMembers ? copyingMembers(of.id, scope) : undefined };
      }),
      {
        author: { ...author, source: 'bulk' },
        scope,
        demandId,
        isDryRun,
        isPartial: false,
        validate: validatorFor(user),
      },
    );
    deps.snapshotNotifier.notify();
    const results = outcome.results.flatMap(({ index, entity: copiedEntity, id, name: copyName, faults: problems }) => {
      const copy = plan.copies[index];
      return copy ? [{ entity: copiedEntity, id: isDryRun ? null : id, name: copyName, of: copy.of, problems }] : [];
    });
    const faults = results.flatMap(({ problems }) => problems);
    if (!isDryRun && faults.length > 0) return reject(422, faults);
    return ok({ batch: outcome.batch, previewDigest, results });
  });
}

const beyondRights: Fault = {
  code: 'not_allowed',
  message: 'You do not have permission to copy what belongs to it',
  path: 'hasChildren',
};
const tooMany: Fault = { code: 'too_many', message: 'More than 10,000 copies. Select fewer rows', path: 'copies' };
const changedSincePreview: Fault = {
  code: 'changed_since',
  message: 'The rows have changed since the preview. Preview again',
  path: 'previewDigest',
};

function mayCopyChildren(name: EntityName, user: SessionUser): boolean {
  const child = cloneChildOf(name);
  return !child || (mayDo(user, child.entity, 'create') && mayCopyChildren(child.entity, user));
}
