import { csvLine } from '#model/field/csvCell.ts';
import { type Entity, writableFields } from '#model/index.ts';
import { setEntities } from '../changes/setEntities.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { implement, ok, type Route } from '../route.ts';
import { attachmentHeader } from '../savedReports/attachmentHeader.ts';
import { textOfUpload } from '../upload.ts';
import { csvContract } from './csvContract.ts';
import { importCsv } from './importCsv.ts';

/** The ways of CSV into every entity whose rows can be changed in sets: an empty file to fill in, and its way back. */
export function csvRoutes(deps: ApiDeps): Route[] {
  return setEntities.flatMap((entity) => [templateRoute(entity), importRoute(deps, entity)]);
}

function templateRoute(entity: Entity): Route {
  return implement(csvContract(entity).template, async () => ({
    status: 200,
    stream: headingsOf(entity),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachmentHeader(`${entity.pluralLabel.toLowerCase()} template`, 'csv'),
    },
  }));
}

/** A byte order mark tells spreadsheets that a text is UTF-8. */
async function* headingsOf(entity: Entity): AsyncIterable<string> {
  yield `\uFEFF${csvLine(['id', ...writableFields(entity)])}`;
}

function importRoute(deps: ApiDeps, entity: Entity): Route {
  return implement(csvContract(entity).importRows, async ({ query, upload, user, author }) => {
    const answer = await importCsv(deps, entity, await textOfUpload(upload), { user, author, ...query });
    deps.snapshotNotifier.notify();
    if (query.isDryRun) return ok(answer);
    return answer.faults.length > 0 ? refuseFaults(answer.faults) : ok(answer);
  });
}
