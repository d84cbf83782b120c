import { addDays, dayAt } from '#reports/index.ts';
import { readReport, type ReportDeps, type ReportRejection } from '../reports/readReport.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { sampleDays } from './loadForecastInputs.ts';
import type { CampaignFunnelResponse } from './forecastContract.ts';

/** Reads the counts of a campaign over the range in the caller's zone; or the rejection. */
export async function readCampaignCounts(
  deps: ReportDeps & { now: () => Date },
  user: SessionUser,
  campaignId: number,
  signal: AbortSignal,
): Promise<{ ok: true; counted: CampaignFunnelResponse['counted'] } | { ok: false; rejection: ReportRejection }> {
  const to = dayAt(deps.now().getTime(), user.timezone);
  const from = addDays(to, 1 - sampleDays);
  const result = await readReport(
    deps,
    user,
    {
      startDate: from,
      endDate: to,
      dimensions: ['campaign'],
      metrics: ['bids', 'wins', 'imps', 'rev'],
      filters: [{ dim: 'campaign', op: 'in', values: [campaignId] }],
      limit: 1,
    },
    signal,
  );
  if (!result.ok) return result;
  const row = result.rows.at(-1) ?? {};
  const count = (key: string) => Number(row[key] ?? 0);
  const counted = {
    bids: count('bids'),
    wins: count('wins'),
    imps: count('imps'),
    spend: String(row['rev'] ?? '0.00'),
  };
  return { ok: true, counted: { from, to, ...counted } };
}
