import type { CandidateReason, SupplyReason } from '#model/index.ts';
import { createAdReader } from '../whatif/adReader.ts';
import { pricePerImpression } from '../pricing.ts';
import { stageOf, type FunnelStage } from '#model/buying/funnelStages.ts';
import type { SupplySource } from '../buying/supplySource.ts';
import { traitsOf } from '../whatif/replayRequest.ts';
import { replayWithBid } from './replayWithBid.ts';
import { countSampled, noneSampled, type Sampled } from './sampled.ts';
import type { EvaluationContext, TracedRequest } from './tracedBidsSetting.ts';
import { planFor, campaignVerdict } from './campaignVerdict.ts';

/** A sum over a sample, with its 95 % margin of error. */
interface SampleSum {
  add(sampleWeight: number, value: number): void;
  readonly total: number;
  readonly margin: number;
}

/** The 95 % quantile of the normal distribution, two-sided. */
const z = 1.96;

/** Sums values of a Poisson sample (Horvitz–Thompson estimator): a request of weight N was sampled 1 in N. */
function createSampleSum(): SampleSum {
  let total = 0;
  let variance = 0;
  return {
    add(sampleWeight, value) {
      total += sampleWeight * value;
      variance += Math.max(0, sampleWeight * (sampleWeight - 1)) * value ** 2;
    },
    get total() {
      return total;
    },
    get margin() {
      return z * Math.sqrt(variance);
    },
  };
}

/** The parts of sent bids that win and that become impressions, at one supplier or channel (0–1). */
export interface WinRates {
  wins: number;
  imps: number;
}

/** An estimate for the whole period, with its 95 % margin of error. */
export interface Estimate {
  total: number;
  margin: number;
}

/** The forecast of a campaign over a sample's period, without budgets. Money is nano-USD. */
export interface CampaignForecastResult {
  sampled: Sampled;
  /** Requests on which it would bid. */
  eligible: Estimate;
  /** Bids that win our own auction and are sent. */
  bids: Estimate;
  wins: Estimate;
  imps: Estimate;
  /** The charge to its advertiser for the impressions. */
  spend: Estimate;
  /** Different devices in the sample's eligible requests, and how many of these requests identify their device. */
  devices: number;
  withDevice: number;
  /** Eligible requests whose auctions cannot be replayed. */
  unreplayed: Sampled;
  unknown: Sampled;
  /** Largest first. */
  losses: ({ stage: FunnelStage; reason: CandidateReason | SupplyReason } & Sampled)[];
}

/** A forecast that is fed request by request. */
export interface CampaignForecast {
  take(request: TracedRequest): void;
  result(): CampaignForecastResult;
}

/** Creates the forecast of a campaign in the context's configuration. `now`: the time at which flights are checked. */
export function createCampaignForecast(
  campaign: { id: number; demandId: number },
  context: EvaluationContext,
  { now, ratesOf }: { now: number; ratesOf: (supplySource: SupplySource) => WinRates },
): CampaignForecast {
  const ads = createAdReader();
  const sampled = noneSampled();
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
  const lose = (stage: FunnelStage, reason: CandidateReason | SupplyReason, sampleWeight: number) => {
    const known = losses.get(reason) ?? { stage, reason, ...noneSampled() };
    losses.set(reason, known);
    countSampled(known, sampleWeight);
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
      const { sampleWeight, supplySource } = request;
      const verdict = campaignVerdict(campaign, request, context, now);
      if (verdict.kind === 'unknown') return countSampled(unknown, sampleWeight);
      if (verdict.kind === 'not_requested') {
        countSampled(sampled, sampleWeight);
        return lose('requested', verdict.reason, sampleWeight);
      }
      if (verdict.kind === 'no_bid') {
        countSampled(sampled, sampleWeight);
        return lose(stageOf(verdict.reason), verdict.reason, sampleWeight);
      }
      countSampled(sampled, sampleWeight);
      eligible.add(sampleWeight, 1);
      countDevice(request);
      const replayed = replayWithBid(request, verdict.bid, context, { ads, full: () => null });
      if (replayed === null) return countSampled(unreplayed, sampleWeight);
      if (replayed === 'lost') return lose('auction', 'outbid', sampleWeight);
      const { wins, imps } = ratesOf(supplySource);
      sums.bids.add(sampleWeight, 1);
      sums.wins.add(sampleWeight, wins);
      sums.imps.add(sampleWeight, imps);
      sums.spend.add(sampleWeight, imps * pricePerImpression(replayed.charged));
    },
    result() {
      const replayed = eligible.total - unreplayed.requests;
      // Bids in auctions that cannot be replayed are assumed to perform like the others.
      const scale = replayed > 0 ? eligible.total / replayed : 1;
      const scaled = ({ total, margin }: Estimate): Estimate => ({ total: total * scale, margin: margin * scale });
      return {
        sampled,
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
