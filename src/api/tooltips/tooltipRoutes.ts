import type { ApiDeps } from '../deps.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { importTooltips, readTooltips } from './importTooltips.ts';
import { type ShownTooltips, tooltipContract } from './tooltipContract.ts';

/** Routes of the help beside fields, and of its export and import between installations. */
export function tooltipRoutes({ entities }: ApiDeps): Route[] {
  return [
    implement(tooltipContract.listShown, async () => {
      const shown: ShownTooltips = {};
      for (const row of await readTooltips(entities, [1])) {
        shown[row.name] = { title: row.title, body: row.body, link: row.link };
      }
      return ok(shown);
    }),
    implement(tooltipContract.exportAll, async () => {
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
    }),
    implement(tooltipContract.importAll, async ({ body, author }) => {
      const outcome = await importTooltips(entities, body, author);
      return outcome.type === 'faults' ? reject(422, outcome.faults) : ok(outcome.report);
    }),
  ];
}
