import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { textOfUpload } from '../upload.ts';
import { responseOf } from './financeResponse.ts';
import { importNumbers } from './importNumbers.ts';
import { partnerContract } from './partnerContract.ts';
import { reconcileMonth } from './reconcileMonth.ts';

/** Routes of partners' own counts, compared with ours. */
export function partnerRoutes(deps: ApiDeps): Route[] {
  const { entities, finance } = deps;
  return [
    implement(partnerContract.importNumbers, async ({ params, query, upload, author }) => {
      const account = await entities.get('demand', params.id, 'all');
      if (!account) return notFound();
      const { day, object, imps, revenue, clicks, reqs } = query;
      const isNamed = day !== undefined && object !== undefined && imps !== undefined;
      const isDryRun = query.isDryRun === 'true';
      if (!isDryRun && !isNamed) {
        const message = 'Select the columns for the day, the name or ID, and the impressions';
        return reject(422, [{ code: 'required', message, path: 'day' }]);
      }
      const response = await importNumbers(deps, {
        account: { id: account.id, name: account.name },
        kind: query.kind,
        fileName: query.fileName,
        text: await textOfUpload(upload),
        columns: isNamed ? { day, object, imps, revenue, clicks, reqs } : null,
        isDryRun,
        author,
      });
      return !isDryRun && response.faults.length > 0 ? reject(422, response.faults) : ok(response);
    }),
    implement(partnerContract.reconcile, async ({ params: { month, id }, query }) => {
      const response = await reconcileMonth(deps, month, id, query.kind);
      return response ? ok(response) : notFound();
    }),
    implement(partnerContract.removeFile, async ({ params, author }) =>
      responseOf(await finance.partners.remove(author, params.id), () => ({}), 200),
    ),
  ];
}
