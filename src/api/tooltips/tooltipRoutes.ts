import { z } from 'zod';
import { tooltip } from '#model/index.ts';
import type { ShownTooltips } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, ok, refuse, type Route } from '../route.ts';
import { importTooltips, importSchema, readTooltips } from './importTooltips.ts';

const { name, title, body, link, status } = tooltip.fields;

const shownSchema = z.object({ title: title.schema, body: body.schema, link: link.schema });

const fileSchema = z.object({
  tooltips: z.array(shownSchema.extend({ name: name.schema, status: status.schema })),
});

const reportSchema = z.object({
  isApplied: z.boolean().describe('False for a dry run'),
  results: z.array(z.object({ name: z.string(), outcome: z.enum(['created', 'updated', 'unchanged']) })),
});

/** The help beside fields as everybody sees it, and the way to carry it from one installation to another. */
export function tooltipRoutes({ entities }: ApiDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/tooltips/shown',
      summary: 'The help that is shown beside fields',
      chapter: 'Tooltips',
      access: 'session',
      answers: { 200: { description: 'By entity.field', schema: z.record(z.string(), shownSchema) } },
      async handler() {
        const shown: ShownTooltips = {};
        for (const row of await readTooltips(entities, [1])) {
          shown[row.name] = { title: row.title, body: row.body, link: row.link };
        }
        return ok(shown);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/tooltips/export',
      summary: 'Every tooltip, as the import takes them',
      chapter: 'Tooltips',
      access: { entity: 'tooltip', action: 'read' },
      answers: { 200: { description: 'All but archived ones', schema: fileSchema } },
      async handler() {
        const rows = await readTooltips(entities, [0, 1]);
        return ok({
          tooltips: rows.map((row) => ({
            name: row.name,
            title: row.title,
            body: row.body,
            link: row.link,
            status: row.status,
          })),
        });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/tooltips/import',
      summary: 'Create and change many tooltips by their keys',
      chapter: 'Tooltips',
      access: { entity: 'tooltip', action: 'create' },
      body: importSchema,
      answers: { 200: { description: 'What comes, or came, of each', schema: reportSchema } },
      refuses: [422],
      async handler({ body: given, author }) {
        const outcome = await importTooltips(entities, given, author);
        return outcome.type === 'faults' ? refuse(422, outcome.faults) : ok(outcome.report);
      },
    }),
  ];
}
