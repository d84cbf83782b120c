import { csvLine } from '#model/field/csvCell.ts';
import { seenFields } from '#model/field/listedFields.ts';
import { type Entity, writableFields } from '#model/index.ts';
import { setEntities } from '../changes/setEntities.ts';
import type { ApiDeps } from '../deps.ts';
import { rejectFaults } from '../rejectFaults.ts';
import { implement, ok, type Route } from '../route.ts';
import { attachmentHeader } from '../reports/attachmentHeader.ts';
import { textOfUpload } from '../upload.ts';
import { csvContract } from './csvContract.ts';
import { importCsv } from './importCsv.ts';

/** Routes for CSV import of every entity whose rows can be changed in sets, and for the empty file to fill in. */
export function csvRoutes(deps: ApiDeps): Route[] {
  return setEntities.flatMap((entity) => [templateRoute(entity), importRoute(deps, entity)]);
}

function templateRoute(entity: Entity): Route {
  return implement(csvContract(entity).template, async ({ user }) => ({
    status: 200,
    stream: headingsOf({ ...entity, fields: seenFields(entity, user) }),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachmentHeader(`${entity.pluralLabel.toLowerCase()} template`, 'csv'),
    },
  }));
}

/** The byte order mark marks the text as UTF-8 for spreadsheets. */
async function* headingsOf(entity: Entity): AsyncIterable<string> {
  yield `\uFEFF${csvLine(['id', ...writableFields(entity)])}`;
}

function importRoute(deps: ApiDeps, entity: Entity): Route {
  return implement(csvContract(entity).importRows, async ({ query, upload, user, author }) => {
    const response = await importCsv(deps, entity, await textOfUpload(upload), { user, author, ...query });
    deps.snapshotNotifier.notify();
    if (query.isDryRun) return ok(response);
    return response.faults.length > 0 ? rejectFaults(response.faults) : ok(response);
  });
}
