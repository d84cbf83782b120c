import type { ChannelStateRow } from '#storage/entities/stateRows.ts';
import type { RowState } from '../rowParts.ts';
import { counted, type ReadStates, figuresOfToday, figuresSince, statesById, untilMidnight } from './rowState.ts';

/** A channel's requests, as far as they are known; null = unavailable. */
export interface ChannelFigures {
  reqsToday: bigint | null;
  impsToday: bigint | null;
  /** In the last 24 hours. */
  calls: bigint | null;
}

const dayMs = 86_400_000;

/** The problems that prevent an active channel from earning. */
export function channelStatesOf(row: ChannelStateRow, figures: ChannelFigures, now: Date): RowState[] {
  const { reqsToday, impsToday, calls } = figures;
  const states: RowState[] = [];
  if (!row.isSubpublisherActive) {
    const text = `Sub-publisher ${row.subpublisherName ?? ''} is not active, so no request gets an ad.`;
    states.push({ code: 'subpublisher_paused', text, fix: 'subpublisherId' });
  }
  if (row.eligible === 0) {
    const text =
      row.places === 0
        ? 'The waterfall has no enabled tag.'
        : 'No tag in the waterfall can be called: all are paused, outside their flight or below the floor.';
    states.push({ code: 'no_demand', text, fix: 'waterfall' });
  }
  if (row.reqsPerDay !== null && reqsToday !== null && reqsToday >= BigInt(row.reqsPerDay)) {
    states.push({
      code: 'capped',
      text: `Daily request cap of ${counted(row.reqsPerDay)} reached; ${untilMidnight}.`,
      fix: 'reqsPerDay',
    });
  } else if (row.impsPerDay !== null && impsToday !== null && impsToday >= BigInt(row.impsPerDay)) {
    const text = `Daily impression cap of ${counted(row.impsPerDay)} reached; ${untilMidnight}.`;
    states.push({ code: 'capped', text, fix: 'impsPerDay' });
  }
  // A new channel has not had time to get requests.
  if (calls === 0n && now.getTime() - Date.parse(row.createdAt) >= dayMs) {
    states.push({ code: 'no_requests', text: 'No ad requests in the last 24 hours.', fix: 'get-tag' });
  }
  return states;
}

export const channelStates: ReadStates = async (context, ids) => {
  const rows = await context.entities.channelStateRows(ids, context.now.toISOString());
  const capped = rows.filter(({ reqsPerDay, impsPerDay }) => reqsPerDay !== null || impsPerDay !== null);
  const [today, lastDay] = await Promise.all([
    figuresOfToday(
      context,
      'channel',
      ['reqs', 'imps'],
      capped.map(({ timezone }) => timezone),
    ),
    rows.length > 0 ? figuresSince(context, 'channel', { sums: ['calls'], hours: 24 }) : null,
  ]);
  return statesById(rows, (row) => {
    const { id, timezone } = row;
    const figures = {
      reqsToday: today.get(timezone)?.sumOf(id, 'reqs') ?? null,
      impsToday: today.get(timezone)?.sumOf(id, 'imps') ?? null,
      calls: lastDay?.sumOf(id, 'calls') ?? null,
    };
    return channelStatesOf(row, figures, context.now);
  });
};
