import { listedProperties, type CandidateReason, type SupplyReason } from '../reason/reasons.ts';

/** The stages between a request and a campaign's bid, in order. */
export const funnelStages = [
  'requested',
  'campaign',
  'place',
  'traffic',
  'form',
  'targeting',
  'creatives',
  'frequency',
  'price',
  'money',
  'auction',
] as const;
export type FunnelStage = (typeof funnelStages)[number];

/** Stages by reason. All other reasons belong to creatives. */
const stages: Partial<Record<CandidateReason, FunnelStage>> = {
  cut_off: 'campaign',
  inactive: 'campaign',
  advertiser_inactive: 'campaign',
  flight: 'campaign',
  cap: 'campaign',
  not_assigned: 'place',
  ivt: 'traffic',
  media_type: 'form',
  list_not_loaded: 'targeting',
  frequency: 'frequency',
  deal_missing: 'price',
  seat_blocked: 'price',
  zero_bid: 'price',
  below_floor: 'price',
  below_deal_floor: 'price',
  no_exchange_rate: 'price',
  budget: 'money',
  pacing: 'money',
  outbid: 'auction',
};

const lists = Object.keys(listedProperties).flatMap((property) => [`${property}_blocked`, `${property}_not_allowed`]);

/** The stage at which a campaign that was called lost a request. */
export function stageOf(reason: CandidateReason | SupplyReason): FunnelStage {
  if (reason.startsWith('targeting_') || lists.includes(reason)) return 'targeting';
  return stages[reason as CandidateReason] ?? 'creatives';
}
