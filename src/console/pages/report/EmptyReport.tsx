import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Day, ReportBody } from '#reports/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { SearchPart } from './drillDown.ts';
import type { ReportSearch } from './reportSearch.ts';
import { rangeNamed } from './searchRange.ts';

interface EmptyReportProps {
  body: ReportBody;
  search: ReportSearch;
  today: Day;
  onChange: (part: SearchPart) => void;
}

/** What stands in place of rows: why there are none, as the server knows it, and what would bring some. */
export function EmptyReport({ body, search, today, onChange }: EmptyReportProps) {
  const api = use(ApiContext);
  const { data } = useQuery({
    queryKey: ['report', 'why', body],
    queryFn: ({ signal }) => api.post('/api/reports/explain', { body, signal }),
    // Without it there are still words of our own.
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
          {search.filters.length > 0 ? <Button onClick={() => onChange({ filters: [] })}>Clear filters</Button> : null}
          {search.having.length > 0 ? (
            <Button onClick={() => onChange({ having: [] })}>Clear metric filters</Button>
          ) : null}
          {search.range.preset === 'last30' ? null : (
            <Button onClick={() => onChange({ range: rangeNamed('last30', today) })}>Show last 30 days</Button>
          )}
        </span>
      }
    />
  );
}
