import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../entities/database.ts';

/** What a run has of a campaign's budgets. Amounts are integers in the unit. */
export interface LedgerEntry {
  campaignId: number;
  unit: string;
  free: number;
  held: number;
  billed: number;
  expected: number;
  /** What its chances to bid would bring a second. */
  chance: number;
}

/** What all other runs have of a campaign: sums. */
export interface OtherNodesEntry {
  campaignId: number;
  /** Free or held, of runs that are lost too. */
  outstanding: number;
  billed: number;
  expected: number;
  /** Of the runs that were heard of lately, and how many they are. */
  free: number;
  chance: number;
  count: number;
  /** Whether any of them counts in another unit than this run. */
  isStrange: boolean;
}

/** What a run tells, and since when others are taken as lost, or as gone for good. */
export interface LedgerExchange {
  node: string;
  seq: number;
  /** A run that has handed over to this one. */
  before: string | null;
  countedTo: Date;
  entries: readonly LedgerEntry[];
  now: Date;
  lostBefore: Date;
  pruneBefore: Date;
}

/** What others have, when a run tells what it has. */
export interface LedgerState {
  /** By campaign; those that nobody else has are left out. */
  others: ReadonlyMap<number, OtherNodesEntry>;
  /** The latest time up to which any run takes impressions as counted, in milliseconds since the epoch. */
  countedTo: number;
}

/** What serving processes have of the budgets of campaigns, in one place for all processes of the api. */
export interface BudgetLedgerStore {
  /**
   * Notes what a run has, with what `decide` gives it: its entries take the place of those that it told. Nobody else notes
   * anything in between. False, and nothing is noted, when a later call of the run has come already.
   */
  exchange(call: LedgerExchange, decide: (state: LedgerState) => readonly LedgerEntry[]): Promise<boolean>;
}

/** Names the lock under which leases are given. */
const lockKey = 7_202_611;

/** Opens the journal of a database. */
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
  { node, seq, before, countedTo, now, pruneBefore }: LedgerExchange,
): Promise<boolean> {
  const { rows } = await transaction.execute(sql`
    insert into budget_nodes (node, seq, heard_at, counted_to)
    values (${node}, ${seq}, ${now.toISOString()}::timestamptz, ${countedTo.toISOString()}::timestamptz)
    on conflict (node) do update
      set seq = excluded.seq, heard_at = excluded.heard_at, counted_to = excluded.counted_to
      where budget_nodes.seq < excluded.seq
    returning node`);
  if (rows.length === 0) return false;
  await transaction.execute(sql`
    delete from budget_nodes
    where node <> ${node} and (node = ${before} or heard_at < ${pruneBefore.toISOString()}::timestamptz)`);
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
        select l.campaign_id as "campaignId", sum(l.free + l.held)::bigint as outstanding, sum(l.billed)::bigint as billed,
          sum(l.expected)::bigint as expected, bool_or(l.unit <> asked.unit) as "isStrange",
          coalesce(sum(l.free) filter (where n.is_near), 0)::bigint as free,
          coalesce(sum(l.chance) filter (where n.is_near), 0) as chance, count(*) filter (where n.is_near) as count
        from unnest(${sql.param(entries.map(({ campaignId }) => campaignId))}::integer[],
          ${sql.param(entries.map(({ unit }) => unit))}::text[]) as asked (campaign_id, unit)
        join budget_leases l on l.campaign_id = asked.campaign_id and l.node <> ${node}
        join (select node, heard_at >= ${lostBefore.toISOString()}::timestamptz as is_near from budget_nodes) n
          on n.node = l.node
        group by l.campaign_id
      ) each) as others`);
  const [row] = rows;
  return {
    others: new Map(row?.others.map((each) => [each.campaignId, each])),
    countedTo: row?.counted_to ?? 0,
  };
}

/** What has come to nothing is forgotten. */
async function storeEntries(transaction: Transaction, node: string, entries: readonly LedgerEntry[]): Promise<void> {
  const isEmpty = ({ free, held, chance }: LedgerEntry) => free === 0 && held === 0 && chance === 0;
  const stored = entries.filter((each) => !isEmpty(each));
  const column = (name: keyof LedgerEntry) => sql.param(stored.map((each) => each[name]));
  if (stored.length > 0) {
    await transaction.execute(sql`
      insert into budget_leases (node, campaign_id, unit, free, held, billed, expected, chance)
      select ${node}, each.* from unnest(${column('campaignId')}::integer[], ${column('unit')}::text[],
        ${column('free')}::bigint[], ${column('held')}::bigint[], ${column('billed')}::bigint[],
        ${column('expected')}::bigint[], ${column('chance')}::double precision[]) as each
      on conflict (campaign_id, node) do update set unit = excluded.unit, free = excluded.free, held = excluded.held,
        billed = excluded.billed, expected = excluded.expected, chance = excluded.chance`);
  }
  if (stored.length === entries.length) return;
  const removedIds = entries.filter(isEmpty).map(({ campaignId }) => campaignId);
  await transaction.execute(
    sql`delete from budget_leases where node = ${node} and campaign_id = any(${sql.param(removedIds)}::integer[])`,
  );
}
