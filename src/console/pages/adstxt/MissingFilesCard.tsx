import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { use } from 'react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { adsTxtColumn } from '../../entities/inventory/adsTxtColumn.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatCount } from '../../lib/format.ts';
import { formatValue } from '#reports/result/formatValue.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { countFiles, unlistedRows } from './unlistedRows.ts';

/** Rows with the most requests that are checked; the largest page of observed inventory. */
const checked = 200;

const kinds = {
  sites: { title: 'Sites that do not list you', noun: 'sites', file: 'ads.txt', page: '/sites' },
  apps: { title: 'Apps that do not list you', noun: 'apps', file: 'app-ads.txt', page: '/applications' },
} as const;

/** The sites or apps with the most requests whose file lists none of the account's sellers, and what they earn, where money is seen. */
export function MissingFilesCard({ observed }: { observed: keyof typeof kinds }) {
  const { title, noun, file, page } = kinds[observed];
  const { timezone, hidesMoney } = useUser();
  const api = use(ApiContext);
  const query = { size: checked, sort: '-reqs' };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['observed', observed, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get(`/api/observed/${observed}`, { query, signal }),
  });
  const rows = unlistedRows(data?.rows ?? []);
  const counts = countFiles(data?.rows ?? []);
  const state = adsTxtColumn(file, timezone);
  return (
    <Card title={data && rows.length > 0 ? `${title} (${rows.length})` : title} padding="none">
      {!data ? (
        <div className="px-4 py-3">
          {error ? <LoadError query={{ error, refetch, isFetching }} /> : <Skeleton className="h-16" />}
        </div>
      ) : rows.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-3 text-sm text-muted">
          {counts.listed > 0 && counts.without + counts.unread === 0 ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          ) : null}
          {data.total === 0
            ? `No ${noun} were seen in the last 7 days.`
            : `No ${file} was found that lists others only.`}
        </p>
      ) : (
        <div className="max-h-96 overflow-auto">
          <table className="w-full text-sm" aria-label={title}>
            <thead>
              <tr className="border-b text-xs text-muted">
                <th scope="col" className="px-4 py-2 text-left font-medium">
                  {observed === 'sites' ? 'Site' : 'App'}
                </th>
                <th scope="col" className="px-4 py-2 text-left font-medium">
                  {file}
                </th>
                <th scope="col" className="px-4 py-2 text-right font-medium whitespace-nowrap">
                  Requests, 7 days
                </th>
                {hidesMoney ? null : (
                  <th scope="col" className="px-4 py-2 text-right font-medium whitespace-nowrap">
                    Revenue, 7 days
                  </th>
                )}
              </tr>
            </thead>
            <tbody className="divide-y">
              {rows.map((row) => (
                <FileRow key={row.key} row={row} state={state} page={page} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > 0 ? (
        <p className="border-t px-4 py-2 text-xs text-muted">
          {formatCount(counts.listed)} list you, {formatCount(counts.unlisted)} do not, {formatCount(counts.without)}{' '}
          have no file, {formatCount(counts.unread)} are not read yet
          {data.total > checked ? `: of the ${checked} ${noun} with the most requests` : ''}.{' '}
          <Link to={page} className="cell-link font-normal!">
            All {noun}
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

function FileRow({
  row,
  state,
  page,
}: {
  row: ObservedRow;
  state: ReturnType<typeof adsTxtColumn>;
  page: (typeof kinds)[keyof typeof kinds]['page'];
}) {
  const { hidesMoney } = useUser();
  return (
    <tr>
      <th scope="row" className="px-4 py-1.5 text-left font-normal wrap-anywhere">
        <Link to={page} search={{ q: row.key }} className="cell-link">
          {row.key}
        </Link>
      </th>
      <td className="px-4 py-1.5" title={state.title?.(row)}>
        {state.cell(row)}
      </td>
      <td className="px-4 py-1.5 text-right tnum">{formatValue(row.figures['reqs'] ?? null, 'count')}</td>
      {hidesMoney ? null : (
        <td className="px-4 py-1.5 text-right tnum">{formatValue(row.figures['rev'] ?? null, 'usd')}</td>
      )}
    </tr>
  );
}
