import { useSearch } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { reportRoles } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ReportBuilder } from './ReportBuilder.tsx';
import type { RawSearch } from './reportSearch.ts';

/** The report page: whatever its address says, run and shown. */
export function ReportPage() {
  const user = useUser();
  const raw: RawSearch = useSearch({ strict: false });
  if (!reportRoles.includes(user.role)) {
    return (
      <EmptyState
        isPage
        icon={<ChartNoAxesColumn />}
        title="No reports"
        text="Your login has no reports. Ask the admin of your account for one that has."
      />
    );
  }
  return <ReportBuilder user={user} raw={raw} />;
}
