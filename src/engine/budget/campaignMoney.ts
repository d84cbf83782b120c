import { amountOfImpression, type BudgetUnit } from './budgetsOf.ts';
import type { Reservation } from './reservationTable.ts';

/** What a node has and knows of a campaign. Amounts are in the campaign's unit. */
export interface CampaignMoney {
  unit: BudgetUnit;
  /** What it may bid with. */
  free: number;
  /** What its bids hold, by what became of them so far. */
  reserved: Record<Reservation['state'], number>;
  /** What its bids are expected to bring a second; null = as fast as it can. */
  rate: number | null;
  /** What its pace lets it bid at `refilledAt`; below zero once it has. */
  tokens: number;
  refilledAt: number;
  /** The part of what is bid that is billed in the end. */
  winRate: number;
  /** What bids have ended, and what was billed of them; older ones fade. */
  ended: number;
  paid: number;
  endedCount: number;
  /** Milliseconds from bid to bill. */
  latencyMs: number;
  /** What all chances to bid since `askedFrom` would have brought, and what they bring a second. */
  opportunitySum: number;
  opportunitiesSince: number;
  lastOpportunityAt: number;
  chance: number;
  /** The highest price that it was asked for in the last minute or two: with less nothing can be done. */
  least: number;
  /** The highest since `highestFrom`. */
  highest: number;
  highestFrom: number;
  /** Whether the controller is to hear of it, and when it did last. */
  isChanged: boolean;
  /** Whether it got nothing when it told last: there is no hurry to ask again. */
  isStarved: boolean;
  reportedAt: number;
}

/** Bids after which the older half of them is forgotten. */
const statsWindowBids = 1000;
/** As many bids are taken as won before anything is known. */
const presumedBids = 3;
const minWinRate = 0.002;
/** How long the highest price is remembered at least. */
const highestMs = 60_000;
/** How far one bill moves the time that bills take. */
const latencyStep = 0.05;
/** How much may come at once after a pause, in seconds of the rate; two impressions may in any case. */
const burstS = 2;
const burstCount = 2;

/** Money of a campaign of which nothing is known. */
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
    chance: 0,
    least: 0,
    highest: 0,
    highestFrom: now,
    isChanged: false,
    isStarved: false,
    reportedAt: 0,
  };
}

/** Counts a chance to bid an amount, whether it is taken or not. */
export function countOpportunity(money: CampaignMoney, amount: number, now: number): void {
  money.opportunitySum += amount * money.winRate;
  money.lastOpportunityAt = now;
  if (amount > money.highest) money.highest = amount;
  if (amount > money.least) money.least = amount;
}

/** Adds a hold to the sums, or with `sign` −1 takes it out. */
export function sumReservation(
  money: CampaignMoney,
  reservation: Pick<Reservation, 'state' | 'price'>,
  sign: 1 | -1,
): void {
  money.reserved[reservation.state] += sign * amountOfImpression(money.unit, reservation.price);
  money.isChanged = true;
}

/** Learns from the end of a bid: billed so long after it, or null when it never will be. */
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

/** Whether the pace lets it bid now. */
export function isInPace(money: CampaignMoney, now: number): boolean {
  const { rate } = money;
  if (rate === null) return true;
  const passedS = Math.max(0, now - money.refilledAt) / 1000;
  const most = Math.max(rate * burstS, burstCount * money.least * money.winRate);
  money.tokens = Math.min(most, money.tokens + passedS * rate);
  money.refilledAt = now;
  return money.tokens > 0;
}

/** Sums up the chances since the last time. */
export function measureOpportunityRate(money: CampaignMoney, now: number): void {
  const passedS = (now - money.opportunitiesSince) / 1000;
  if (passedS < 0.5) return;
  const perSecond = money.opportunitySum / passedS;
  const weight = money.chance === 0 ? 1 : 1 - Math.exp(-passedS / 30);
  money.chance += (perSecond - money.chance) * weight;
  money.opportunitySum = 0;
  money.opportunitiesSince = now;
  if (now < money.highestFrom + highestMs) return;
  money.least = money.highest;
  money.highest = 0;
  money.highestFrom = now;
}
