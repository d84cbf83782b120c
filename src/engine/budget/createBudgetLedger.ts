import type { Nanos } from '#model/index.ts';
import { amountOfImpression, type BudgetUnit } from './budgetsOf.ts';
import {
  countOpportunity,
  isInPace,
  recordBidEnd,
  measureOpportunityRate,
  openMoney,
  sumReservation,
  type CampaignMoney,
} from './campaignMoney.ts';
import { createReservationTable, type Reservation } from './reservationTable.ts';
import { leaseMs, minWinWaitMs, maxReservationMs, settleMs } from './leaseTerms.ts';
import type { Lease, LedgerReport } from './ledgerReport.ts';

/** An ad that a campaign bid for, as its notices and events describe it. */
export interface BoughtAd {
  /** Unique within the installation. */
  adId: string;
  campaignId: number;
  /** The charge to the advertiser for the impression. */
  price: Nanos;
  /** In milliseconds since the epoch. */
  bidAt: number;
}

/** A bid for which money is reserved. */
export interface ReservedBid extends Omit<BoughtAd, 'bidAt'> {
  /**
   * The latest time at which its impression may be billed, in milliseconds since the epoch; at most half an hour ahead.
   */
  until: number;
  /**
   * The time to wait for its win notice, in milliseconds; null where the supplier sends none: the money is then
   * reserved until `until`.
   */
  winWaitMs: number | null;
}

/** Whether a campaign may bid, or why not: no money on this node, or pacing. */
export type BidPermit = 'ok' | 'budget' | 'pacing';

/** The reservations of a ledger, stored for the next run of its process. */
export type StoredLedger = readonly Reservation[];

/**
 * One node's budget for campaigns: its leases, and the reservations of its bids. Money of a bid that loses our own
 * auction is free at once. A bid without a notice loses its reservation, but its money does not become free: the
 * controller leases it again once that is reported. Times are milliseconds since the epoch.
 */
export interface BudgetLedger {
  /** Whether a campaign may bid a price for an impression. */
  mayBid(campaignId: number, price: Nanos, now: number): BidPermit;
  /**
   * The same for a test request: it counts nothing and requests no lease. A campaign without money data here, because
   * no live request has needed any lately, may bid.
   */
  mayBidInTest(campaignId: number, price: Nanos, now: number): BidPermit;
  /** Reserves the money of a bid. Returns false when there is not enough. */
  reserve(bid: ReservedBid, now: number): boolean;
  /**
   * Records a win: its money is reserved until its impression. Returns false when the notice must be forwarded to other
   * nodes.
   */
  won(ad: BoughtAd, now: number): boolean;
  /**
   * Records a billed impression: its money is reserved until it is counted. Returns false when the notice must be
   * forwarded to other nodes.
   */
  billed(ad: BoughtAd, now: number): boolean;
  /** Releases the money of a bid that is certain to be lost. */
  release(adId: string): void;
  /** Applies a notice that reached another node, for an ad that may be ours. */
  recordRemoteNotice(kind: 'won' | 'billed', ad: BoughtAd, now: number): void;
  /** The reports that are due: campaigns that have changed, earlier where money runs short. */
  report(now: number): LedgerReport[];
  /** Marks reports that did not reach the controller, so that they are sent again. */
  markUnreported(reports: readonly LedgerReport[]): void;
  /**
   * Applies the controller's response: all leases are valid until `until`, and impressions up to `countedTo` are counted.
   */
  applyLeases(leases: readonly Lease[], terms: { until: number; countedTo: number }): void;
  /** Whether it has no campaigns: then there is nothing to report, and no notice of another node concerns it. */
  isEmpty(): boolean;
  /** Campaigns that it has data of. */
  campaignCount(): number;
  /** Adds the reservations of a ledger that has ended. */
  resume(stored: StoredLedger, now: number): void;
  /** Returns all free money. */
  releaseFree(): void;
  stored(): StoredLedger;
}

/** Minimum time between reports of a campaign that has enough money, and of one in use without changes. */
const reportIntervalMs = 3000;
const unchangedReportIntervalMs = 10_000;
/** A campaign without opportunities for this long is pruned. */
const pruneAfterMs = 2 * leaseMs;

/** Creates a ledger without leases. `unitOf` returns the unit of a campaign's budgets; null when it has none. */
export function createBudgetLedger(
  unitOf: (campaignId: number) => BudgetUnit | null,
  { stored, now: openedAt }: { stored: StoredLedger; now: number },
): BudgetLedger {
  const campaigns = new Map<number, CampaignMoney>();
  const reservations = createReservationTable();
  let leasedUntil = 0;

  const moneyOf = (campaignId: number, now: number): CampaignMoney | null => {
    const unit = unitOf(campaignId);
    if (unit === null) return null;
    const money = campaigns.get(campaignId);
    if (money?.unit === unit) return money;
    const opened = openMoney(unit, now);
    opened.isChanged = true;
    campaigns.set(campaignId, opened);
    if (money)
      for (const reservation of reservations.all())
        if (reservation.campaignId === campaignId) sumReservation(opened, reservation, 1);
    return opened;
  };
  const permitFor = (money: CampaignMoney, amount: number, now: number): BidPermit => {
    if (money.free < amount || now >= leasedUntil) return 'budget';
    return isInPace(money, now) ? 'ok' : 'pacing';
  };
  const put = (reservation: Reservation, money: CampaignMoney) => {
    reservations.put(reservation);
    sumReservation(money, reservation, 1);
  };
  const drop = (reservation: Reservation): CampaignMoney | undefined => {
    reservations.remove(reservation.adId);
    const money = campaigns.get(reservation.campaignId);
    if (money) sumReservation(money, reservation, -1);
    return money;
  };
  /** Reserves the money of an ad that this node did not know, from free money as far as that goes. */
  const putForeign = (reservation: Reservation, now: number) => {
    const money = moneyOf(reservation.campaignId, now);
    if (!money) return;
    money.free = Math.max(0, money.free - amountOfImpression(money.unit, reservation.price));
    put(reservation, money);
  };
  const change = (reservation: Reservation, state: 'won' | 'billed', now: number) => {
    const money = drop(reservation);
    reservation.state = state;
    reservation.endsAt = reservation.until;
    reservation.billedAt = state === 'billed' ? now : 0;
    if (money) put(reservation, money);
  };
  const sweep = (now: number) => {
    for (const reservation of reservations.takeEnded(now)) {
      const money = drop(reservation);
      if (money) recordBidEnd(money, reservation.price, null);
    }
    if (now < leasedUntil) return;
    for (const money of campaigns.values()) setFree(money, 0);
  };
  const isShort = ({ free, peakPrice, rate, opportunityRate, isStarved }: CampaignMoney) =>
    !isStarved && (free < 2 * peakPrice || free < (rate ?? opportunityRate) * (leaseMs / 2000));

  const resume = (ended: StoredLedger, now: number) => {
    for (const reservation of ended) {
      // A notice may have arrived here first.
      if (reservations.get(reservation.adId)) continue;
      const money = moneyOf(reservation.campaignId, now);
      if (!money) continue;
      put({ ...reservation }, money);
      // The next report includes it: the controller drops the ended ledger with that.
      money.isChanged = true;
      money.reportedAt = 0;
    }
  };
  resume(stored, openedAt);
  return {
    mayBid(campaignId, price, now) {
      const money = moneyOf(campaignId, now);
      if (!money) return 'ok';
      const amount = amountOfImpression(money.unit, price);
      countOpportunity(money, amount, now);
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
      if (money.free < amount || now >= leasedUntil || reservations.get(adId)) return false;
      money.free -= amount;
      money.tokens -= amount * money.winRate;
      const last = Math.min(until, now + maxReservationMs);
      const endsAt = waitMs === null ? last : Math.min(last, now + waitMs);
      put({ adId, campaignId, price, state: 'bid', bidAt: now, endsAt, until: last, billedAt: 0 }, money);
      return true;
    },
    won(ad, now) {
      const reservation = reservations.get(ad.adId);
      if (reservation) {
        if (reservation.state === 'bid') change(reservation, 'won', now);
        return true;
      }
      // The node that bid still has the reservation; later it has dropped it, or soon will.
      if (now < ad.bidAt + minWinWaitMs) return false;
      const until = now + leaseMs;
      putForeign({ state: 'won', endsAt: until, until, billedAt: 0, ...ad }, now);
      return true;
    },
    billed(ad, now) {
      const reservation = reservations.get(ad.adId);
      if (reservation?.state === 'billed') return true;
      if (reservation) {
        change(reservation, 'billed', now);
        const money = campaigns.get(reservation.campaignId);
        if (money) recordBidEnd(money, reservation.price, now - reservation.bidAt);
        return true;
      }
      putForeign({ state: 'billed', endsAt: now, until: now, billedAt: now, ...ad }, now);
      // The notice makes the node that bid drop its reservation: by then the controller must know this one.
      const money = campaigns.get(ad.campaignId);
      if (money) money.reportedAt = 0;
      return false;
    },
    release(adId) {
      const reservation = reservations.get(adId);
      if (!reservation || reservation.state === 'billed') return;
      const money = drop(reservation);
      if (!money) return;
      money.free += amountOfImpression(money.unit, reservation.price);
      recordBidEnd(money, reservation.price, null);
    },
    recordRemoteNotice(kind, ad, now) {
      const reservation = reservations.get(ad.adId);
      if (!reservation || reservation.state === 'billed') return;
      if (kind === 'won') {
        if (reservation.state === 'bid') change(reservation, 'won', now);
        return;
      }
      // The node that received the notice has the reservation from now on.
      const money = drop(reservation);
      if (money) recordBidEnd(money, reservation.price, now - reservation.bidAt);
    },
    report(now) {
      sweep(now);
      const reports: LedgerReport[] = [];
      for (const [campaignId, money] of campaigns) {
        measureOpportunityRate(money, now);
        const idleMs = now - money.lastOpportunityAt;
        if (idleMs > leaseMs) retire(money);
        const waitedMs = now - money.reportedAt;
        const isUsed =
          money.isChanged || (money.lastOpportunityAt > money.reportedAt && waitedMs >= unchangedReportIntervalMs);
        if (isUsed && (waitedMs >= reportIntervalMs || isShort(money))) {
          money.isChanged = false;
          money.reportedAt = now;
          reports.push(reportOf(campaignId, money));
        } else if (idleMs > pruneAfterMs && !money.isChanged && reservedOf(money) === 0) campaigns.delete(campaignId);
      }
      return reports;
    },
    markUnreported(reports) {
      for (const { campaignId } of reports) {
        const money = campaigns.get(campaignId);
        if (!money) continue;
        money.isChanged = true;
        money.reportedAt = 0;
      }
    },
    applyLeases(leases, { until, countedTo }) {
      leasedUntil = until;
      for (const { campaignId, unit, grant, rate } of leases) {
        const money = campaigns.get(campaignId);
        if (money?.unit !== unit) continue;
        money.free = Math.max(0, money.free + grant);
        // The controller records its own grants; money returned to it must be reported.
        money.isChanged ||= grant < 0;
        money.isStarved = grant <= 0;
        money.rate = rate;
      }
      for (const { campaignId, price, state } of reservations.takeBilled(countedTo - settleMs)) {
        const money = campaigns.get(campaignId);
        if (money) sumReservation(money, { price, state }, -1);
      }
    },
    isEmpty: () => campaigns.size === 0,
    campaignCount: () => campaigns.size,
    resume,
    releaseFree() {
      for (const money of campaigns.values()) {
        setFree(money, 0);
        money.reportedAt = 0;
      }
    },
    stored: () => [...reservations.all()],
  };
}

function setFree(money: CampaignMoney, free: number): void {
  const next = Math.max(0, free);
  if (next === money.free) return;
  money.free = next;
  money.isChanged = true;
}

/** Returns the free money of a campaign without opportunities. */
function retire(money: CampaignMoney): void {
  setFree(money, 0);
  money.isChanged ||= money.opportunityRate !== 0;
  money.opportunityRate = 0;
}

function reservedOf({ reserved }: CampaignMoney): number {
  return reserved.bid + reserved.won + reserved.billed;
}

function reportOf(campaignId: number, money: CampaignMoney): LedgerReport {
  const { unit, free, reserved, winRate, opportunityRate, latencyMs, peakPrice } = money;
  return {
    campaignId,
    unit,
    free,
    reserved: reservedOf(money),
    billed: reserved.billed,
    expected: Math.round(reserved.bid * winRate + reserved.won),
    opportunityRate,
    winRate,
    latencyMs: Math.round(latencyMs),
    peakPrice,
  };
}
