import { daysBetween, type Day, type ReportBody } from '#reports/index.ts';
import { errorToast } from '../../../lib/errorToast.ts';
import { ApiError } from '../../../lib/problems.ts';
import { useExport } from '../../../reports/useExport.ts';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/overlay/ToastProvider.tsx';
import type { SearchPart } from './question/drillDown.ts';
import type { ReportKind } from './url/reportKind.ts';
import type { ReportSearch } from './url/reportSearch.ts';
import { rangeNamed } from './url/searchRange.ts';

const codes: readonly string[] = ['report_too_long', 'report_too_large'];

/** Actions for a report that is too large for the page: fewer days, or an export. Nothing for other errors. */
export function RejectionActions({
  error,
  kind,
  search: { range, title },
  body,
  today,
  onChange,
}: {
  error: unknown;
  kind: ReportKind;
  search: ReportSearch;
  body: ReportBody;
  today: Day;
  onChange: (part: SearchPart) => void;
}) {
  const startExport = useExport();
  const toast = useToast();
  if (!(error instanceof ApiError) || !error.problems.some(({ code }) => codes.includes(code))) return null;

  async function exportAll() {
    const request = { ...body, ...(range.preset === 'custom' ? {} : { range: range.preset }) };
    try {
      await startExport({ name: title ?? kind.title, ivt: kind.isVerification, format: 'csv', request });
    } catch (thrown) {
      toast.error(errorToast('Error on export', thrown));
    }
  }

  return (
    <>
      {daysBetween(range.from, range.to) > 7 ? (
        <Button onClick={() => onChange({ range: rangeNamed('last7', today) })}>Show last 7 days</Button>
      ) : null}
      <Button onClick={() => void exportAll()}>Export CSV</Button>
    </>
  );
}
