import { z } from 'zod';
import { contentTypes } from '../contentTypes.ts';
import { financeRoute } from './financeSchemas.ts';

/** Declares a table as two files: `path.csv`, exact to the nano-dollar, and `path.xlsx`. */
export function tableFiles<const Path extends string, Params extends z.ZodType, Query extends z.ZodType>({
  path,
  formerPath,
  summary,
  params,
  query,
}: {
  path: Path;
  formerPath?: string;
  summary: string;
  params: Params;
  query: Query;
}) {
  const recordedAs = 'financeExported';
  const shared = { method: 'GET', ...financeRoute, params, query, recordedAs, rejects: [404] } as const;
  return {
    csv: {
      ...shared,
      path: `${path}.csv`,
      ...(formerPath === undefined ? {} : { formerPath: `${formerPath}.csv` }),
      summary: `${summary}, as CSV`,
      responses: { 200: { description: 'The table, one line per row', contentType: 'text/csv', schema: z.string() } },
    },
    xlsx: {
      ...shared,
      path: `${path}.xlsx`,
      ...(formerPath === undefined ? {} : { formerPath: `${formerPath}.xlsx` }),
      summary: `${summary}, as XLSX`,
      responses: { 200: { description: 'The table, one line per row', contentType: contentTypes.xlsx } },
    },
  } as const;
}

/** The two files of a table. */
export type TableFiles<Params extends z.ZodType, Query extends z.ZodType> = ReturnType<
  typeof tableFiles<string, Params, Query>
>;
