import { useParams, useSearch } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { mayUse } from '#model/index.ts';
import { useUser } from '../../../frame/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { plainReport } from './url/reportKind.ts';
import { ReportScreen } from './ReportScreen.tsx';
import type { RawSearch } from './url/reportSearch.ts';

/** The report page: a report from the URL, or a saved one. */
export function ReportPage() {
  const user = useUser();
  const raw: RawSearch = useSearch({ strict: false });
  const { id }: { id?: string } = useParams({ strict: false });
  if (!mayUse(user, 'reports')) {
    return (
      <EmptyState
        isPage
        icon={<ChartNoAxesColumn />}
        title="No access to reports"
        text="Your role has no access to reports. Ask the owner of your account for access."
      />
    );
  }
  return <ReportScreen user={user} kind={plainReport} raw={raw} id={id} />;
}
