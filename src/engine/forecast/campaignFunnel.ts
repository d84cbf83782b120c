import type { CandidateReason, SupplyReason } from '#model/index.ts';
import { funnelStages, stageOf, type FunnelStage } from '#model/buying/funnelStages.ts';
import { countSampled, noneSampled, type Sampled } from './sampled.ts';
import type { EvaluationContext, TracedRequest } from './tracedBidsSetting.ts';
import { loggedOutcome, campaignVerdict } from './campaignVerdict.ts';

/** Requests lost at one stage for one reason. */
export interface FunnelLoss extends Sampled {
  stage: FunnelStage;
  reason: CandidateReason | SupplyReason;
  /** Set where all of them were lost at one supplier or channel; otherwise both ids are 0. */
  supplierId: number;
  channelId: number;
}

/** The funnel of a campaign over a sample, from the requests that it could bid on to its bids. */
export interface CampaignFunnelResult {
  sampled: Sampled;
  /** Requests that passed each stage. */
  stages: ({ stage: FunnelStage } & Sampled)[];
  /** Largest first. */
  losses: FunnelLoss[];
  /** Requests without a recorded outcome of the campaign: they are evaluated with the campaign as it is now. */
  reevaluated: Sampled;
  /** Requests that cannot be evaluated. */
  unknown: Sampled;
}

/** A funnel that is fed request by request. */
export interface CampaignFunnel {
  take(request: TracedRequest): void;
  result(): CampaignFunnelResult;
}

/** Creates the funnel of a campaign in the context's configuration. */
export function createCampaignFunnel(
  campaign: { id: number; demandId: number },
  context: EvaluationContext,
): CampaignFunnel {
  const sampled = noneSampled();
  const reevaluated = noneSampled();
  const unknown = noneSampled();
  const losses = new Map<string, FunnelLoss>();
  const lose = (stage: FunnelStage, reason: FunnelLoss['reason'], { supplySource, sampleWeight }: TracedRequest) => {
    // Losses at the supply gates belong to one supplier or channel.
    const { supplierId, channelId } = stage === 'requested' ? supplySource : { supplierId: 0, channelId: 0 };
    const key = `${stage} ${reason} ${supplierId} ${channelId}`;
    const known = losses.get(key) ?? { stage, reason, supplierId, channelId, ...noneSampled() };
    losses.set(key, known);
    countSampled(known, sampleWeight);
  };
  return {
    take(request) {
      const logged = loggedOutcome(campaign.id, request);
      if (logged) {
        countSampled(sampled, request.sampleWeight);
        if (logged.reason !== null) lose(stageOf(logged.reason), logged.reason, request);
        return;
      }
      const verdict = campaignVerdict(campaign, request, context);
      if (verdict.kind === 'unknown') return countSampled(unknown, request.sampleWeight);
      countSampled(sampled, request.sampleWeight);
      if (verdict.kind === 'not_requested') return lose('requested', verdict.reason, request);
      countSampled(reevaluated, request.sampleWeight);
      if (verdict.kind === 'no_bid') lose(stageOf(verdict.reason), verdict.reason, request);
    },
    result() {
      const left = { ...sampled };
      const stages = funnelStages.map((stage) => {
        for (const loss of losses.values()) {
          if (loss.stage !== stage) continue;
          left.traces -= loss.traces;
          left.requests -= loss.requests;
        }
        return { stage, ...left };
      });
      return { sampled, stages, losses: [...losses.values()].sort(byRequests), reevaluated, unknown };
    },
  };
}

function byRequests(a: FunnelLoss, b: FunnelLoss): number {
  return b.requests - a.requests || (a.reason < b.reason ? -1 : 1);
}
