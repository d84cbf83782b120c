import { pillClass } from './Pill.tsx';
import type { PillTone } from './Pill.tsx';

export type PillStatus = 'active' | 'paused' | 'archived' | 'pending' | 'rejected';

export type StatusPillProps = { status: PillStatus; label?: string };

const LOOKS: Record<PillStatus, { label: string; tone: PillTone; hollow?: boolean }> = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'neutral' },
  archived: { label: 'Archived', tone: 'neutral', hollow: true },
  pending: { label: 'Pending', tone: 'warn' },
  rejected: { label: 'Rejected', tone: 'bad' },
};

/** An object's stored status as text and color. It is stateless, so that table cells may call it. */
export function StatusPill({ status, label }: StatusPillProps) {
  const look = LOOKS[status];
  return <span className={pillClass(look.tone, true, look.hollow)}>{label ?? look.label}</span>;
}
