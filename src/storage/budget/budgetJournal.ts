import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../entities/database.ts';

/** What a run has of a campaign's budgets. Amounts are integers in the unit. */
export interface JournalEntry {
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
export interface OthersEntry {
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
export interface JournalCall {
  node: string;
  seq: number;
  /** A run that has handed over to this one. */
  before: string | null;
  countedTo: Date;
  entries: readonly JournalEntry[];
  now: Date;
  lostBefore: Date;
  goneBefore: Date;
}

/** What others have, when a run tells what it has. */
export interface JournalState {
  /** By campaign; those that nobody else has are left out. */
  others: ReadonlyMap<number, OthersEntry>;
  /** The latest time up to which any run takes impressions as counted, in milliseconds since the epoch. */
  countedTo: number;
}

/** What serving processes have of the budgets of campaigns, in one place for all processes of the api. */
export interface BudgetJournal {
  /**
   * Notes what a run has, with what `decide` gives it: its entries take the place of those that it told. Nobody else notes
   * anything in between. False, and nothing is noted, when a later call of the run has come already.
   */
  exchange(call: JournalCall, decide: (state: JournalState) => readonly JournalEntry[]): Promise<boolean>;
}

/** Names the lock under which leases are given. */
const lockKey = 7_202_611;

/** Opens the journal of a database. */
export function openBudgetJournal(db: Database): BudgetJournal {
  return {
    exchange: (call, decide) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
        if (!(await noteNode(transaction, call))) return false;
        const state = await readState(transaction, call);
        await noteEntries(transaction, call.node, decide(state));
        return true;
      }),
  };
}

async function noteNode(
  transaction: Transaction,
  { node, seq, before, countedTo, now, goneBefore }: JournalCall,
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
    where node <> ${node} and (node = ${before} or heard_at < ${goneBefore.toISOString()}::timestamptz)`);
  return true;
}

async function readState(transaction: Transaction, { node, entries, lostBefore }: JournalCall): Promise<JournalState> {
  const { rows } = await transaction.execute<{ counted_to: number; others: OthersEntry[] }>(sql`
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
async function noteEntries(transaction: Transaction, node: string, entries: readonly JournalEntry[]): Promise<void> {
  const isNothing = ({ free, held, chance }: JournalEntry) => free === 0 && held === 0 && chance === 0;
  const kept = entries.filter((each) => !isNothing(each));
  const column = (name: keyof JournalEntry) => sql.param(kept.map((each) => each[name]));
  if (kept.length > 0) {
    await transaction.execute(sql`
      insert into budget_leases (node, campaign_id, unit, free, held, billed, expected, chance)
      select ${node}, each.* from unnest(${column('campaignId')}::integer[], ${column('unit')}::text[],
        ${column('free')}::bigint[], ${column('held')}::bigint[], ${column('billed')}::bigint[],
        ${column('expected')}::bigint[], ${column('chance')}::double precision[]) as each
      on conflict (campaign_id, node) do update set unit = excluded.unit, free = excluded.free, held = excluded.held,
        billed = excluded.billed, expected = excluded.expected, chance = excluded.chance`);
  }
  if (kept.length === entries.length) return;
  const gone = entries.filter(isNothing).map(({ campaignId }) => campaignId);
  await transaction.execute(
    sql`delete from budget_leases where node = ${node} and campaign_id = any(${sql.param(gone)}::integer[])`,
  );
}
