import { z } from 'zod';
import { createSchema, tooltip } from '#model/index.ts';
import type { Contract } from '../routeDeclaration.ts';

const { name, title, body, link, status } = tooltip.fields;

const shownSchema = z.object({ title: title.schema(), body: body.schema(), link: link.schema() });

/** Help beside fields: key → title, Markdown text and link. */
export type ShownTooltips = Record<string, z.output<typeof shownSchema>>;

const fileSchema = z.object({
  tooltips: z.array(shownSchema.extend({ name: name.schema(), status: status.schema() })),
});

const reportSchema = z.object({
  isApplied: z.boolean().describe('False for a dry run'),
  results: z.array(z.object({ name: z.string(), outcome: z.enum(['created', 'updated', 'unchanged']) })),
});

/** The result of an import. */
export type ImportReport = z.output<typeof reportSchema>;

const maxTooltips = 2000;

const importSchema = z.strictObject({
  tooltips: z
    .array(createSchema(tooltip), 'Must be a list of tooltips')
    .min(1, 'At least one')
    .max(maxTooltips, `At most ${maxTooltips}`),
  isDryRun: z
    .boolean('Must be true or false')
    .default(false)
    .describe('If true, nothing is saved: the response shows what would change'),
});

/** Tooltips to import, in the form of their export. */
export type TooltipImport = z.output<typeof importSchema>;

/** The help beside fields, and its export and import between installations. */
export const tooltipContract = {
  listShown: {
    method: 'GET',
    path: '/api/tooltips/shown',
    summary: 'List the tooltips that are shown next to fields',
    chapter: 'Tooltips',
    access: 'session',
    responses: { 200: { description: 'By entity.field', schema: z.record(z.string(), shownSchema) } },
  },
  exportAll: {
    method: 'GET',
    path: '/api/tooltips/export',
    summary: 'Export all tooltips in the format of the import',
    chapter: 'Tooltips',
    access: { entity: 'tooltip', action: 'read' },
    responses: { 200: { description: 'All tooltips that are not archived', schema: fileSchema } },
  },
  importAll: {
    method: 'POST',
    path: '/api/tooltips/import',
    summary: 'Import tooltips by their keys',
    chapter: 'Tooltips',
    access: { entity: 'tooltip', action: 'create' },
    body: importSchema,
    responses: { 200: { description: 'Result for each tooltip', schema: reportSchema } },
    rejects: [422],
  },
} as const satisfies Contract;
