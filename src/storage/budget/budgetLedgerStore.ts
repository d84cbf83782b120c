import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../entities/database.ts';

/** One node's share of a campaign's budgets. Amounts are integers in the unit. */
export interface LedgerEntry {
  campaignId: number;
  unit: string;
  free: number;
  reserved: number;
  billed: number;
  expected: number;
  /** Potential spend per second of its bid opportunities. */
  opportunityRate: number;
}

/** Sums of all other nodes' shares of a campaign. */
export interface OtherNodesEntry {
  campaignId: number;
  /** Free or reserved, including lost nodes. */
  outstanding: number;
  billed: number;
  expected: number;
  /** Of the nodes seen recently, and their number. */
  free: number;
  opportunityRate: number;
  count: number;
  /** Whether any of them counts in a different unit than this node. */
  hasUnitMismatch: boolean;
}

/** A node's report, with the times before which other nodes count as lost, or are pruned. */
export interface LedgerExchange {
  node: string;
  seq: number;
  /** A node that has handed over to this one. */
  previousNode: string | null;
  countedTo: Date;
  entries: readonly LedgerEntry[];
  now: Date;
  lostBefore: Date;
  pruneBefore: Date;
}

/** The shares of the other nodes at the time of a node's report. */
export interface LedgerState {
  /** By campaign; campaigns without other nodes are left out. */
  others: ReadonlyMap<number, OtherNodesEntry>;
  /** The latest time up to which any node considers impressions counted, in milliseconds since the epoch. */
  countedTo: number;
}

/** The serving nodes' shares of campaign budgets, in one place for all API processes. */
export interface BudgetLedgerStore {
  /**
   * Stores a node's report as changed by `decide`, which replaces its previous entries; other exchanges wait. False,
   * and nothing is stored, when a later report of the node was stored already.
   */
  exchange(call: LedgerExchange, decide: (state: LedgerState) => readonly LedgerEntry[]): Promise<boolean>;
}

/** Key of the lock under which leases are granted; earlier releases use it too. */
const lockKey = 7_202_611;

export function openBudgetLedgerStore(db: Database): BudgetLedgerStore {
  return {
    exchange: (call, decide) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
        if (!(await recordNode(transaction, call))) return false;
        const state = await readState(transaction, call);
        await storeEntries(transaction, call.node, decide(state));
        return true;
      }),
  };
}

async function recordNode(
  transaction: Transaction,
  { node, seq, previousNode, countedTo, now, pruneBefore }: LedgerExchange,
): Promise<boolean> {
  const { rows } = await transaction.execute(sql`
    insert into budget_nodes (node, seq, last_seen_at, counted_to)
    values (${node}, ${seq}, ${now.toISOString()}::timestamptz, ${countedTo.toISOString()}::timestamptz)
    on conflict (node) do update
      set seq = excluded.seq, last_seen_at = excluded.last_seen_at, counted_to = excluded.counted_to
      where budget_nodes.seq < excluded.seq
    returning node`);
  if (rows.length === 0) return false;
  await transaction.execute(sql`
    delete from budget_nodes
    where node <> ${node} and (node = ${previousNode} or last_seen_at < ${pruneBefore.toISOString()}::timestamptz)`);
  return true;
}

async function readState(
  transaction: Transaction,
  { node, entries, lostBefore }: LedgerExchange,
): Promise<LedgerState> {
  const { rows } = await transaction.execute<{ counted_to: number; others: OtherNodesEntry[] }>(sql`
    select
      (select extract(epoch from max(counted_to)) * 1000 from budget_nodes)::double precision as counted_to,
      (select coalesce(json_agg(each), '[]'::json) from (
        select l.campaign_id as "campaignId", sum(l.free + l.reserved)::bigint as outstanding, sum(l.billed)::bigint as billed,
          sum(l.expected)::bigint as expected, bool_or(l.unit <> asked.unit) as "hasUnitMismatch",
          coalesce(sum(l.free) filter (where n.is_near), 0)::bigint as free,
          coalesce(sum(l.opportunity_rate) filter (where n.is_near), 0) as "opportunityRate", count(*) filter (where n.is_near) as count
        from unnest(${sql.param(entries.map(({ campaignId }) => campaignId))}::integer[],
          ${sql.param(entries.map(({ unit }) => unit))}::text[]) as asked (campaign_id, unit)
        join budget_leases l on l.campaign_id = asked.campaign_id and l.node <> ${node}
        join (select node, last_seen_at >= ${lostBefore.toISOString()}::timestamptz as is_near from budget_nodes) n
          on n.node = l.node
        group by l.campaign_id
      ) each) as others`);
  const [row] = rows;
  return {
    others: new Map(row?.others.map((each) => [each.campaignId, each])),
    countedTo: row?.counted_to ?? 0,
  };
}

/** Stores the entries of a node; empty ones are removed. */
async function storeEntries(transaction: Transaction, node: string, entries: readonly LedgerEntry[]): Promise<void> {
  const isEmpty = ({ free, reserved, opportunityRate }: LedgerEntry) =>
    free === 0 && reserved === 0 && opportunityRate === 0;
  const stored = entries.filter((each) => !isEmpty(each));
  const column = (name: keyof LedgerEntry) => sql.param(stored.map((each) => each[name]));
  if (stored.length > 0) {
    await transaction.execute(sql`
      insert into budget_leases (node, campaign_id, unit, free, reserved, billed, expected, opportunity_rate)
      select ${node}, each.* from unnest(${column('campaignId')}::integer[], ${column('unit')}::text[],
        ${column('free')}::bigint[], ${column('reserved')}::bigint[], ${column('billed')}::bigint[],
        ${column('expected')}::bigint[], ${column('opportunityRate')}::double precision[]) as each
      on conflict (campaign_id, node) do update set unit = excluded.unit, free = excluded.free, reserved = excluded.reserved,
        billed = excluded.billed, expected = excluded.expected, opportunity_rate = excluded.opportunity_rate`);
  }
  if (stored.length === entries.length) return;
  const removedIds = entries.filter(isEmpty).map(({ campaignId }) => campaignId);
  await transaction.execute(
    sql`delete from budget_leases where node = ${node} and campaign_id = any(${sql.param(removedIds)}::integer[])`,
  );
}
