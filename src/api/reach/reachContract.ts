import type { FunnelStage } from '#model/buying/funnelStages.ts';
import type { Named, WhyReason } from '../why/whyContract.ts';

/** The requests that an answer rests on: a sample of those of the suppliers and channels that a campaign buys from. */
export interface ReachSample {
  /** Between which times they came, ISO 8601; null without any. */
  from: string | null;
  to: string | null;
  /** How many were read, of how many that are kept. */
  read: number;
  kept: number;
  /** Requests that they stand for. */
  requests: number;
  /** Whether they are too few to tell anything. */
  isTooFew: boolean;
}

/** What was lost for one reason: requests of the sample, and their part of all. */
export interface ReachLoss extends WhyReason {
  stage: FunnelStage;
  traces: number;
  share: number;
  /** Whose gate it was, before campaigns were asked. */
  place?: Named;
}

/** A step of a campaign's funnel, and what got past it: requests of the sample, and their part of all. */
export interface ReachStep {
  stage: FunnelStage;
  traces: number;
  share: number;
}

/** Answer of GET /api/demand/campaigns/{id}/funnel. */
export interface CampaignFunnelAnswer {
  sample: ReachSample;
  /** Requests of the sample at which the campaign was not looked at then, judged by what it is now. */
  judged: number;
  /** Requests of the sample of which nothing can be told. */
  untold: number;
  steps: ReachStep[];
  /** The largest first. */
  losses: ReachLoss[];
  /** What facts counted of the campaign in the same days, exactly; spend in US dollars. */
  counted: { from: string; to: string; bids: number; wins: number; imps: number; spend: string };
}

/** Body of POST /api/demand/campaigns/forecast. */
export interface ForecastRequest {
  /** The campaign that is changed; absent for a new one. */
  id?: number;
  /** Fields as its form has them. */
  values: Record<string, unknown>;
}

/** A figure of a day in decimals; in 95 of 100 cases it is within ± margin, as far as the sample decides it. */
export interface DayFigure {
  perDay: string;
  margin: string;
}

/** Figures of a forecast: counts, and of spend US dollars. */
export const forecastFigures = ['requests', 'eligible', 'bids', 'wins', 'imps', 'spend'] as const;
export type ForecastFigure = (typeof forecastFigures)[number];

/** What becomes of the budgets: none bounds it; one does and will be used up; or there is too little traffic to use it up. */
export const budgetOutlooks = ['none', 'used', 'unused'] as const;

/** How the budgets of a campaign bound what it would have, by day. Amounts are in what they count: US dollars, or impressions. */
export interface BudgetOutlook {
  outlook: (typeof budgetOutlooks)[number];
  unit: 'spend' | 'impressions';
  /** The budget that bounds most. */
  period: 'hour' | 'day' | 'flight' | null;
  /** What it leaves for a day; null without one. */
  perDay: string | null;
  /** What of that would be used, from 0 to 1; null without one. */
  used: number | null;
  /** What the campaign comes to within it, a day. */
  imps: string;
  spend: string;
}

/** Answer of POST /api/demand/campaigns/forecast. */
export interface ForecastAnswer {
  sample: ReachSample;
  /** What a day would bring if no budget bounded it. */
  figures: Record<ForecastFigure, DayFigure>;
  budget: BudgetOutlook;
  /** Devices among the eligible requests of the sample, and how many of these told theirs. */
  devices: number;
  withDevice: number;
  /** The largest first. */
  losses: ReachLoss[];
  /** What the figures cannot know. */
  notes: { code: string; text: string }[];
}
