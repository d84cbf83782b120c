import { mediaTypesOfCreative } from '#model/buying/mediaTypesOfCreative.ts';
import { dayNumber } from '#model/calendarDay.ts';
import { nanosFromUsd } from '#model/index.ts';
import { asNumbers } from '../../entities/form/asList.ts';
import { asText } from '../../entities/form/asText.ts';
import type { FormValues } from '../../entities/form/formModel.ts';
import { isBelow } from '../../structures/isBelow.ts';

/** A loaded creative, as far as warnings need it. */
export interface KnownCreative {
  type: string;
  status: number;
  review: string;
}

/** Warning when none of the creatives is approved. */
export const noneApproved = 'None of these creatives is approved yet. The campaign bids once one is approved.';

/** Warning when none of the selected creatives can serve; undefined when one can, or some are not loaded yet. */
export function creativeWarning(
  values: FormValues,
  creatives: ReadonlyMap<number, KnownCreative> | undefined,
): string | undefined {
  const ids = asNumbers(values['creativeIds']);
  if (ids.length === 0) return 'Select at least one creative. Without creatives, the campaign does not bid.';
  if (!creatives || ids.some((id) => !creatives.has(id))) return undefined;
  const type = asText(values['type']);
  const fitting = ids.flatMap((id) => {
    const known = creatives.get(id);
    return known?.status === 1 &&
      (mediaTypesOfCreative as Readonly<Record<string, readonly string[]>>)[known.type]?.includes(type)
      ? [known]
      : [];
  });
  if (fitting.length === 0)
    return 'None of these creatives is active and matches the campaign’s type, so the campaign does not bid.';
  return fitting.some(({ review }) => review === 'approved') ? undefined : noneApproved;
}

/** Warning when the bid is below a deal's price. `floors`: CPM in USD by deal ID. */
export function dealWarning(values: FormValues, floors: ReadonlyMap<number, string> | undefined): string | undefined {
  const own = values['dealBids'] as Readonly<Record<string, string>> | undefined;
  const low = asNumbers(values['dealIds']).filter((id) =>
    isBelow(own?.[id] ?? asText(values['bid']), floors?.get(id) ?? ''),
  );
  if (low.length === 0) return undefined;
  return low.length === 1
    ? 'The bid is below the price of one of the deals.'
    : `The bid is below the price of ${low.length} of the deals.`;
}

const amount = /^\d{1,9}(\.\d{1,4})?$/;

/** Warning when the daily budgets of the flight do not add up to the lifetime budget. */
export function budgetWarning(values: FormValues, today: string): { field: string; text: string } | undefined {
  const isSpend = values['budgetBy'] === 'spend';
  const field = isSpend ? 'spendPerDay' : 'impsPerDay';
  const [perDay, total] = [field, isSpend ? 'spendTotal' : 'impsTotal'].map((name) => asText(values[name]).trim());
  const end = asText(values['endDate']);
  const start = asText(values['startDate']) || today;
  if (!perDay || !total || !end || !amount.test(perDay) || !amount.test(total)) return undefined;
  const days = dayNumber(end) - dayNumber(start) + 1;
  if (!(days > 0)) return undefined;
  const most = nanosFromUsd(perDay) * BigInt(days);
  if (most >= nanosFromUsd(total)) return undefined;
  const shown = Number(most / 1_000_000_000n).toLocaleString('en-US');
  const length = days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`;
  const text = `Over ${length}, this allows ${isSpend ? '$' : ''}${shown}. The lifetime budget is never reached.`;
  return { field, text };
}
