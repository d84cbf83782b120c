import { Ban, Check, ScanSearch, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { mayDo, mayUse } from '#model/index.ts';
import { scanCodes, type ScanState, scanStates } from '#model/scan/scanFinding.ts';
import { CutoffDialog } from '../cutoffs/CutoffDialog.tsx';
import { canCutOff } from '../cutoffs/canCutOff.ts';
import type { RowTab } from '../entities/RowTab.ts';
import { useUser } from '../frame/session.ts';
import { formatDateTime } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Pill } from '../ui/Pill.tsx';
import { AcceptFindingDialog } from './AcceptFindingDialog.tsx';
import { scanTones } from './scanTones.ts';
import { type ScanFindingEntry, useScan } from './useScan.ts';

/** The scan of a creative: its state, every finding with its place, and what can be done about it. */
export const ScanPanel: RowTab['Panel'] = ({ row }) => {
  const user = useUser();
  const [accepting, setAccepting] = useState<ScanFindingEntry | null>(null);
  const [isCuttingOff, setCuttingOff] = useState(false);
  const { scan, start, accept, reopen } = useScan(row, () => setAccepting(null));
  const state = scan.data?.state ?? (row['scan'] as ScanState);
  const scannedAt = scan.data?.scannedAt ?? null;
  const isChangeable = row.status !== 2;
  const canReview = mayUse(user, 'creativeReview') && isChangeable;

  const actionOf = (finding: ScanFindingEntry): ReactNode => {
    if (!canReview) return null;
    if (finding.accepted === null) {
      return (
        <Button size="sm" icon={<Check />} onClick={() => setAccepting(finding)}>
          Accept finding…
        </Button>
      );
    }
    if (finding.accepted.isEverywhere && user.role !== 'super' && user.adminId === null) return null;
    return (
      <Button size="sm" icon={<Undo2 />} loading={reopen.isPending} onClick={() => reopen.mutate(finding)}>
        Withdraw
      </Button>
    );
  };

  return (
    <section aria-label="Scan" className="mt-6 flex flex-col gap-2 rounded-lg border px-3 py-2.5">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <Pill tone={scanTones[state]}>{scanStates.find(({ value }) => value === state)?.label}</Pill>
        <span className="text-xs text-muted">
          {scannedAt === null ? 'Not scanned yet' : `Last scan: ${formatDateTime(scannedAt, user.timezone)}`}
        </span>
        <span className="flex-1" />
        {state === 'blocked' && isChangeable && canCutOff('creative', user) ? (
          <Button size="sm" icon={<Ban />} onClick={() => setCuttingOff(true)}>
            Cut off…
          </Button>
        ) : null}
        {isChangeable && mayDo(user, 'creative', 'update') ? (
          <Button size="sm" icon={<ScanSearch />} loading={start.isPending} onClick={() => start.mutate()}>
            Scan now
          </Button>
        ) : null}
      </div>
      <ul className="flex flex-col gap-2" aria-label="Findings">
        {(scan.data?.findings ?? []).map((finding) => (
          <li
            key={`${finding.code} ${finding.subject}`}
            className="flex items-start gap-3 rounded-md border px-3 py-2 text-sm"
          >
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <span className="flex flex-wrap items-center gap-2">
                <Pill tone={toneOf(finding)}>{scanCodes[finding.code].label}</Pill>
                <span className="text-xs text-muted wrap-anywhere">{finding.place}</span>
              </span>
              <span>{finding.message}</span>
              {finding.subject === '' ? null : <code className="text-xs wrap-anywhere">{finding.subject}</code>}
              {finding.accepted ? (
                <span className="text-xs text-muted wrap-anywhere">
                  Accepted {finding.accepted.isEverywhere ? 'in every creative ' : ''}
                  {formatDateTime(finding.accepted.at, user.timezone)} by {finding.accepted.by || 'the platform'}:{' '}
                  {finding.accepted.reason}
                </span>
              ) : null}
            </div>
            {actionOf(finding)}
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">
        Every change is scanned at once, and every creative again each night. “Blocked” is not shown until it is fixed
        or its findings are accepted.
      </p>
      {accepting ? (
        <AcceptFindingDialog
          finding={accepting}
          isSaving={accept.isPending}
          onAccept={(accepted) => accept.mutate(accepted)}
          onClose={() => setAccepting(null)}
        />
      ) : null}
      {isCuttingOff ? (
        <CutoffDialog
          object={{ kind: 'creative', id: row.id, name: row.name ?? '' }}
          onClose={() => setCuttingOff(false)}
        />
      ) : null}
    </section>
  );
};

function toneOf({ accepted, severity }: ScanFindingEntry) {
  return accepted ? 'neutral' : severity === 'blocked' ? 'bad' : 'warn';
}
