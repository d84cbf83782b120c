import { z } from 'zod';
import { financeRoles } from '#model/index.ts';
import { defineRoute, notFound, type Parsed, type Route } from '../route.ts';
import { contentTypes, fileReply } from './financeReply.ts';
import { csvOf, type FinanceTable, xlsxOf } from './financeTable.ts';

/** A table as two files: `path.csv`, exact to the nano-dollar, and `path.xlsx`. */
export function tableRoutes<Params extends z.ZodType, Query extends z.ZodType>({
  path,
  summary,
  params,
  query,
  tableOf,
}: {
  path: string;
  summary: string;
  params: Params;
  query: Query;
  /** The table; null when there is no such object. */
  tableOf: (call: { params: Parsed<Params>; query: Parsed<Query> }) => Promise<FinanceTable | null>;
}): Route[] {
  const shared = { method: 'GET', chapter: 'Finance', access: { roles: financeRoles }, params, query } as const;
  return [
    defineRoute({
      ...shared,
      path: `${path}.csv`,
      summary: `${summary}, as CSV`,
      answers: { 200: { description: 'One line for each', contentType: 'text/csv', schema: z.string() } },
      refuses: [404],
      async handler(call) {
        const table = await tableOf(call);
        return table ? fileReply(csvOf(table), table.name, 'csv') : notFound();
      },
    }),
    defineRoute({
      ...shared,
      path: `${path}.xlsx`,
      summary: `${summary}, as XLSX`,
      answers: { 200: { description: 'One line for each', contentType: contentTypes.xlsx } },
      refuses: [404],
      async handler(call) {
        const table = await tableOf(call);
        return table ? fileReply(xlsxOf(table), table.name, 'xlsx') : notFound();
      },
    }),
  ];
}
