import { amountOfImpression, type BudgetUnit } from './budgetsOf.ts';
import type { Reservation } from './reservationTable.ts';

/** A node's money and delivery statistics for a campaign. Amounts are in the campaign's unit. */
export interface CampaignMoney {
  unit: BudgetUnit;
  /** Leased and available for bids. */
  free: number;
  /** Reserved for open bids, by their state. */
  reserved: Record<Reservation['state'], number>;
  /** Target spend per second; null = as fast as possible. */
  rate: number | null;
  /** Pacing tokens at `refilledAt`; below zero after a bid exceeds them. */
  tokens: number;
  refilledAt: number;
  /** The part of bid amounts that is billed in the end (0–1). */
  winRate: number;
  /** The amount of bids that have ended, and how much of it was billed; older bids decay. */
  ended: number;
  paid: number;
  endedCount: number;
  /** Average milliseconds from bid to bill. */
  latencyMs: number;
  /** The expected spend of all opportunities since `opportunitiesSince`, and the average expected spend per second. */
  opportunitySum: number;
  opportunitiesSince: number;
  lastOpportunityAt: number;
  opportunityRate: number;
  /** The highest price requested in the last minute or two: a smaller lease is of no use. */
  peakPrice: number;
  /** The highest price since `highestFrom`. */
  highest: number;
  highestFrom: number;
  /** Whether there is news for the controller. `reportedAt` is the time of the last report. */
  isChanged: boolean;
  /** Whether the last response granted nothing: no early report is needed then. */
  isStarved: boolean;
  reportedAt: number;
}

/** Number of bids after which the statistics are halved. */
const statsWindowBids = 1000;
/** Bids that are presumed won before there are statistics. */
const presumedBids = 3;
const minWinRate = 0.002;
/** Minimum time for which the highest price counts. */
const highestMs = 60_000;
/** The weight of one bill in the average latency. */
const latencyStep = 0.05;
/** The maximum burst after a pause, in seconds of the rate, or in impressions if that is more. */
const burstS = 2;
const burstCount = 2;

/** The money of a campaign without a lease or statistics. */
export function openMoney(unit: BudgetUnit, now: number): CampaignMoney {
  return {
    unit,
    free: 0,
    reserved: { bid: 0, won: 0, billed: 0 },
    rate: null,
    tokens: 0,
    refilledAt: now,
    winRate: 1,
    ended: 0,
    paid: 0,
    endedCount: 0,
    latencyMs: 0,
    opportunitySum: 0,
    opportunitiesSince: now,
    lastOpportunityAt: now,
    opportunityRate: 0,
    peakPrice: 0,
    highest: 0,
    highestFrom: now,
    isChanged: false,
    isStarved: false,
    reportedAt: 0,
  };
}

/** Counts an opportunity to bid an amount, used or not. */
export function countOpportunity(money: CampaignMoney, amount: number, now: number): void {
  money.opportunitySum += amount * money.winRate;
  money.lastOpportunityAt = now;
  if (amount > money.highest) money.highest = amount;
  if (amount > money.peakPrice) money.peakPrice = amount;
}

/** Adds a reservation to the sums, or removes it with `sign` −1. */
export function sumReservation(
  money: CampaignMoney,
  reservation: Pick<Reservation, 'state' | 'price'>,
  sign: 1 | -1,
): void {
  money.reserved[reservation.state] += sign * amountOfImpression(money.unit, reservation.price);
  money.isChanged = true;
}

/** Updates the win rate and latency when a bid ends: billed after `afterMs`, or null when it never will be. */
export function recordBidEnd(money: CampaignMoney, price: number, afterMs: number | null): void {
  const amount = amountOfImpression(money.unit, price);
  money.ended += amount;
  money.endedCount += 1;
  if (afterMs !== null) {
    money.paid += amount;
    money.latencyMs += (afterMs - money.latencyMs) * (money.latencyMs === 0 ? 1 : latencyStep);
  }
  if (money.endedCount > statsWindowBids) {
    money.ended /= 2;
    money.paid /= 2;
    money.endedCount /= 2;
  }
  const presumed = presumedBids * Math.max(1, money.ended / money.endedCount);
  money.winRate = Math.max(minWinRate, (money.paid + presumed) / (money.ended + presumed));
}

/** Whether pacing allows a bid now. */
export function isInPace(money: CampaignMoney, now: number): boolean {
  const { rate } = money;
  if (rate === null) return true;
  const passedS = Math.max(0, now - money.refilledAt) / 1000;
  const most = Math.max(rate * burstS, burstCount * money.peakPrice * money.winRate);
  money.tokens = Math.min(most, money.tokens + passedS * rate);
  money.refilledAt = now;
  return money.tokens > 0;
}

/** Updates the average of opportunities per second. */
export function measureOpportunityRate(money: CampaignMoney, now: number): void {
  const passedS = (now - money.opportunitiesSince) / 1000;
  if (passedS < 0.5) return;
  const perSecond = money.opportunitySum / passedS;
  const weight = money.opportunityRate === 0 ? 1 : 1 - Math.exp(-passedS / 30);
  money.opportunityRate += (perSecond - money.opportunityRate) * weight;
  money.opportunitySum = 0;
  money.opportunitiesSince = now;
  if (now < money.highestFrom + highestMs) return;
  money.peakPrice = money.highest;
  money.highest = 0;
  money.highestFrom = now;
}
