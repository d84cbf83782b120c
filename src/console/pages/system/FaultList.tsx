import type { SystemState } from '#api/system/systemContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ageText } from './ageText.ts';
import { faultText } from './faultTexts.ts';

/** The conditions in which the platform is degraded, with their times, the worst first; or that everything works. */
export function FaultList({ state: { faults, at } }: { state: SystemState }) {
  const { timezone } = useUser();
  if (faults.length === 0) return <Banner tone="good" title="Everything works" />;
  return (
    <ul aria-label="Degraded" className="flex flex-col gap-2">
      {faults.map((fault) => {
        const { title, advice, runbook } = faultText(fault);
        return (
          <li key={`${fault.code} ${fault.object}`}>
            <Banner
              tone={fault.tone}
              title={title}
              action={
                <span className="tnum text-xs">
                  Since {formatDateTime(fault.since, timezone)} ({ageText(Date.parse(at) - Date.parse(fault.since))})
                </span>
              }
            >
              <p className="text-xs text-muted">
                {advice} Runbook: {runbook}.
              </p>
            </Banner>
          </li>
        );
      })}
    </ul>
  );
}
