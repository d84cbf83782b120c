import { z } from 'zod';
import type { Entity, EntityName } from '#model/index.ts';
import { fieldChangeSchema } from '../answerValues.ts';
import { batchSchema } from '../changes/changeContract.ts';
import { previewQuery } from '../changes/previewQuery.ts';
import { seenSchema } from '../entities/bulk/bulkContract.ts';
import { entityPath } from '../entities/entityPath.ts';
import { problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Largest file. */
const limitBytes = 10 * 1024 * 1024;

const importQuery = previewQuery('What the dry run answered: when the rows have changed since, nothing is done (409)');

const answerSchema = z.object({
  batch: batchSchema,
  seen: seenSchema,
  columns: z.array(z.string()).describe('The fields that the file writes'),
  ignored: z.array(z.string()).describe('Columns of the file that the server alone writes'),
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
    .describe('What changes, by the line of the file'),
  unchanged: z.int().describe('Lines that change nothing'),
  faults: z.array(problemSchema).describe('Paths as lines.7.rate'),
});

/**
 * Answer of POST /api/{path}/import, whose body is CSV of up to 10,000 rows and 10 MB: a line with an id changes that
 * row, one without adds a row. With ?isDryRun=true nothing is saved.
 */
export type ImportAnswer = z.output<typeof answerSchema>;

/** The ways of CSV into an entity whose rows can be changed in sets: an empty file to fill in, and its way back. */
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
      summary: `An empty file for the import of ${many}`,
      answers: { 200: { description: 'The headings alone', contentType: 'text/csv', schema: z.string() } },
    },
    importRows: {
      ...shared,
      method: 'POST',
      path: entityPath(entity, '/api/{entity}/import'),
      summary: `Import ${many} from CSV: all rows, or none`,
      query: importQuery,
      streamBody: { contentTypes: ['text/csv'], limitBytes },
      answers: { 200: { description: 'What came of each line', schema: answerSchema } },
      refuses: [409, 422],
    },
  } as const satisfies Contract;
}
