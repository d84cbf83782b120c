import type { CampaignStateRow } from '#storage/entities/buyingStateRows.ts';
import type { Pacing } from '../entities/listResponse.ts';
import { figuresForStates, figuresOfToday, type StateContext } from '../entities/rowStates/rowState.ts';
import { type Delivered, pacingOf } from './pacingOf.ts';

/** Reads the delivery of campaigns, by id. */
export async function readDelivered(
  context: StateContext,
  rows: readonly CampaignStateRow[],
): Promise<(row: CampaignStateRow) => Delivered> {
  if (rows.length === 0) return () => ({ lifetime: null, today: null });
  const [lifetime, today] = await Promise.all([
    figuresForStates(context, 'campaign', { sums: ['imps', 'rev'], period: everything, offset: 0 }),
    figuresOfToday(
      context,
      'campaign',
      ['imps', 'rev'],
      rows.map(({ timezone }) => timezone),
    ),
  ]);
  return ({ id, timezone, budgetBy }) => {
    const sum = budgetBy === 'spend' ? 'rev' : 'imps';
    return { lifetime: lifetime?.sumOf(id, sum) ?? null, today: today.get(timezone)?.sumOf(id, sum) ?? null };
  };
}

/** Reads the pacing of the active campaigns among some ids; those without pacing are left out. */
export async function readPacings(context: StateContext, ids: readonly number[]): Promise<Map<number, Pacing>> {
  const rows = await context.entities.campaignStateRows(ids);
  const deliveredOf = await readDelivered(context, rows);
  const now = context.now.getTime();
  return new Map(
    rows.flatMap((row): [number, Pacing][] => {
      const pacing = pacingOf(row, deliveredOf(row), now);
      return pacing ? [[row.id, pacing]] : [];
    }),
  );
}

/** Includes every day that facts can have. */
const everything = { startDate: '2000-01-01', endDate: '2099-12-31' };
