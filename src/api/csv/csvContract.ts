import { z } from 'zod';
import type { Entity, EntityName } from '#model/index.ts';
import { fieldChangeSchema } from '../responseValues.ts';
import { changeSetIdSchema } from '../changes/changeContract.ts';
import { formerDigestSchema, formerPreview, previewQuery } from '../changes/previewQuery.ts';
import { previewDigestSchema } from '../entities/bulk/bulkContract.ts';
import { entityPath } from '../entities/entityPath.ts';
import { problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Maximum file size. */
const limitBytes = 10 * 1024 * 1024;

const importQuery = previewQuery(
  'The value of `previewDigest` in the response of the dry run. If rows have changed since then, nothing is changed (409)',
);

const responseSchema = z.object({
  batch: changeSetIdSchema,
  previewDigest: previewDigestSchema,
  seen: formerDigestSchema,
  columns: z.array(z.string()).describe('Fields that the file sets'),
  ignored: z.array(z.string()).describe('Columns of the file that are ignored because only the server sets them'),
  rows: z
    .array(
      z.object({
        line: z.int(),
        isNew: z.boolean(),
        id: z.int().nullable(),
        name: z.string(),
        fields: z.array(fieldChangeSchema),
      }),
    )
    .describe('Changes by line of the file'),
  unchanged: z.int().describe('Lines without changes'),
  faults: z.array(problemSchema).describe('Errors, with paths such as lines.7.rate'),
});

/**
 * Response of POST /api/{path}/import, whose body is CSV of up to 10,000 rows and 10 MB: a line with an id changes that
 * row, one without adds a row. With ?isDryRun=true nothing is saved.
 */
export type ImportResponse = z.output<typeof responseSchema>;

/** CSV import of an entity whose rows can be changed in sets, and the empty file to fill in. */
export function csvContract(entity: Entity) {
  const many = entity.pluralLabel.toLowerCase();
  const shared = {
    chapter: entity.pluralLabel,
    access: { entity: entity.name as EntityName, action: 'update' },
  } as const;
  return {
    template: {
      ...shared,
      method: 'GET',
      path: entityPath(entity, '/api/{entity}/template.csv'),
      summary: `CSV template for importing ${many}`,
      responses: { 200: { description: 'The headings only', contentType: 'text/csv', schema: z.string() } },
    },
    importRows: {
      ...shared,
      method: 'POST',
      path: entityPath(entity, '/api/{entity}/import'),
      summary: `Import ${many} from CSV (all rows or none)`,
      query: importQuery,
      ...formerPreview,
      streamBody: { contentTypes: ['text/csv'], limitBytes },
      responses: { 200: { description: 'The result for each line', schema: responseSchema } },
      rejects: [409, 422],
    },
  } as const satisfies Contract;
}
