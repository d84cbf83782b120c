import { Suspense } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { lazyChunk } from '../../../frame/errors/lazyChunk.ts';
import type { ReportsSearch } from '../reportsSearch.ts';

const ScheduleDialog = lazyChunk(() => import('./ScheduleDialog.tsx'), 'ScheduleDialog');
const ScheduleHistory = lazyChunk(() => import('./ScheduleHistory.tsx'), 'ScheduleHistory');

/** The schedule or history that the URL opens; nothing for an unknown report. */
export function ScheduleDialogs({
  user,
  reports,
  search,
  onChange,
}: {
  user: SessionUser;
  reports: readonly SavedReport[] | null;
  search: Pick<ReportsSearch, 'schedule' | 'history'>;
  onChange: (part: Partial<ReportsSearch>) => void;
}) {
  const find = (id: number | null) => reports?.find((each) => each.id === id && each.kind === 'definition');
  const scheduled = find(search.schedule);
  const scheduleOfHistory = find(search.history);
  return (
    <Suspense>
      {scheduled ? (
        <ScheduleDialog
          key={scheduled.id}
          user={user}
          report={scheduled}
          onClose={() => onChange({ schedule: null })}
        />
      ) : null}
      {scheduleOfHistory && !scheduled ? (
        <ScheduleHistory
          key={scheduleOfHistory.id}
          user={user}
          report={scheduleOfHistory}
          onClose={() => onChange({ history: null })}
          onSchedule={() => onChange({ history: null, schedule: scheduleOfHistory.id })}
        />
      ) : null}
    </Suspense>
  );
}
