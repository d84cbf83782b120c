import { z } from 'zod';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { ReportSchedule } from '#api/schedules/scheduleContract.ts';
import { hasFailed } from '../../reports/schedules.ts';
import { filterRows, searchRows, sortRows } from '../../lib/rows.ts';

/** Type of a saved report. A file of a verification report has type file. */
export type ReportType = 'definition' | 'result' | 'file' | 'postbid';

export const typeLabels: Record<ReportType, string> = {
  definition: 'Live report',
  result: 'Snapshot',
  file: 'File',
  postbid: 'Postbid',
};

/** The type of a report. */
export function typeOf({ kind, ivt }: Pick<SavedReport, 'kind' | 'ivt'>): ReportType {
  if (kind === 'file') return 'file';
  if (ivt) return 'postbid';
  return kind === 'definition' ? 'definition' : 'result';
}

const sortColumns = ['name', 'type', 'dt', 'rowCount'] as const;

const idSchema = z.coerce.number().int().positive().nullable().catch(null).default(null);

/** URL state of the page. Invalid values are dropped. */
export const reportsSearchSchema = z.object({
  q: z.string().max(200).catch('').default(''),
  show: z.enum(['active', 'archived', 'all']).catch('active').default('active'),
  type: z.enum(['all', 'definition', 'result', 'file', 'postbid']).catch('all').default('all'),
  scheduled: z.enum(['all', 'yes', 'failed']).catch('all').default('all'),
  /** The report whose schedule, or schedule history, is open. */
  schedule: idSchema,
  history: idSchema,
  sort: z
    .string()
    .refine((text) => sortColumns.some((column) => text.replace(/^-/, '') === column))
    .catch('-dt')
    .default('-dt'),
});

export type ReportsSearch = z.output<typeof reportsSearchSchema>;

/** The state of an empty URL. */
export const bareSearch: ReportsSearch = reportsSearchSchema.parse({});

/** The URL of a state, without defaults. */
export function writeReportsSearch(search: ReportsSearch): Record<string, string | number | null | undefined> {
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [
      key,
      value === bareSearch[key as keyof ReportsSearch] ? undefined : value,
    ]),
  );
}

/** Column and direction of the order in the URL. */
export function sortOf({ sort }: ReportsSearch): { id: string; direction: 'asc' | 'desc' } {
  return { id: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' };
}

const noSchedules: ReadonlyMap<number, ReportSchedule> = new Map();

/** The reports that a state shows, in its order. */
export function shownReports(
  reports: readonly SavedReport[],
  search: ReportsSearch,
  schedules: ReadonlyMap<number, ReportSchedule> = noSchedules,
): readonly SavedReport[] {
  const { q, show, type, scheduled } = search;
  const { id, direction } = sortOf(search);
  const filtered = filterRows(reports, [
    ({ isArchived }) => show === 'all' || isArchived === (show === 'archived'),
    ({ id }) => {
      const schedule = schedules.get(id);
      if (scheduled === 'all') return true;
      return schedule !== undefined && (scheduled === 'yes' || hasFailed(schedule));
    },
    (report) => type === 'all' || typeOf(report) === type || (type === 'postbid' && report.ivt),
  ]);
  return sortRows(
    searchRows(filtered, q, ({ name }) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()),
    (report) => (id === 'type' ? typeLabels[typeOf(report)] : report[id as 'name' | 'dt' | 'rowCount']),
    direction,
  );
}
