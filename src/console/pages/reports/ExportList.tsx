import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { use, useState } from 'react';
import type { ReportExport } from '#api/exports/exportContract.ts';
import { viewerOf } from '#reports/index.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { exportsQuery, isUnderWay } from '../../reports/exports.ts';
import { useExport } from '../../reports/useExport.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { readSaved, searchOfSaved } from './builder/url/savedSearch.ts';
import type { SavedRequest } from './useFileOfDefinition.ts';

/** Running exports, and failed ones until they are dismissed. */
export function ExportList({ exports }: { exports: readonly ReportExport[] }) {
  const shown = exports.filter((each) => isUnderWay(each) || each.state === 'failed');
  if (shown.length === 0) return null;
  return (
    <section aria-label="Exports" className="mx-6 mb-3 rounded-lg border bg-raised" data-print="hide">
      <ul className="max-h-44 divide-y overflow-y-auto">
        {shown.map((each) => (
          <ExportLine key={each.id} line={each} />
        ))}
      </ul>
    </section>
  );
}

function ExportLine({ line }: { line: ReportExport }) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const startExport = useExport();
  const user = useUser();
  const [isBusy, setBusy] = useState(false);
  const isFailed = line.state === 'failed';
  // A failed export opens as a report that the user can reduce, if it may still be run.
  const saved = isFailed ? readSaved(line.request, viewerOf(user)) : null;

  async function end() {
    setBusy(true);
    try {
      if (isFailed) await api.delete('/api/exports/{id}', { params: { id: line.id } });
      else await api.post('/api/exports/{id}/cancel', { params: { id: line.id } });
    } catch (error) {
      toast.error(errorToast(isFailed ? 'Error on delete' : 'Error on cancel', error));
    } finally {
      await queryClient.invalidateQueries({ queryKey: exportsQuery(api).queryKey });
      setBusy(false);
    }
  }

  async function retry() {
    setBusy(true);
    try {
      const { name, ivt, format, request } = line;
      await startExport({ name, ivt, format, request: request as SavedRequest });
      await api.delete('/api/exports/{id}', { params: { id: line.id } });
    } catch (error) {
      toast.error(errorToast('Error on export', error));
    } finally {
      await queryClient.invalidateQueries({ queryKey: exportsQuery(api).queryKey });
      setBusy(false);
    }
  }

  return (
    <li className="flex h-11 items-center gap-3 px-3 text-sm">
      {isFailed ? null : <Spinner size="sm" label="In progress" className="text-muted" />}
      <span className="max-w-1/2 min-w-0 truncate font-medium" title={line.name}>
        <bdi>{line.name}</bdi>
      </span>
      <span className="shrink-0 text-xs text-muted">{line.format.toUpperCase()}</span>
      <span
        className={`tnum min-w-0 flex-1 truncate text-xs ${isFailed ? 'text-bad' : 'text-muted'}`}
        title={isFailed ? progressOf(line) : undefined}
      >
        {progressOf(line)}
      </span>
      {isFailed ? (
        <>
          <Button size="sm" loading={isBusy} aria-label={`Retry ${line.name}`} onClick={() => void retry()}>
            Retry
          </Button>
          {saved ? (
            <Link
              to={line.ivt ? '/pbReport' : '/report'}
              search={{ ...searchOfSaved(saved, null), name: line.name }}
              aria-label={`Open report ${line.name}`}
              className={buttonClass('secondary', 'sm')}
            >
              Open report
            </Link>
          ) : null}
          <IconButton size="sm" label={`Dismiss ${line.name}`} icon={<X />} onClick={() => void end()} />
        </>
      ) : (
        <Button size="sm" loading={isBusy} aria-label={`Cancel ${line.name}`} onClick={() => void end()}>
          Cancel
        </Button>
      )}
    </li>
  );
}

function progressOf({ state, error, rowCount, byteCount, expectedRows }: ReportExport): string {
  if (state === 'failed') return `Failed: ${error ?? 'the file could not be written'}`;
  if (state === 'queued') return 'Queued';
  if (rowCount === 0) return 'Running';
  const most = expectedRows !== null && expectedRows >= rowCount ? ` of ${formatCount(expectedRows)}` : '';
  return `${formatCount(rowCount)}${most} rows written, ${formatBytes(byteCount)}`;
}
