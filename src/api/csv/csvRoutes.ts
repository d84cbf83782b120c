import { z } from 'zod';
import { previewQuery } from '../changes/previewQuery.ts';
import { csvLine } from '#model/csvCell.ts';
import { type Entity, type EntityName, writableFields } from '#model/index.ts';
import { setEntities } from '../changes/setEntities.ts';
import type { ApiDeps } from '../deps.ts';
import { fieldChangeSchema, problemSchema } from '../entities/rowSchema.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { attachmentHeader } from '../savedReports/attachmentHeader.ts';
import { textOfUpload } from '../upload.ts';
import { importCsv } from './importCsv.ts';

/** Largest file. */
const limitBytes = 10 * 1024 * 1024;

const querySchema = previewQuery('What the dry run answered: when the rows have changed since, nothing is done (409)');

const answerSchema = z.object({
  batch: z.int().nullable(),
  seen: z.string(),
  columns: z.array(z.string()),
  ignored: z.array(z.string()),
  rows: z.array(
    z.object({
      line: z.int(),
      isNew: z.boolean(),
      id: z.int().nullable(),
      name: z.string(),
      fields: z.array(fieldChangeSchema),
    }),
  ),
  unchanged: z.int(),
  faults: z.array(problemSchema).describe('Paths as lines.7.rate'),
});

/** The ways of CSV into every entity whose rows can be changed in sets: an empty file to fill in, and its way back. */
export function csvRoutes(deps: ApiDeps): Route[] {
  return setEntities.flatMap((entity) => [templateRoute(entity), importRoute(deps, entity)]);
}

function templateRoute(entity: Entity): Route {
  const many = entity.pluralLabel.toLowerCase();
  return defineRoute({
    method: 'GET',
    path: `/api/${entity.path}/template.csv`,
    summary: `An empty file for the import of ${many}`,
    chapter: entity.pluralLabel,
    access: { entity: entity.name as EntityName, action: 'update' },
    answers: { 200: { description: 'The headings alone', contentType: 'text/csv', schema: z.string() } },
    handler: async () => ({
      status: 200,
      stream: headingsOf(entity),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachmentHeader(`${many} template`, 'csv'),
      },
    }),
  });
}

/** A byte order mark tells spreadsheets that a text is UTF-8. */
async function* headingsOf(entity: Entity): AsyncIterable<string> {
  yield `\uFEFF${csvLine(['id', ...writableFields(entity)])}`;
}

function importRoute(deps: ApiDeps, entity: Entity): Route {
  const name = entity.name as EntityName;
  return defineRoute({
    method: 'POST',
    path: `/api/${entity.path}/import`,
    summary: `Import ${entity.pluralLabel.toLowerCase()} from CSV: all rows, or none`,
    chapter: entity.pluralLabel,
    access: { entity: name, action: 'update' },
    query: querySchema,
    streamBody: { contentTypes: ['text/csv'], limitBytes },
    answers: { 200: { description: 'What came of each line', schema: answerSchema } },
    refuses: [409, 422],
    async handler({ query, upload, user, author }) {
      const answer = await importCsv(deps, entity, await textOfUpload(upload), { user, author, ...query });
      deps.pulse.nudge();
      if (query.isDryRun) return ok(answer);
      return answer.faults.length > 0 ? refuseFaults(answer.faults) : ok(answer);
    },
  });
}
