import type { AlertEntity } from '#model/entity/alerts.ts';
import { addDays, dayAt } from '#reports/index.ts';
import { figuresForStates, type StateContext } from '../entities/rowStates/rowState.ts';

/** Days of which revenue is read, and the latest of them with revenue that are counted. */
const days = { read: 28, counted: 14 };

/**
 * The revenue of any row of an entity on a usual day, in nano-USD: the median of the last 14 whole days on which it
 * earned, of the last 28. So what is at stake is known while it earns nothing, too. Zero for rows that did not earn;
 * null while unavailable.
 */
export async function readRevenuePerDay(
  context: StateContext,
  entity: AlertEntity,
): Promise<((id: number) => bigint) | null> {
  const today = dayAt(context.now.getTime(), 0);
  const figures = await figuresForStates(context, entity, {
    sums: ['rev'],
    period: { startDate: addDays(today, -days.read), endDate: addDays(today, -1) },
    offset: 0,
    parts: 'day',
  });
  if (!figures) return null;
  return (id) =>
    medianOf(
      figures
        .partsOf(id)
        .filter((part) => part.sumOf('rev') > 0n)
        .toSorted((a, b) => b.value.localeCompare(a.value))
        .slice(0, days.counted)
        .map((part) => part.sumOf('rev')),
    );
}

function medianOf(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}
