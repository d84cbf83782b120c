import type { ClickHouse } from '#storage/clickhouse.ts';
import type { ReportDeps } from '../reports/readReport.ts';
import type { Retention } from '../reports/planFor.ts';

export type ExportReportDeps = Pick<ReportDeps, 'entities'> &
  Retention & {
    facts: Pick<ClickHouse, 'query' | 'stream'>;
  };
