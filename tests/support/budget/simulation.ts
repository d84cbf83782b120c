import { randomTraffic } from '#tests/support/engine/randomTraffic.ts';
import { amountOfImpression, type CampaignBudgets } from '#engine/budget/budgetsOf.ts';
import { createBudgetLedger, type BudgetLedger, type BoughtAd } from '#engine/budget/createBudgetLedger.ts';
import { leaseMs, winWaitMs } from '#engine/budget/leaseTerms.ts';
import { createNoticeTimes, type NoticeTimes } from '#engine/budget/noticeTimes.ts';
import { simulateController, type Billed, type SimulatedResponse } from './simulatedController.ts';

/** An interval of a simulation, in seconds since its start. */
type TimeRange = readonly [from: number, to: number];

/** Parameters of a simulation: a campaign on several nodes, second by second. */
export interface Simulation {
  seed: number;
  /** Start, in milliseconds since the epoch. */
  start: number;
  seconds: number;
  nodes: number;
  budgets: CampaignBudgets;
  /** Budgets by the second from which they apply. */
  changes?: readonly { at: number; budgets: CampaignBudgets }[];
  /** Bid opportunities per second of all nodes together, by hour of the day in UTC. */
  opportunitiesAt: (hour: number) => number;
  /** Mean price of an impression; prices range from half to one and a half of it. */
  price: number;
  winRate: number;
  sendsWinNotices?: boolean;
  /**
   * Shares of wins whose notice is lost, or arrives after the bid has expired, and of bills that arrive after the bid's
   * end.
   */
  lostNotices?: number;
  lateNotices?: number;
  lateBills?: number;
  /** Mean seconds from win to bill. */
  billS?: number;
  /** Crashes of nodes: they lose their ledgers and restart at once with empty ones. */
  crashes?: readonly { at: number; node: number }[];
  /** When a node cannot reach the API. */
  partitions?: readonly { node: number; during: TimeRange }[];
  /** When no node can reach the API. */
  apiOutages?: readonly TimeRange[];
  /** When nothing is loaded into the store; everything is loaded afterwards at once. */
  loadDelays?: readonly TimeRange[];
  /** Share of API responses that never arrive at nodes. */
  lostResponses?: number;
}

/** Result of an hour, in the campaign's unit. */
export interface SimulatedHour {
  /** Billed spend. */
  spent: number;
  /** Part of it from bids whose reservation had been released. */
  late: number;
  /** Maximum that was leased or reserved at once. */
  leases: number;
}

/** An event on its way to a node. */
interface PendingEvent {
  kind: 'won' | 'billed';
  ad: BoughtAd;
  isLate: boolean;
}

interface Node {
  name: string;
  ledger: BudgetLedger;
  times: NoticeTimes;
  cursor: number;
  /** Events to report to the other nodes. */
  pendingNotices: { kind: 'won' | 'billed'; ad: BoughtAd }[];
}

/** Maximum seconds from a bid to its impression. */
const bidLifetimeS = 300;

/** Runs a simulation; returns one entry per hour. */
export function simulate(simulation: Simulation): SimulatedHour[] {
  const { start, seconds, winRate, price, sendsWinNotices = true, billS = 8 } = simulation;
  const random = randomTraffic(simulation.seed);
  const billed: Billed[] = [];
  let { budgets } = simulation;
  let loadedTo = start;
  const controller = simulateController(budgets, { billed, loadedTo: () => loadedTo });
  let names = 0;
  const openNode = (): Node => {
    names += 1;
    const ledger = createBudgetLedger(() => budgets.unit, { stored: [], now: start });
    return { name: `node-${names}`, ledger, times: createNoticeTimes(), cursor: 0, pendingNotices: [] };
  };
  const nodes = Array.from({ length: simulation.nodes }, openNode);
  const coming = new Map<number, PendingEvent[]>();
  const send = (second: number, each: PendingEvent) => coming.set(second, [...(coming.get(second) ?? []), each]);
  const hours: SimulatedHour[] = [];
  let hour: SimulatedHour = { spent: 0, late: 0, leases: 0 };
  let ads = 0;

  const bid = (node: Node, second: number, now: number) => {
    const each = Math.round(price * (0.5 + random.next()));
    if (node.ledger.mayBid(1, each, now) !== 'ok') return;
    ads += 1;
    const ad = { adId: `ad-${ads}`, campaignId: 1, price: each, bidAt: now };
    const waitMs = sendsWinNotices ? node.times.waitFor(1, 'won', winWaitMs, now) : null;
    const lifeMs = bidLifetimeS * 1000;
    const until = now + (sendsWinNotices ? lifeMs : node.times.waitFor(1, 'billed', lifeMs, now));
    if (!node.ledger.reserve({ ...ad, until, winWaitMs: waitMs }, now)) return;
    if (random.next() >= winRate) {
      if (random.next() < 0.3) node.ledger.release(ad.adId);
      return;
    }
    const isLost = random.next() < (simulation.lostNotices ?? 0);
    const isLate = !isLost && random.next() < (simulation.lateNotices ?? 0);
    const isBilledLate = random.next() < (simulation.lateBills ?? 0);
    const wonAt = second + 1 + (isLate ? winWaitMs / 1000 + random.below(60) : random.below(5));
    const billedAt = isBilledLate
      ? second + bidLifetimeS + random.below(1200)
      : Math.min(second + bidLifetimeS - 1, wonAt + 1 + Math.round(-Math.log(1 - random.next()) * billS));
    if (sendsWinNotices && !isLost) send(wonAt, { kind: 'won', ad, isLate: false });
    // Without a notice in time, the reservation is released before the bill.
    const isWonInTime = waitMs === null || (!isLost && wonAt * 1000 <= second * 1000 + waitMs);
    const isGivenUp = !isWonInTime || start + billedAt * 1000 > until;
    send(billedAt, { kind: 'billed', ad, isLate: isGivenUp });
  };
  const arrive = ({ kind, ad, isLate }: PendingEvent, now: number) => {
    const node = nodes[random.below(nodes.length)];
    if (kind === 'billed') {
      const amount = amountOfImpression(budgets.unit, ad.price);
      billed.push({ at: now, amount });
      hour.spent += amount;
      if (isLate) hour.late += amount;
    }
    node?.times.record(1, kind, ad.bidAt, now);
    if (node && !node.ledger[kind](ad, now)) node.pendingNotices.push({ kind, ad });
  };
  /** Events between request and response happen on the node while it waits. */
  const exchange = (node: Node, now: number): { answer: SimulatedResponse | null; settle: () => void } => {
    const reports = node.ledger.report(now);
    const { pendingNotices } = node;
    node.pendingNotices = [];
    const answer = controller.exchange(
      { node: node.name, ledgers: reports, notices: pendingNotices, cursor: node.cursor },
      now,
    );
    const isLost = random.next() < (simulation.lostResponses ?? 0);
    return {
      answer: isLost ? null : answer,
      settle() {
        if (isLost) {
          node.ledger.markUnreported(reports);
          node.pendingNotices = [...pendingNotices, ...node.pendingNotices];
          return;
        }
        node.cursor = answer.cursor;
        node.ledger.applyLeases(answer.leases, { until: now + leaseMs, countedTo: answer.countedTo });
        for (const { kind, ad } of answer.notices) node.ledger.recordRemoteNotice(kind, ad, now + 1000);
      },
    };
  };

  for (let second = 0; second < seconds; second += 1) {
    const now = start + second * 1000;
    for (const change of simulation.changes ?? []) {
      if (change.at !== second) continue;
      budgets = change.budgets;
      controller.setBudgets(budgets);
    }
    for (const crash of simulation.crashes ?? []) if (crash.at === second) nodes[crash.node] = openNode();
    if (!isIn(simulation.loadDelays, second)) loadedTo = now - 4000;
    const isAway = isIn(simulation.apiOutages, second);
    const exchanges = nodes.flatMap((node, index) => {
      const isCut = simulation.partitions?.some((each) => each.node === index && isIn([each.during], second));
      return isAway || isCut ? [] : [exchange(node, now)];
    });
    const expected = simulation.opportunitiesAt(Math.floor(now / 3_600_000) % 24);
    for (let left = random.arrivals(expected); left > 0; left -= 1) {
      // Nodes have unequal shares of the traffic: the first has the largest.
      const node = nodes[Math.min(random.below(nodes.length), random.below(nodes.length))];
      if (node) bid(node, second, now);
    }
    for (const each of coming.get(second) ?? []) arrive(each, now);
    coming.delete(second);
    for (const { settle } of exchanges) settle();
    if (second % 60 === 0) hour.leases = Math.max(hour.leases, controller.outstanding());
    if ((now + 1000) % 3_600_000 === 0 || second === seconds - 1) {
      hours.push(hour);
      hour = { spent: 0, late: 0, leases: 0 };
    }
  }
  return hours;
}

function isIn(stretches: readonly TimeRange[] | undefined, second: number): boolean {
  return stretches?.some(([from, to]) => from <= second && second < to) ?? false;
}
