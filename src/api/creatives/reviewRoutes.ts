import { type ReviewedCreative, reviewFaults } from '#model/buying/reviewFaults.ts';
import type { Fault } from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import { digestOf } from '../changes/digestOf.ts';
import { validatorFor } from '../changes/validatorFor.ts';
import type { ApiDeps } from '../deps.ts';
import { chooseBy } from '../entities/bulk/choice.ts';
import { figuresUnavailable, searchBy } from '../entities/findRows.ts';
import { openFigures } from '../entities/listMetrics/figures.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { reviewContract, type Verdict } from './reviewContract.ts';

/** Routes for reviewing creatives: single ones, and many at once. Only approved creatives serve. */
export function reviewRoutes(deps: ApiDeps): Route[] {
  const { entities, snapshotNotifier } = deps;
  const read = openFigures(deps);
  return [
    implement(reviewContract.review, async ({ params, body, user, author }) => {
      const { version } = body;
      const { given, refuse: refuseRow } = changeBy(body);
      const outcome = await entities.update('creative', params.id, {}, scopeOf(user), {
        author,
        version,
        given,
        refuse: refuseRow,
      });
      snapshotNotifier.notify();
      if (outcome.type === 'done') return ok(outcome.row);
      if (outcome.type === 'missing') return notFound();
      return reject(outcome.faults.some(({ code }) => code === 'changed_since') ? 409 : 422, outcome.faults);
    }),
    implement(reviewContract.reviewMany, async ({ body, user, author }) => {
      const { isDryRun } = body;
      const rows = await chooseBy(searchBy(deps, read, user), 'creative', body);
      if (!rows) return figuresUnavailable;
      const previewDigest = digestOf(rows);
      if (body.previewDigest !== undefined && body.previewDigest !== previewDigest) {
        const message = 'The rows have changed since the preview. Preview them again';
        return reject(409, [{ code: 'changed_since', message, path: 'previewDigest' }]);
      }
      const { results } = await deps.changeSets.apply(
        rows.map(({ id, version }): PlannedChange => ({
          entity: 'creative',
          action: 'update',
          id,
          version,
          ...changeBy(body),
        })),
        {
          author: { ...author, source: 'bulk' },
          scope: scopeOf(user),
          demandId: user.demandId,
          isDryRun,
          isPartial: true,
          validate: validatorFor(user),
        },
      );
      snapshotNotifier.notify();
      return ok({
        changed: results.filter(({ faults }) => faults.length === 0).length,
        // A review cannot be undone as a set: an approved creative may have served since.
        batch: null,
        previewDigest,
        results: results.map(({ id, fields, faults: [problem] }, index) => {
          return { id: id ?? 0, name: rows[index]?.name ?? '', fields, problem: problem ?? null };
        }),
      });
    }),
  ];
}

function changeBy({ review, note }: Verdict) {
  return {
    given: { review, reviewNote: note },
    refuse: (row: object): Fault[] => (review === 'approved' ? reviewFaults(row as ReviewedCreative) : []),
  };
}
