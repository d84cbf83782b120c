import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { Day, ReportBody } from '#reports/index.ts';
import { ApiContext } from '../../../../lib/apiContext.ts';
import { Button, buttonClass } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import type { SearchPart } from '../question/drillDown.ts';
import { emptyActions } from '../emptyActions.ts';
import type { ReportKind } from '../url/reportKind.ts';
import type { ReportSearch } from '../url/reportSearch.ts';

interface EmptyReportProps {
  user: SessionUser;
  kind: ReportKind;
  body: ReportBody;
  search: ReportSearch;
  today: Day;
  onChange: (part: SearchPart) => void;
}

/** Shown in place of rows: the server's reasons for an empty report, and changes that would bring rows. */
export function EmptyReport({ user, kind, body, search, today, onChange }: EmptyReportProps) {
  const api = use(ApiContext);
  const { data } = useQuery({
    queryKey: ['report', 'why', body],
    queryFn: ({ signal }) => api.post('/api/reports/explain', { body, signal }),
    // Without the server's reasons, general ones are shown.
    meta: { isQuiet: true },
    retry: false,
  });
  const reasons = data?.reasons ?? [];
  return (
    <EmptyState
      title="No rows"
      text={
        reasons.length === 0 ? (
          'No data matches the date range and filters.'
        ) : (
          <span role="list" aria-label="Why there are no rows" className="flex flex-col gap-1">
            {reasons.map(({ code, message, path }) => (
              <span role="listitem" key={`${code} ${path}`}>
                {message}
                {message.endsWith('.') ? '' : '.'}
              </span>
            ))}
          </span>
        )
      }
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {reasons.some(({ code }) => code === 'no_results') ? <ImportAction user={user} kind={kind} /> : null}
          {emptyActions(reasons, { body, search, today }).map(({ label, part }, index) => (
            <Button key={`${index} ${label}`} onClick={() => onChange(part)}>
              {label}
            </Button>
          ))}
        </span>
      }
    />
  );
}

/** Imports vendors' results, or links to the page that can. */
function ImportAction({ user, kind }: Pick<EmptyReportProps, 'user' | 'kind'>) {
  if (kind.Import) return <kind.Import user={user} />;
  if (!user.showPostbidPix && !user.showPostbidWh) return null;
  return (
    <Link to="/pbReport" className={buttonClass()}>
      Open postbid report
    </Link>
  );
}
