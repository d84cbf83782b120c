import type { ReactNode } from 'react';
import type { Pacing } from '#api/entities/listResponse.ts';
import { formatShare } from '../../lib/format.ts';
import type { EntityRow } from '../useEntity.ts';
import '../../styles/pacing.css';

/** Delivered ÷ elapsed between which a campaign is on pace. */
const onPace = { min: 0.9, max: 1.1 };

/** A campaign's pacing; undefined until it is loaded, and for other entities. */
export function pacingOf(row: EntityRow): Pacing | null | undefined {
  return row['pace'] as Pacing | null | undefined;
}

/**
 * The delivered share of a budget as a bar with a mark at the elapsed share of its period; null when there is no
 * pacing.
 */
export function pacingCell(pacing: Pacing | null | undefined): ReactNode {
  if (!pacing || pacing.delivered === null) return null;
  const { delivered, elapsed, period } = pacing;
  const pace = elapsed === 0 ? 1 : delivered / elapsed;
  const isOn = period === 'day' || delivered >= 1 || (pace >= onPace.min && pace <= onPace.max);
  const what = period === 'day' ? 'today’s budget' : 'the budget';
  const text = `${formatShare(delivered)} of ${what} used, ${formatShare(elapsed)} of the time elapsed`;
  return (
    <span className="flex items-center gap-2" title={text}>
      <span aria-hidden className="pacing" data-tone={isOn ? undefined : 'warn'}>
        <span className="pacing-done" style={{ width: percent(delivered) }} />
        <span className="pacing-time" style={{ left: percent(elapsed) }} />
      </span>
      <span className="tnum text-xs">{formatShare(delivered)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

function percent(part: number): string {
  return `${Math.min(1, Math.max(0, part)) * 100}%`;
}
