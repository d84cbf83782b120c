import type { z } from 'zod';
import { implement, notFound, type Route } from '../route.ts';
import { fileResponse } from './financeResponse.ts';
import { csvOf, type FinanceTable, xlsxOf } from './financeTable.ts';
import type { TableFiles } from './tableFiles.ts';

/** The routes of a table's two files; `tableOf` returns the table, or null when there is no such object. */
export function tableRoutes<Params extends z.ZodType, Query extends z.ZodType>(
  files: TableFiles<Params, Query>,
  tableOf: (call: { params: z.output<Params>; query: z.output<Query> }) => Promise<FinanceTable | null>,
): Route[] {
  return [
    implement(files.csv, async (call) => {
      const table = await tableOf(call);
      return table ? fileResponse(csvOf(table), table.name, 'csv') : notFound();
    }),
    implement(files.xlsx, async (call) => {
      const table = await tableOf(call);
      return table ? fileResponse(xlsxOf(table), table.name, 'xlsx') : notFound();
    }),
  ];
}
