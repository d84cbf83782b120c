import { setImmediate as nextTurn } from 'node:timers/promises';
import { flightOf } from '#engine/flight.ts';
import { createCampaignForecast } from '#engine/forecast/campaignForecast.ts';
import { createCampaignFunnel } from '#engine/forecast/campaignFunnel.ts';
import type { TracedRequest } from '#engine/forecast/tracedBidsSetting.ts';
import { type CampaignRow, type DemandAccountRow, isScoped } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, type JsonResponse, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { namesFor } from '../why/namesFor.ts';
import { whenReady } from '../why/whenReady.ts';
import { describeForecast } from './describeForecast.ts';
import { describeLoss, describeSample, shareOf, draftId } from './describeLoss.ts';
import { validateDraft } from './validateDraft.ts';
import { loadForecastInputs, sampleDays } from './loadForecastInputs.ts';
import { type ForecastResponse, forecastContract } from './forecastContract.ts';
import { readCampaignCounts } from './readCampaignCounts.ts';
import { readRates } from './readRates.ts';
import type { FactReader } from '../reports/runReport.ts';

/** Milliseconds of evaluation before other work has its turn. */
const sliceMs = 20;

const dayMs = 86_400_000;

/** Routes of a campaign's forecast, and of its funnel: why it did not bid. */
export function forecastRoutes(deps: ApiDeps): Route[] {
  const { entities, facts, config, queue, now } = deps;
  const reports = { facts, entities, factsDays: config.FACTS_DAYS, rollupDays: config.ROLLUP_DAYS, queue, now };
  /** Running forecasts by user: a new request aborts the previous one. */
  const running = new Map<number, AbortController>();
  return [
    implement(forecastContract.readFunnel, ({ params, user, signal }) =>
      whenReady(async () => {
        const campaign = await entities.get('campaign', params.id, scopeOf(user));
        if (!campaign || campaign.demandId === null) return notFound();
        // Managers of some partners do not see all requests of the account.
        if (isScoped(user)) return reject(403, [restricted]);
        const [counts, { sample, context }] = await Promise.all([
          readCampaignCounts(reports, user, campaign.id, signal),
          loadForecastInputs(deps, campaign, signal),
        ]);
        if (!counts.ok) return counts.rejection;
        const funnel = createCampaignFunnel({ id: campaign.id, demandId: campaign.demandId }, context);
        await inSlices(sample.requests, (request) => funnel.take(request), signal);
        const { sampled, stages, losses, reevaluated, unknown: unevaluated } = funnel.result();
        const names = await namesFor(entities, scopeOf(user), {
          channels: losses.map(({ channelId }) => channelId),
          suppliers: losses.map(({ supplierId }) => supplierId),
        });
        return ok({
          sample: describeSample(sample, sampled),
          reevaluated: reevaluated.traces,
          unevaluated: unevaluated.traces,
          steps: stages.map(({ stage, traces, requests }) => ({ stage, traces, share: shareOf(requests, sampled) })),
          losses: losses.map((loss) => describeLoss(loss, sampled, { campaign, user, names })),
          counted: counts.counted,
        });
      }),
    ),
    implement(forecastContract.forecast, ({ body, user, author, signal }) =>
      whenReady(async () => {
        const existing = body.id === undefined ? null : await entities.get('campaign', body.id, scopeOf(user));
        if (body.id !== undefined && !existing) return notFound();
        if (isScoped(user)) return reject(403, [restricted]);
        const demandId = existing ? existing.demandId : user.demandId;
        if (demandId === null) return reject(422, [noAccount]);
        const draft = await validateDraft(deps, { user, author }, existing, body.values);
        if (!draft.ok) return reject(422, draft.faults);
        running.get(user.id)?.abort();
        const own = new AbortController();
        running.set(user.id, own);
        try {
          return await forecast(draft.campaign, demandId, user, AbortSignal.any([signal, own.signal]));
        } catch (error) {
          if (own.signal.aborted && !signal.aborted) return reject(409, [superseded]);
          throw error;
        } finally {
          if (running.get(user.id) === own) running.delete(user.id);
        }
      }),
    ),
  ];

  async function forecast(
    campaign: CampaignRow,
    demandId: number,
    user: SessionUser,
    signal: AbortSignal,
  ): Promise<JsonResponse<200, ForecastResponse>> {
    const at = now().getTime();
    const account = await entities.get('demand', demandId, 'all');
    const zoneHours = (account as DemandAccountRow).timezone;
    // The draft is evaluated as active, and within its flight when that is in the future.
    const reevaluated: CampaignRow = { ...campaign, status: 1, cappedUntil: null };
    const { from = at } = flightOf(campaign.startDate, campaign.endDate, zoneHours) ?? {};
    const { sample, context } = await loadForecastInputs(deps, reevaluated, signal);
    const suppliers = [...context.snapshot.rows.supplier.values()];
    const [rates, delivered] = await Promise.all([
      readRates(facts, { demandId, from: at - sampleDays * dayMs, to: at }, suppliers, signal),
      readDeliveredOf(facts, campaign, signal),
    ]);
    const work = createCampaignForecast({ id: campaign.id, demandId }, context, {
      now: Math.max(at, from),
      ratesOf: rates.at,
    });
    await inSlices(sample.requests, (request) => work.take(request), signal);
    return ok(
      describeForecast(work.result(), {
        campaign,
        user,
        sample,
        zoneHours,
        delivered,
        areRatesKnown: rates.isKnown,
        now: at,
      }),
    );
  }
}

/** Evaluates requests one by one, and yields to other work in between. Rejects when the signal aborts. */
async function inSlices(
  requests: readonly TracedRequest[],
  take: (request: TracedRequest) => void,
  signal: AbortSignal,
): Promise<void> {
  let since = performance.now();
  for (const request of requests) {
    take(request);
    if (performance.now() - since < sliceMs) continue;
    await nextTurn();
    signal.throwIfAborted();
    since = performance.now();
  }
}

const restricted = { code: 'restricted', message: 'You need access to all partners of the account', path: '' };
const noAccount = { code: 'no_account', message: 'Forecasts need an account. Act as an account first.', path: '' };
const superseded = { code: 'overtaken', message: 'Replaced by a newer forecast request', path: '' };

/** Reads the delivery of a campaign so far in its budget's unit: impressions, or nano-USD. */
async function readDeliveredOf(
  facts: FactReader,
  { id, demandId, budgetBy }: CampaignRow,
  signal: AbortSignal,
): Promise<number> {
  if (id === draftId) return 0;
  const [row] = await facts.query<{ imps: string; rev: string }>(
    `SELECT sum(hourly_buying.imps) AS imps, sum(hourly_buying.rev) AS rev FROM hourly_buying
     WHERE demandId = {demandId:UInt32} AND campaignId = {id:UInt32}`,
    { demandId, id },
    { signal },
  );
  return Number((budgetBy === 'spend' ? row?.rev : row?.imps) ?? 0);
}
