import { nanosText } from '#model/money/nanosText.ts';
import { amountOf } from '#engine/delivery/limits.ts';
import { spanOf } from '#engine/delivery/spanOf.ts';
import type { Limit } from '#model/index.ts';
import { dayAt } from '#reports/index.ts';
import type { TagStateRow } from '#storage/entities/stateRows.ts';
import type { RowState } from '../rowParts.ts';
import { isBadCertificate, readCertificateStates } from './certificateStates.ts';
import { type Responses, responsesIn, responseStatesOf, responseSums, playerErrorStatesOf } from './responseStates.ts';
import {
  counted,
  type FoundState,
  type ReadStates,
  figuresForStates,
  figuresOfToday,
  figuresSince,
  statesById,
  untilMidnight,
} from './rowState.ts';
import { readUsualHours, type UsualFigures, type UsualHours, usualStatesOf } from './usualStates.ts';

/** A tag's figures, as far as they are known; null = unavailable. */
export interface TagFigures {
  impsToday: bigint | null;
  impsLifetime: bigint | null;
  /** Nano-USD. */
  revToday: bigint | null;
  lastHour: Responses | null;
  /** The last full hour and the same hour of earlier days. */
  hours: UsualHours | null;
  /** The problem of the TLS certificates of its URLs. */
  certificate?: RowState[];
}

/** The figures that are compared with the usual ones. Its calls depend on channels and on the waterfall above it. */
const usualFigures: UsualFigures = {
  served: { key: 'imps', words: 'Impressions' },
  rates: [
    { part: 'opps', total: 'reqs', words: 'Opp. rate' },
    { part: 'imps', total: 'slots', words: 'Fill' },
  ],
  fix: 'url',
};

/** The problems that prevent an active tag from serving at `now` (ms). */
export function tagStatesOf(row: TagStateRow, figures: TagFigures, now: number): FoundState[] {
  const { startsOn, endsOn } = row;
  const today = dayAt(now, row.timezone);
  const states: FoundState[] = [];
  if (endsOn !== null && endsOn < today) {
    states.push({ code: 'ended', text: `The end date was ${endsOn}.`, fix: 'endsOn' });
  } else if (startsOn !== null && startsOn > today) {
    states.push({ code: 'scheduled', text: `The start date is ${startsOn}.`, fix: 'startsOn' });
  }
  if (!row.isAdvertiserActive) {
    const text = `Advertiser ${row.advertiserName} is not active, so all its tags are paused.`;
    states.push({ code: 'advertiser_paused', text, fix: 'advertiserId' });
  }
  if (row.places === 0) {
    states.push({ code: 'no_channel', text: 'Not enabled in any channel’s waterfall.', fix: 'channels' });
  } else if (row.affordable === 0) {
    const text = 'The rate is below the floor in every waterfall that has this tag.';
    states.push({ code: 'below_floor', text, fix: 'rate' });
  }
  const { lastHour, hours, certificate = [] } = figures;
  states.push(...cappedState(row, figures, now), ...certificate.filter(isBadCertificate));
  if (lastHour) {
    const failing = responseStatesOf(lastHour, 'url');
    states.push(...(failing.length > 0 ? failing : playerErrorStatesOf(lastHour)));
  }
  // Whatever else is known explains a deviation.
  if (states.length === 0 && hours) states.push(...usualStatesOf(hours, usualFigures));
  return [...states, ...certificate.filter((state) => !isBadCertificate(state))];
}

function cappedState(row: TagStateRow, figures: TagFigures, now: number): FoundState[] {
  const { impsPerDay, impsTotal, spendPerDay } = row;
  const { impsToday, impsLifetime, revToday } = figures;
  const capped = (text: string, fix: string): RowState[] => [{ code: 'capped', text, fix }];
  if (impsTotal !== null && impsLifetime !== null && impsLifetime >= BigInt(impsTotal)) {
    return capped(`Lifetime impression cap of ${counted(impsTotal)} reached.`, 'impsTotal');
  }
  if (impsPerDay !== null && impsToday !== null && impsToday >= BigInt(impsPerDay)) {
    return capped(`Daily impression cap of ${counted(impsPerDay)} reached; ${untilMidnight}.`, 'impsPerDay');
  }
  if (spendPerDay !== null && revToday !== null && revToday >= BigInt(spendPerDay)) {
    const text = (cap: string) => `${cap} reached; ${untilMidnight}.`;
    return [
      {
        code: 'capped',
        text: text(`Daily revenue cap of ${nanosText(BigInt(spendPerDay))}`),
        textWithoutMoney: text('Daily revenue cap'),
        fix: 'spendPerDay',
      },
    ];
  }
  const reached = reachedLimits(row, now);
  const [first] = reached;
  if (!first) return [];
  if (reached.length > 1) return capped(`${periodLabels[first.period]} caps reached.`, 'limits');
  return [{ code: 'capped', ...limitReachedTexts(first), fix: 'limits' }];
}

/**
 * The caps whose period ends when the tag's pause does. The measured `cappedUntil` decides: there are no figures of
 * minutes and weeks.
 */
function reachedLimits({ limits, cappedUntil, timezone }: TagStateRow, now: number): Limit[] {
  if (cappedUntil === null) return [];
  const end = Date.parse(cappedUntil);
  return end <= now ? [] : limits.filter(({ period }) => spanOf(period, now, timezone).end === end);
}

const periodLabels: Record<Limit['period'], string> = {
  minute: 'Per-minute',
  hour: 'Hourly',
  day: 'Daily',
  week: 'Weekly',
  month: 'Monthly',
  lifetime: 'Lifetime',
};

function limitReachedTexts(limit: Limit): Omit<FoundState, 'code' | 'fix'> {
  const periodLabel = periodLabels[limit.period];
  if (limit.metric === 'spend') {
    return {
      text: `${periodLabel} revenue cap of ${nanosText(amountOf(limit))} reached.`,
      textWithoutMoney: `${periodLabel} revenue cap reached.`,
    };
  }
  const noun = limit.metric === 'requests' ? 'call' : 'impression';
  return { text: `${periodLabel} ${noun} cap of ${counted(limit.value)} reached.` };
}

export const tagStates: ReadStates = async (context, ids) => {
  const rows = await context.entities.tagStateRows(ids);
  const daily = rows.filter(({ impsPerDay, spendPerDay }) => impsPerDay !== null || spendPerDay !== null);
  const [today, lifetime, lastHour, hoursOf, certificateOf] = await Promise.all([
    figuresOfToday(
      context,
      'tag',
      ['imps', 'rev'],
      daily.map(({ timezone }) => timezone),
    ),
    rows.some(({ impsTotal }) => impsTotal !== null)
      ? figuresForStates(context, 'tag', { sums: ['imps'], period: everything, offset: 0 })
      : null,
    rows.length > 0 ? figuresSince(context, 'tag', { sums: responseSums, hours: 1, parts: 'reason' }) : null,
    rows.length > 0 ? readUsualHours(context, 'tag', usualFigures) : null,
    readCertificateStates(context, 'tag', ids),
  ]);
  return statesById(rows, (row) => {
    const { id, timezone } = row;
    const figures = {
      impsToday: today.get(timezone)?.sumOf(id, 'imps') ?? null,
      revToday: today.get(timezone)?.sumOf(id, 'rev') ?? null,
      impsLifetime: lifetime?.sumOf(id, 'imps') ?? null,
      lastHour: lastHour && responsesIn(lastHour, id),
      hours: hoursOf?.(id) ?? null,
      certificate: certificateOf(id),
    };
    return tagStatesOf(row, figures, context.now.getTime());
  });
};

/** Includes every day that facts can have. */
const everything = { startDate: '2000-01-01', endDate: '2099-12-31' };
