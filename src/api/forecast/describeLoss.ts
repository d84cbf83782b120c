import type { FunnelLoss } from '#engine/forecast/campaignFunnel.ts';
import type { Sampled } from '#engine/forecast/sampled.ts';
import { supplyReasons, type CampaignRow, type Reader } from '#model/index.ts';
import { minTraces } from '#model/whatif/whatIf.ts';
import type { Names } from '../why/namesFor.ts';
import { candidateReason, supplyReason, type LossOwners } from '../why/whyReasons.ts';
import type { LossSummary, SampleSummary } from './forecastContract.ts';
import type { RequestSample } from './sampleRequests.ts';

/** The id of a campaign that is not stored yet. */
export const draftId = 2_147_483_647;

/** Describes the sample of requests that a forecast is based on. */
export function describeSample({ available, requests }: RequestSample, sampled: Sampled): SampleSummary {
  const time = (request: (typeof requests)[number] | undefined) =>
    request ? new Date(request.at).toISOString() : null;
  return {
    from: time(requests[0]),
    to: time(requests.at(-1)),
    sampled: sampled.traces,
    available,
    requests: Math.round(sampled.requests),
    isTooFew: sampled.traces < minTraces,
  };
}

/** The campaign whose losses are described, and the user who reads them. */
export interface LossContext {
  campaign: CampaignRow;
  user: Reader;
  /** Names of suppliers and channels; absent when losses are not broken down by them. */
  names?: Names;
}

/** Describes a loss, with a link to what can be changed. */
export function describeLoss(
  loss: Omit<FunnelLoss, 'supplierId' | 'channelId'> & Partial<Pick<FunnelLoss, 'supplierId' | 'channelId'>>,
  sampled: Sampled,
  { campaign, user, names }: LossContext,
): LossSummary {
  const { stage, reason, traces, requests, supplierId = 0, channelId = 0 } = loss;
  const owners: LossOwners = {
    campaign: campaign.id,
    advertiser: campaign.advertiserId,
    ...(campaign.demandId === null ? {} : { demand: campaign.demandId }),
    ...(supplierId === 0 ? {} : { supplier: supplierId }),
    ...(channelId === 0 ? {} : { channel: channelId }),
  };
  const isOfSupply = stage === 'requested' && reason in supplyReasons;
  const whyReason = isOfSupply
    ? supplyReason(reason, owners, user)
    : candidateReason(reason, owners, user, { kind: 'campaign', row: campaign });
  const place = supplierId > 0 ? names?.supplier(supplierId) : channelId > 0 ? names?.channel(channelId) : undefined;
  return {
    ...whyReason,
    fix:
      whyReason.fix && whyReason.fix.id === draftId
        ? { ...whyReason.fix, id: null, path: withoutDraft(whyReason.fix.path) }
        : whyReason.fix,
    stage,
    traces,
    share: shareOf(requests, sampled),
    ...(place ? { place } : {}),
  };
}

/** Makes a link to an unsaved campaign open the new one. */
function withoutDraft(path: string): string {
  return path.replace(`open=${draftId}`, 'open=new');
}

/** A share of all sampled requests, to the millionth. */
export function shareOf(requests: number, sampled: Sampled): number {
  return sampled.requests === 0 ? 0 : Math.round((requests / sampled.requests) * 1e6) / 1e6;
}
