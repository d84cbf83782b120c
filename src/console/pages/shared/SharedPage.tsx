import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download, SearchX } from 'lucide-react';
import { Suspense, use, useEffect } from 'react';
import type { SharedReport } from '#api/shares/shareContract.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { addressOf } from '../../lib/api.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatBytes, formatCount, formatDateTime } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { ApiError } from '../../lib/problems.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const SharedChart = lazyChunk(() => import('./SharedChart.tsx'), 'SharedChart');
const SharedRows = lazyChunk(() => import('./SharedRows.tsx'), 'SharedRows');

/** A report opened by a shared link: without sign-in, without the console's frame, and on phones too. */
export function SharedPage() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const api = use(ApiContext);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => api.get('/api/shared/{token}', { params: { token }, signal }),
    // Every request counts as a view, so the report is never refetched.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isLate = useDelayed(isPending);
  const name = data?.name;
  useEffect(() => {
    if (name !== undefined) document.title = name;
  }, [name]);
  if (isPending) return <main className="p-4">{isLate ? <Skeleton className="h-8 w-64" /> : null}</main>;
  if (!data) {
    const isOver = error instanceof ApiError && error.status === 404;
    return (
      <main className="flex min-h-dvh items-center justify-center">
        {isOver ? (
          <EmptyState
            isPage
            icon={<SearchX />}
            title="This link does not work"
            text="It is incorrect, expired or revoked. Ask the person who sent it for a new link."
          />
        ) : (
          <LoadError title="The report cannot be shown" query={{ error, refetch, isFetching }} />
        )}
      </main>
    );
  }
  return <Shown report={data} token={token} />;
}

function Shown({ report, token }: { report: SharedReport; token: string }) {
  const { content, offset } = report;
  const zone = offsetLabel(offset);
  const isFile = content.kind === 'file';
  const shared = report.sharedBy === null ? 'Shared' : `Shared by ${report.sharedBy}`;
  return (
    <main className="flex min-h-dvh flex-col gap-3 p-3 sm:p-5">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-lg font-semibold tracking-tight wrap-anywhere sm:text-xl">
            <bdi>{report.name}</bdi>
          </h1>
          <p className="tnum text-sm">{rangeText(report)}</p>
          <p className="tnum text-xs text-muted">
            <bdi>{shared}</bdi> · data as of {formatDateTime(report.countedAt, offset)} · link valid until{' '}
            {formatDateTime(report.validUntil, offset)}, {zone}
          </p>
        </div>
        {isFile ? null : (
          <a
            href={addressOf('/api/shared/{token}/csv', { params: { token } })}
            download
            rel="noreferrer"
            className={buttonClass()}
          >
            <Download aria-hidden />
            Download CSV
          </a>
        )}
      </header>
      {content.kind === 'table' ? (
        <Suspense fallback={<div className="flex-1" />}>
          <div className="report-result">
            <SharedChart report={report} table={content} />
            <SharedRows table={content} />
          </div>
        </Suspense>
      ) : (
        <EmptyState
          className="flex-1 rounded-lg border bg-surface"
          icon={<Download />}
          title={`A file with ${formatCount(content.rowCount)} ${content.rowCount === 1 ? 'row' : 'rows'}`}
          text={`${content.format.toUpperCase()}${content.byteCount === null ? '' : `, ${formatBytes(content.byteCount)}`}`}
          action={
            <a
              href={addressOf('/api/shared/{token}/file', { params: { token } })}
              download
              rel="noreferrer"
              className={buttonClass('primary')}
            >
              <Download aria-hidden />
              Download
            </a>
          }
        />
      )}
      <footer className="flex items-center gap-2 text-xs text-muted">
        <img src="/favicon.svg" alt="" className="size-4" />
        Bidhouse
      </footer>
    </main>
  );
}

/** The dates of a report, with times for partial days, and their time zone. */
function rangeText({ range, offset, isTest }: SharedReport): string {
  const { startDate, endDate, startTime, endTime } = range;
  const first = startTime === null ? startDate : `${startDate} ${startTime}`;
  const last = endTime === null ? endDate : `${endDate} ${endTime}`;
  const days = `${first === last ? first : `${first} – ${last}`}, ${offsetLabel(offset)}`;
  return isTest ? `Test requests, not live traffic. ${days}` : days;
}
