import { CalendarClock, History, Play } from 'lucide-react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { ReportSchedule } from '#api/schedules/scheduleContract.ts';
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx';

/** The menu entries for the schedule of a live report; none for other reports. */
export function scheduleMenu(
  { id, kind, isArchived }: SavedReport,
  schedule: ReportSchedule | undefined,
  actions: { onSchedule: (id: number) => void; onHistory: (id: number) => void; onRun: (id: number) => void },
): MenuEntry[] {
  if (kind !== 'definition') return [];
  const isHere = schedule !== undefined;
  return [
    ...(isArchived
      ? []
      : [
          { id: 'schedule', label: 'Schedule…', icon: <CalendarClock />, onSelect: () => actions.onSchedule(id) },
          ...(isHere
            ? [{ id: 'run', label: 'Run and deliver now', icon: <Play />, onSelect: () => actions.onRun(id) }]
            : []),
        ]),
    ...(isHere
      ? [{ id: 'history', label: 'Run history', icon: <History />, onSelect: () => actions.onHistory(id) }]
      : []),
  ];
}
