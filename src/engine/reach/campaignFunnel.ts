import type { CandidateReason, SupplyReason } from '#model/index.ts';
import { funnelStages, stageOf, type FunnelStage } from '#model/buying/funnelStages.ts';
import { countSampled, noneSampled, type Sampled } from './sampled.ts';
import type { ReachContext, TracedRequest } from './tracedBidsSetting.ts';
import { loggedOutcome, campaignVerdict } from './campaignVerdict.ts';

/** What was lost at a step for one reason. */
export interface FunnelLoss extends Sampled {
  stage: FunnelStage;
  reason: CandidateReason | SupplyReason;
  /** Where all of it was lost at one supplier or channel; else the ids are 0. */
  supplierId: number;
  channelId: number;
}

/** From the requests that a campaign may have to its bids, as far as a sample tells. */
export interface CampaignFunnelResult {
  read: Sampled;
  /** How many got past each step. */
  stages: ({ stage: FunnelStage } & Sampled)[];
  /** The largest first. */
  losses: FunnelLoss[];
  /** Requests at which nobody looked at the campaign then: what it would do is judged by what it is now. */
  judged: Sampled;
  /** Requests of which that cannot be told. */
  unknown: Sampled;
}

/** Takes requests one by one. */
export interface CampaignFunnel {
  take(request: TracedRequest): void;
  result(): CampaignFunnelResult;
}

/** Begins the funnel of a campaign of the context's network. */
export function createCampaignFunnel(
  campaign: { id: number; demandId: number },
  context: ReachContext,
): CampaignFunnel {
  const read = noneSampled();
  const judged = noneSampled();
  const unknown = noneSampled();
  const losses = new Map<string, FunnelLoss>();
  const lose = (stage: FunnelStage, reason: FunnelLoss['reason'], { place, weight }: TracedRequest) => {
    // The gates of the supply side are those of one supplier or channel.
    const { supplierId, channelId } = stage === 'asked' ? place : { supplierId: 0, channelId: 0 };
    const key = `${stage} ${reason} ${supplierId} ${channelId}`;
    const known = losses.get(key) ?? { stage, reason, supplierId, channelId, ...noneSampled() };
    losses.set(key, known);
    countSampled(known, weight);
  };
  return {
    take(request) {
      const logged = loggedOutcome(campaign.id, request);
      if (logged) {
        countSampled(read, request.weight);
        if (logged.reason !== null) lose(stageOf(logged.reason), logged.reason, request);
        return;
      }
      const verdict = campaignVerdict(campaign, request, context);
      if (verdict.kind === 'untold') return countSampled(unknown, request.weight);
      countSampled(read, request.weight);
      if (verdict.kind === 'unasked') return lose('asked', verdict.reason, request);
      countSampled(judged, request.weight);
      if (verdict.kind === 'silent') lose(stageOf(verdict.reason), verdict.reason, request);
    },
    result() {
      const left = { ...read };
      const stages = funnelStages.map((stage) => {
        for (const loss of losses.values()) {
          if (loss.stage !== stage) continue;
          left.traces -= loss.traces;
          left.requests -= loss.requests;
        }
        return { stage, ...left };
      });
      return { read, stages, losses: [...losses.values()].sort(byRequests), judged, unknown };
    },
  };
}

function byRequests(a: FunnelLoss, b: FunnelLoss): number {
  return b.requests - a.requests || (a.reason < b.reason ? -1 : 1);
}
