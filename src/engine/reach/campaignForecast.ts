import type { CandidateReason, SupplyReason } from '#model/index.ts';
import { createAdReader } from '../whatif/adReader.ts';
import { pricePerImpression } from '../pricing.ts';
import { stageOf, type FunnelStage } from '#model/buying/funnelStages.ts';
import type { SupplyPlace } from '../buying/supplyPlace.ts';
import { traitsOf } from '../whatif/replayRequest.ts';
import { replayWithBid } from './replayWithBid.ts';
import { countSampled, noneSampled, type Sampled } from './sampled.ts';
import { createSampleSum } from './sampleSum.ts';
import type { ReachContext, TracedRequest } from './tracedBidsSetting.ts';
import { planFor, campaignVerdict } from './campaignVerdict.ts';

/** Of the bids that a place is sent, how many win, and how many become impressions. */
export interface WinRates {
  wins: number;
  imps: number;
}

/** A figure of the whole period, and within what it is to be trusted in 95 of 100 cases. */
export interface Estimate {
  total: number;
  margin: number;
}

/** What a campaign would reach of a sample's period, if no budget bounded it. Money is nano-USD. */
export interface CampaignForecastResult {
  read: Sampled;
  /** Requests on which it would bid. */
  eligible: Estimate;
  /** Bids that win our own auction, and are sent. */
  bids: Estimate;
  wins: Estimate;
  imps: Estimate;
  /** What its advertiser is charged for the impressions. */
  spend: Estimate;
  /** Devices among the eligible requests of the sample, and requests that tell theirs. */
  devices: number;
  withDevice: number;
  /** Eligible requests whose auctions cannot be held again. */
  unreplayed: Sampled;
  unknown: Sampled;
  /** The largest first. */
  losses: ({ stage: FunnelStage; reason: CandidateReason | SupplyReason } & Sampled)[];
}

/** Takes requests one by one. */
export interface CampaignForecast {
  take(request: TracedRequest): void;
  result(): CampaignForecastResult;
}

/** Begins to forecast a campaign of the context's network. `now`: when flights are looked at. */
export function createCampaignForecast(
  campaign: { id: number; demandId: number },
  context: ReachContext,
  { now, ratesOf }: { now: number; ratesOf: (place: SupplyPlace) => WinRates },
): CampaignForecast {
  const ads = createAdReader();
  const read = noneSampled();
  const unreplayed = noneSampled();
  const unknown = noneSampled();
  const eligible = createSampleSum();
  const sums = {
    bids: createSampleSum(),
    wins: createSampleSum(),
    imps: createSampleSum(),
    spend: createSampleSum(),
  };
  const losses = new Map<string, CampaignForecastResult['losses'][number]>();
  const devices = new Set<string>();
  let withDevice = 0;
  const lose = (stage: FunnelStage, reason: CandidateReason | SupplyReason, weight: number) => {
    const known = losses.get(reason) ?? { stage, reason, ...noneSampled() };
    losses.set(reason, known);
    countSampled(known, weight);
  };
  const countDevice = (request: TracedRequest) => {
    const plan = planFor(request, context);
    const id = plan ? traitsOf(request, plan, context.locate).deviceId : '';
    if (id === '') return;
    devices.add(id);
    withDevice += 1;
  };
  return {
    take(request) {
      const { weight, place } = request;
      const verdict = campaignVerdict(campaign, request, context, now);
      if (verdict.kind === 'untold') return countSampled(unknown, weight);
      if (verdict.kind === 'unasked') {
        countSampled(read, weight);
        return lose('asked', verdict.reason, weight);
      }
      if (verdict.kind === 'silent') {
        countSampled(read, weight);
        return lose(stageOf(verdict.reason), verdict.reason, weight);
      }
      countSampled(read, weight);
      eligible.add(weight, 1);
      countDevice(request);
      const replayed = replayWithBid(request, verdict.bid, context, { ads, full: () => null });
      if (replayed === null) return countSampled(unreplayed, weight);
      if (replayed === 'lost') return lose('auction', 'outbid', weight);
      const { wins, imps } = ratesOf(place);
      sums.bids.add(weight, 1);
      sums.wins.add(weight, wins);
      sums.imps.add(weight, imps);
      sums.spend.add(weight, imps * pricePerImpression(replayed.charged));
    },
    result() {
      const replayed = eligible.total - unreplayed.requests;
      // Bids in auctions that cannot be held again are taken to fare as the others.
      const scale = replayed > 0 ? eligible.total / replayed : 1;
      const scaled = ({ total, margin }: Estimate): Estimate => ({ total: total * scale, margin: margin * scale });
      return {
        read,
        eligible: { total: eligible.total, margin: eligible.margin },
        bids: scaled(sums.bids),
        wins: scaled(sums.wins),
        imps: scaled(sums.imps),
        spend: scaled(sums.spend),
        devices: devices.size,
        withDevice,
        unreplayed,
        unknown,
        losses: [...losses.values()].sort((a, b) => b.requests - a.requests || (a.reason < b.reason ? -1 : 1)),
      };
    },
  };
}
