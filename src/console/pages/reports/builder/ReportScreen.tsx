import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, type ReactNode } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { viewerOf } from '#reports/index.ts';
import { lazyChunk } from '../../../frame/errors/lazyChunk.ts';
import { NotFoundPage } from '../../../frame/errors/NotFoundPage.tsx';
import { ApiError } from '../../../lib/problems.ts';
import { storedReport } from '../../../marketplace/marketplaceReport.ts';
import { useDelayed } from '../../../lib/useDelayed.ts';
import { useSavedReport } from '../../../reports/savedReports.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadError } from '../../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ReportBuilder } from './ReportBuilder.tsx';
import type { ReportKind } from './url/reportKind.ts';
import type { RawSearch } from './url/reportSearch.ts';
import { readSaved, searchOfSaved } from './url/savedSearch.ts';
import { ShareButton } from './save/ShareButton.tsx';

const SavedReportView = lazyChunk(() => import('./save/SavedReportView.tsx'), 'SavedReportView');

interface ReportScreenProps {
  user: SessionUser;
  kind: ReportKind;
  raw: RawSearch;
  /** The ID in the URL. */
  id: string | undefined;
  /** Between the page header and the report. */
  children?: ReactNode;
}

/** The report that the URL names: a new one, a live report, or a snapshot as stored or run again. */
export function ReportScreen({ id, ...props }: ReportScreenProps) {
  if (id === undefined) return <NewReport {...props} />;
  return /^[1-9]\d{0,9}$/.test(id) ? <SavedReport key={id} id={Number(id)} {...props} /> : <NotFoundPage />;
}

type Shared = Omit<ReportScreenProps, 'id'>;

/** A report from the URL; with store=1 from the client store, until the page changes it. */
function NewReport({ raw, children, ...props }: Shared) {
  const isStored = String(raw['store']) === '1';
  const stored = useMemo(() => (isStored ? storedReport() : null), [isStored]);
  return (
    <ReportBuilder {...props} raw={stored ?? raw}>
      {isStored && !stored ? (
        <Banner tone="warn">The report to open was not found in this browser. The default report is shown.</Banner>
      ) : null}
      {children}
    </ReportBuilder>
  );
}

function SavedReport({ id, user, kind, raw, children }: Shared & { id: number }) {
  const { data, error, isPending, isFetching, refetch } = useSavedReport(id, true);
  const isLate = useDelayed(isPending);
  const viewer = useMemo(() => viewerOf(user), [user]);
  const saved = useMemo(() => (data ? readSaved(data.request, viewer) : null), [data, viewer]);
  // After a change on the page, the URL holds the whole state.
  const isUnchanged = Object.keys(raw).every((key) => key === 'saved');
  const definition = useMemo(
    () => ({ ...(saved && isUnchanged ? searchOfSaved(saved, data?.view ?? null) : raw), name: data?.name }),
    [saved, isUnchanged, raw, data],
  );
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (isPending) return <div className="p-5">{isLate ? <Skeleton className="h-8 w-64" /> : null}</div>;
  if (error) {
    return <LoadError title="Error on load data" query={{ error, refetch, isFetching }} />;
  }
  // A live report stores no rows, so it runs again.
  if (String(raw['saved']) === '1' && data.kind !== 'definition') {
    return (
      <Suspense>
        <SavedReportView user={user} kind={kind} report={data} saved={saved}>
          {children}
        </SavedReportView>
      </Suspense>
    );
  }
  if (!saved) {
    return (
      <ErrorState
        title={data.name}
        text="This report can no longer be run: it uses dimensions or metrics that you cannot see."
        action={
          <>
            <Link to="/reports" className={buttonClass()}>
              Saved reports
            </Link>
            <Link to={kind.path} className={buttonClass()}>
              New report
            </Link>
          </>
        }
      />
    );
  }
  return (
    <ReportBuilder
      user={user}
      kind={kind}
      raw={definition}
      // After a change, the page no longer shows what a shared link would open.
      actions={isUnchanged && data.kind === 'definition' && !data.isArchived ? <ShareButton report={data} /> : null}
    >
      {children}
    </ReportBuilder>
  );
}
