import type { ChannelStateRow } from '#storage/entities/stateRows.ts';
import type { RowState } from '../rowParts.ts';
import { alertThresholds } from './alertThresholds.ts';
import {
  counted,
  type ReadStates,
  figuresOfToday,
  figuresSince,
  percentage,
  statesById,
  untilMidnight,
} from './rowState.ts';
import { readUsualHours, type UsualFigures, type UsualHours, usualStatesOf } from './usualStates.ts';

/** A channel's requests, as far as they are known; null = unavailable. */
export interface ChannelFigures {
  reqsToday: bigint | null;
  impsToday: bigint | null;
  /** In the last 24 hours. */
  lastDay: { calls: bigint; judged: bigint; invalid: bigint } | null;
  lastHour: { reqs: bigint; imps: bigint } | null;
  /** The last full hour and the same hour of earlier days. */
  hours: UsualHours | null;
}

/** The figures that are compared with the usual ones. */
const usualFigures: UsualFigures = {
  served: { key: 'reqs', words: 'Requests' },
  requests: { key: 'reqs', words: 'Requests' },
  rates: [{ part: 'imps', total: 'slots', words: 'Fill' }],
  fix: 'waterfall',
};

const dayMs = 86_400_000;

/** The problems that prevent an active channel from earning. */
export function channelStatesOf(row: ChannelStateRow, figures: ChannelFigures, now: Date): RowState[] {
  const { reqsToday, impsToday, lastDay, lastHour, hours } = figures;
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
  if (lastDay?.calls === 0n && now.getTime() - Date.parse(row.createdAt) >= dayMs) {
    states.push({ code: 'no_requests', text: 'No ad requests in the last 24 hours.', fix: 'get-tag' });
  }
  if (states.length === 0) states.push(...servingStates(lastHour, hours));
  return [...states, ...ivtStates(lastDay)];
}

function servingStates(lastHour: ChannelFigures['lastHour'], hours: UsualHours | null): RowState[] {
  if (lastHour && lastHour.reqs >= alertThresholds.unfilledReqs && lastHour.imps === 0n) {
    const text = `No ads were shown for ${counted(lastHour.reqs)} requests in the last hour.`;
    return [{ code: 'unfilled', text, fix: 'waterfall' }];
  }
  return hours ? usualStatesOf(hours, usualFigures) : [];
}

function ivtStates(lastDay: ChannelFigures['lastDay']): RowState[] {
  if (!lastDay || lastDay.judged < alertThresholds.ivtCalls) return [];
  const share = Number(lastDay.invalid) / Number(lastDay.judged);
  if (share <= alertThresholds.ivtShare) return [];
  const text = `${percentage(share)} of ${counted(lastDay.judged)} checked calls in the last 24 hours were invalid traffic.`;
  return [{ code: 'ivt', text, fix: 'checkIVT' }];
}

export const channelStates: ReadStates = async (context, ids) => {
  const rows = await context.entities.channelStateRows(ids, context.now.toISOString());
  const capped = rows.filter(({ reqsPerDay, impsPerDay }) => reqsPerDay !== null || impsPerDay !== null);
  const [today, lastDay, lastHour, hoursOf] = await Promise.all([
    figuresOfToday(
      context,
      'channel',
      ['reqs', 'imps'],
      capped.map(({ timezone }) => timezone),
    ),
    rows.length > 0
      ? figuresSince(context, 'channel', { sums: ['calls', 'ivt_judged', 'ivt_calls'], hours: 24 })
      : null,
    rows.length > 0 ? figuresSince(context, 'channel', { sums: ['reqs', 'imps'], hours: 1 }) : null,
    rows.length > 0 ? readUsualHours(context, 'channel', usualFigures) : null,
  ]);
  return statesById(rows, (row) => {
    const { id, timezone } = row;
    const figures = {
      reqsToday: today.get(timezone)?.sumOf(id, 'reqs') ?? null,
      impsToday: today.get(timezone)?.sumOf(id, 'imps') ?? null,
      lastDay: lastDay && {
        calls: lastDay.sumOf(id, 'calls'),
        judged: lastDay.sumOf(id, 'ivt_judged'),
        invalid: lastDay.sumOf(id, 'ivt_calls'),
      },
      lastHour: lastHour && { reqs: lastHour.sumOf(id, 'reqs'), imps: lastHour.sumOf(id, 'imps') },
      hours: hoursOf?.(id) ?? null,
    };
    return channelStatesOf(row, figures, context.now);
  });
};
