import type { Nanos } from '#model/index.ts';
import { amountOfImpression, type BudgetUnit } from './budgetsOf.ts';
import {
  countChance,
  isInPace,
  learnEnd,
  measureChance,
  openMoney,
  sumHold,
  type CampaignMoney,
} from './campaignMoney.ts';
import { createHoldTable, type Hold } from './holdTable.ts';
import { leaseMs, leastWinWaitMs, longestHoldMs, settleMs } from './leaseTerms.ts';
import type { Lease, ToldBook } from './toldBook.ts';

/** An ad that a campaign bid for, as its notices and events tell it. */
export interface BoughtAd {
  /** Names the ad among all of the installation. */
  adId: string;
  campaignId: number;
  /** What its advertiser is charged for the impression. */
  price: Nanos;
  /** When it was bid, in milliseconds since the epoch. */
  bidAt: number;
}

/** A bid whose money is to be held. */
export interface ReservedBid extends Omit<BoughtAd, 'bidAt'> {
  /** Until when its impression may be billed, in milliseconds since the epoch; half an hour at most. */
  until: number;
  /** How long we wait to be told of its win, in milliseconds; null where nobody tells: the money is held until then in any case. */
  winWaitMs: number | null;
}

/** What keeps a campaign from bidding: no money on this node, or its pace. */
export type BidPermit = 'ok' | 'budget' | 'pacing';

/** What a book keeps for the next run of its process. */
export type KeptBook = readonly Hold[];

/**
 * What one node may spend for campaigns: leases, and what its bids hold of them. What is lost in our own auction is free
 * again at once. A bid of which nothing is heard drops its money: the controller leases it anew once it has heard of it.
 * Times are milliseconds since the epoch.
 */
export interface Book {
  /** Whether a campaign may bid a price for an impression. */
  mayBid(campaignId: number, price: Nanos, now: number): BidPermit;
  /**
   * The same for a test request: it counts nothing and asks for no lease. A campaign whose money is unknown here, because
   * no live request has asked for it lately, may bid.
   */
  mayBidInTest(campaignId: number, price: Nanos, now: number): BidPermit;
  /** Holds the money of a bid; false when there is not enough of it. */
  reserve(bid: ReservedBid, now: number): boolean;
  /** A bid has won: its money is held until its impression. False when another node should hear of it. */
  won(ad: BoughtAd, now: number): boolean;
  /** An impression was billed: its money is held until it is counted. False when the ad's own node should hear of it. */
  billed(ad: BoughtAd, now: number): boolean;
  /** A bid is certain to be lost: its money is free again. */
  release(adId: string): void;
  /** What another node was told of an ad that may be ours. */
  hear(kind: 'won' | 'billed', ad: BoughtAd, now: number): void;
  /** What the controller is to hear now: what has changed, soon where money runs short. */
  tell(now: number): ToldBook[];
  /** What was told did not arrive. */
  retell(told: readonly ToldBook[]): void;
  /** Takes the controller's answer: all leases hold until `until`, and impressions up to `countedTo` are counted. */
  take(leases: readonly Lease[], terms: { until: number; countedTo: number }): void;
  /** Gives back all that is free. */
  giveBack(): void;
  kept(): KeptBook;
}

/** A campaign is told at most so often while it has enough, and so often while nothing changes and it is asked for. */
const tellEveryMs = 3000;
const tellUnchangedMs = 10_000;
/** A campaign that nobody asks for is forgotten. */
const forgetMs = 2 * leaseMs;

/** A book without leases. `unitOf`: what the budgets of a campaign count; null when nothing bounds it. */
export function createBook(
  unitOf: (campaignId: number) => BudgetUnit | null,
  { kept, now: openedAt }: { kept: KeptBook; now: number },
): Book {
  const campaigns = new Map<number, CampaignMoney>();
  const holds = createHoldTable();
  let leasedUntil = 0;

  const moneyOf = (campaignId: number, now: number): CampaignMoney | null => {
    const unit = unitOf(campaignId);
    if (unit === null) return null;
    const money = campaigns.get(campaignId);
    if (money?.unit === unit) return money;
    const opened = openMoney(unit, now);
    opened.isChanged = true;
    campaigns.set(campaignId, opened);
    if (money) for (const hold of holds.all()) if (hold.campaignId === campaignId) sumHold(opened, hold, 1);
    return opened;
  };
  const permitFor = (money: CampaignMoney, amount: number, now: number): BidPermit => {
    if (money.free < amount || now >= leasedUntil) return 'budget';
    return isInPace(money, now) ? 'ok' : 'pacing';
  };
  const put = (hold: Hold, money: CampaignMoney) => {
    holds.put(hold);
    sumHold(money, hold, 1);
  };
  const drop = (hold: Hold): CampaignMoney | undefined => {
    holds.remove(hold.adId);
    const money = campaigns.get(hold.campaignId);
    if (money) sumHold(money, hold, -1);
    return money;
  };
  /** Holds the money of an ad that this node did not know, as far as it can from what is free. */
  const putForeign = (hold: Hold, now: number) => {
    const money = moneyOf(hold.campaignId, now);
    if (!money) return;
    money.free = Math.max(0, money.free - amountOfImpression(money.unit, hold.price));
    put(hold, money);
  };
  const change = (hold: Hold, state: 'won' | 'billed', now: number) => {
    const money = drop(hold);
    hold.state = state;
    hold.endsAt = hold.until;
    hold.billedAt = state === 'billed' ? now : 0;
    if (money) put(hold, money);
  };
  const sweep = (now: number) => {
    for (const hold of holds.takeEnded(now)) {
      const money = drop(hold);
      if (money) learnEnd(money, hold.price, null);
    }
    if (now < leasedUntil) return;
    for (const money of campaigns.values()) setFree(money, 0);
  };
  const isShort = ({ free, least, rate, chance, isDry }: CampaignMoney) =>
    !isDry && (free < 2 * least || free < (rate ?? chance) * (leaseMs / 2000));

  for (const hold of kept) {
    const money = moneyOf(hold.campaignId, openedAt);
    if (money) put({ ...hold }, money);
  }
  return {
    mayBid(campaignId, price, now) {
      const money = moneyOf(campaignId, now);
      if (!money) return 'ok';
      const amount = amountOfImpression(money.unit, price);
      countChance(money, amount, now);
      const permit = permitFor(money, amount, now);
      if (permit === 'budget') money.isChanged = true;
      return permit;
    },
    mayBidInTest(campaignId, price, now) {
      const money = campaigns.get(campaignId);
      if (!money || money.unit !== unitOf(campaignId)) return 'ok';
      return permitFor({ ...money }, amountOfImpression(money.unit, price), now);
    },
    reserve({ adId, campaignId, price, until, winWaitMs: waitMs }, now) {
      const money = moneyOf(campaignId, now);
      if (!money) return true;
      const amount = amountOfImpression(money.unit, price);
      if (money.free < amount || now >= leasedUntil || holds.get(adId)) return false;
      money.free -= amount;
      money.tokens -= amount * money.winRate;
      const last = Math.min(until, now + longestHoldMs);
      const endsAt = waitMs === null ? last : Math.min(last, now + waitMs);
      put({ adId, campaignId, price, state: 'bid', bidAt: now, endsAt, until: last, billedAt: 0 }, money);
      return true;
    },
    won(ad, now) {
      const hold = holds.get(ad.adId);
      if (hold) {
        if (hold.state === 'bid') change(hold, 'won', now);
        return true;
      }
      // Whoever bid it still holds it; later it has dropped it, or does so soon.
      if (now < ad.bidAt + leastWinWaitMs) return false;
      const until = now + leaseMs;
      putForeign({ state: 'won', endsAt: until, until, billedAt: 0, ...ad }, now);
      return true;
    },
    billed(ad, now) {
      const hold = holds.get(ad.adId);
      if (hold?.state === 'billed') return true;
      if (hold) {
        change(hold, 'billed', now);
        const money = campaigns.get(hold.campaignId);
        if (money) learnEnd(money, hold.price, now - hold.bidAt);
        return true;
      }
      putForeign({ state: 'billed', endsAt: now, until: now, billedAt: now, ...ad }, now);
      return false;
    },
    release(adId) {
      const hold = holds.get(adId);
      if (!hold || hold.state === 'billed') return;
      const money = drop(hold);
      if (!money) return;
      money.free += amountOfImpression(money.unit, hold.price);
      learnEnd(money, hold.price, null);
    },
    hear(kind, ad, now) {
      const hold = holds.get(ad.adId);
      if (!hold || hold.state === 'billed') return;
      if (kind === 'won') {
        if (hold.state === 'bid') change(hold, 'won', now);
        return;
      }
      // The node that was called holds it from now on.
      const money = drop(hold);
      if (money) learnEnd(money, hold.price, now - hold.bidAt);
    },
    tell(now) {
      sweep(now);
      const told: ToldBook[] = [];
      for (const [campaignId, money] of campaigns) {
        measureChance(money, now);
        const idleMs = now - money.askedAt;
        if (idleMs > leaseMs) retire(money);
        const waitedMs = now - money.toldAt;
        const isUsed = money.isChanged || (money.askedAt > money.toldAt && waitedMs >= tellUnchangedMs);
        if (isUsed && (waitedMs >= tellEveryMs || isShort(money))) {
          money.isChanged = false;
          money.toldAt = now;
          told.push(toldOf(campaignId, money));
        } else if (idleMs > forgetMs && !money.isChanged && heldOf(money) === 0) campaigns.delete(campaignId);
      }
      return told;
    },
    retell(told) {
      for (const { campaignId } of told) {
        const money = campaigns.get(campaignId);
        if (!money) continue;
        money.isChanged = true;
        money.toldAt = 0;
      }
    },
    take(leases, { until, countedTo }) {
      leasedUntil = until;
      for (const { campaignId, unit, grant, rate } of leases) {
        const money = campaigns.get(campaignId);
        if (money?.unit !== unit) continue;
        money.free = Math.max(0, money.free + grant);
        // What the controller gives it has noted; what it takes back it hears.
        money.isChanged ||= grant < 0;
        money.isDry = grant <= 0;
        money.rate = rate;
      }
      for (const { campaignId, price, state } of holds.takeBilled(countedTo - settleMs)) {
        const money = campaigns.get(campaignId);
        if (money) sumHold(money, { price, state }, -1);
      }
    },
    giveBack() {
      for (const money of campaigns.values()) {
        setFree(money, 0);
        money.toldAt = 0;
      }
    },
    kept: () => [...holds.all()],
  };
}

function setFree(money: CampaignMoney, free: number): void {
  const next = Math.max(0, free);
  if (next === money.free) return;
  money.free = next;
  money.isChanged = true;
}

/** Gives back what nobody asks for. */
function retire(money: CampaignMoney): void {
  setFree(money, 0);
  money.isChanged ||= money.chance !== 0;
  money.chance = 0;
}

function heldOf({ held }: CampaignMoney): number {
  return held.bid + held.won + held.billed;
}

function toldOf(campaignId: number, money: CampaignMoney): ToldBook {
  const { unit, free, held, winRate, chance, latencyMs, least } = money;
  return {
    campaignId,
    unit,
    free,
    held: heldOf(money),
    billed: held.billed,
    expected: Math.round(held.bid * winRate + held.won),
    chance,
    winRate,
    latencyMs: Math.round(latencyMs),
    least,
  };
}
