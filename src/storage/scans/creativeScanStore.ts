import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type CreativeRow, entities } from '#model/index.ts';
import { findingKey, type ScanAcceptance, type ScanFinding, scanStateOf } from '#model/scan/scanFinding.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { rowOf, visibleColumns } from '../entities/selection.ts';
import { sameValue } from '../entities/sameValue.ts';
import { tableOf } from '../tableOf.ts';
import { acceptedFindings, creativeScans } from '../tables.ts';

/** A finding as it identifies itself. */
export type FindingId = Pick<ScanFinding, 'code' | 'subject'>;

/** The scans of creatives. Changes of their findings are published to serving, and conflict with no open edits. */
export interface CreativeScanStore {
  /**
   * Claims creatives that are due at `now` until `until`, of all accounts in turn, those that are due longest first; one
   * caller gets each.
   */
  claim(times: { now: string; until: string }, limit: number): Promise<CreativeRow[]>;
  /**
   * Stores the findings of a scanned row with what is accepted of them. A creative that is blocked is published even if
   * that is no change: an API of 0.2.0 publishes creatives without their scan. Null if the creative has changed since, or
   * was deleted.
   */
  record(
    row: CreativeRow,
    findings: readonly ScanFinding[],
    times: { now: string; dueAt: string },
  ): Promise<CreativeRow | null>;
  /** When a creative was last scanned, ISO 8601; null if it was not. */
  scannedAt(id: number): Promise<string | null>;
  /** Makes creatives due at `now`: some, or all. */
  makeDue(now: string, ids?: readonly number[]): Promise<void>;
  /** Accepts a finding of a creative, or withdraws that (null). Null if it has no such finding. */
  accept(id: number, finding: FindingId, acceptance: ScanAcceptance | null): Promise<CreativeRow | null>;
  /** Accepts a finding in all creatives, or withdraws that (null). */
  acceptEverywhere(finding: FindingId, acceptance: ScanAcceptance | null): Promise<void>;
}

/** A creative whose findings were written; the same row twice = they were as before. */
interface WrittenRow {
  before: CreativeRow;
  row: CreativeRow;
}

/** Opens the scans. */
export function openCreativeScans(db: Database): CreativeScanStore {
  const creatives = tableOf('creative');
  const id = columnNamed(creatives, 'id');
  const findings = columnNamed(creatives, 'findings');

  /** Locks creatives, in the order in which all do it. */
  async function lock(transaction: Transaction, which: SQL): Promise<CreativeRow[]> {
    const selected = await transaction
      .select(visibleColumns(creatives))
      .from(creatives.table)
      .where(which)
      .orderBy(id)
      .for('no key update');
    return selected.map((each) => rowOf('creative', each));
  }
  async function lockOne(transaction: Transaction, creativeId: number): Promise<CreativeRow | undefined> {
    return (await lock(transaction, eq(id, creativeId)))[0];
  }
  /** Writes findings and the state that follows from them, if they differ. Nothing is published. */
  async function write(transaction: Transaction, before: CreativeRow, found: ScanFinding[]): Promise<CreativeRow> {
    const values = { findings: found, scan: scanStateOf(found) };
    if (before.scan === values.scan && sameValue(before.findings, found)) return before;
    const [selected] = await transaction
      .update(creatives.table)
      .set(values)
      .where(eq(id, before.id))
      .returning(visibleColumns(creatives));
    if (!selected) throw new Error('the findings were not stored');
    return rowOf('creative', selected);
  }
  /**
   * Publishes creatives that were written, but those that did not change, unless they are blocked. Comes last in a
   * transaction.
   */
  async function publish(transaction: Transaction, written: readonly WrittenRow[]): Promise<void> {
    const changes = written
      .filter(({ row, before }) => row !== before || row.scan === 'blocked')
      .map(({ row, before }) => (row === before ? { id: row.id, row } : { id: row.id, row, before }));
    await publishChanges(transaction, entities.creative, changes);
  }

  return {
    async claim({ now, until }, limit) {
      const { rows } = await db.execute<{ id: number }>(sql`
        insert into ${creativeScans} (creative_id, due_at)
        select creative.id, ${until}::timestamptz from ${creatives.table} creative
        left join ${creativeScans} scanned on scanned.creative_id = creative.id
        where creative.status <> 2 and coalesce(scanned.due_at, '-infinity') <= ${now}::timestamptz
        order by row_number() over (
          partition by creative.demand_id order by coalesce(scanned.due_at, '-infinity'), creative.id
        ), coalesce(scanned.due_at, '-infinity'), creative.id limit ${limit}
        on conflict (creative_id) do update set due_at = excluded.due_at
        where creative_scans.due_at <= ${now}::timestamptz
        returning creative_id as id`);
      if (rows.length === 0) return [];
      const claimed = await db
        .select(visibleColumns(creatives))
        .from(creatives.table)
        .where(
          inArray(
            id,
            rows.map((row) => row.id),
          ),
        );
      return claimed.map((selected) => rowOf('creative', selected));
    },
    record(row, found, { now, dueAt }) {
      return db.transaction(async (transaction) => {
        const before = await lockOne(transaction, row.id);
        if (!before || before.version !== row.version) return null;
        const everywhere = await readAccepted(transaction, found);
        const own = new Map(before.findings.map((finding) => [findingKey(finding), finding.accepted]));
        const accepted = found.map((finding): ScanFinding => {
          const key = findingKey(finding);
          const before = own.get(key) ?? null;
          return { ...finding, accepted: everywhere.get(key) ?? (before?.isEverywhere ? null : before) };
        });
        await transaction
          .insert(creativeScans)
          .values({ creativeId: row.id, scannedAt: now, dueAt })
          .onConflictDoUpdate({ target: creativeScans.creativeId, set: { scannedAt: now, dueAt } });
        const written = await write(transaction, before, accepted);
        await publish(transaction, [{ before, row: written }]);
        return written;
      });
    },
    async scannedAt(creativeId) {
      const [scan] = await db.select().from(creativeScans).where(eq(creativeScans.creativeId, creativeId));
      return scan?.scannedAt ?? null;
    },
    async makeDue(now, ids) {
      if (ids?.length === 0) return;
      await db
        .update(creativeScans)
        .set({ dueAt: now })
        .where(ids ? inArray(creativeScans.creativeId, [...ids]) : undefined);
    },
    accept(creativeId, finding, acceptance) {
      return db.transaction(async (transaction) => {
        const before = await lockOne(transaction, creativeId);
        const isIt = (each: ScanFinding) => findingKey(each) === findingKey(finding);
        if (!before?.findings.some(isIt)) return null;
        const changed = before.findings.map((each) => (isIt(each) ? { ...each, accepted: acceptance } : each));
        const row = await write(transaction, before, changed);
        await publish(transaction, [{ before, row }]);
        return row;
      });
    },
    async acceptEverywhere({ code, subject }, acceptance) {
      await db.transaction(async (transaction) => {
        const isIt = and(eq(acceptedFindings.code, code), eq(acceptedFindings.subject, subject));
        await transaction.delete(acceptedFindings).where(isIt);
        if (acceptance) {
          const { reason, byId: acceptedById, at: acceptedAt } = acceptance;
          await transaction.insert(acceptedFindings).values({ code, subject, reason, acceptedById, acceptedAt });
        }
        const having = sql`${findings} @> ${JSON.stringify([{ code, subject }])}::jsonb`;
        const written: WrittenRow[] = [];
        for (const before of await lock(transaction, having)) {
          const changed = before.findings.map((each) =>
            findingKey(each) === findingKey({ code, subject }) && (acceptance !== null || each.accepted?.isEverywhere)
              ? { ...each, accepted: acceptance }
              : each,
          );
          written.push({ before, row: await write(transaction, before, changed) });
        }
        await publish(transaction, written);
      });
    },
  };
}

/** How those of some findings that are accepted everywhere were, by their key. */
async function readAccepted(
  transaction: Transaction,
  found: readonly ScanFinding[],
): Promise<ReadonlyMap<string, ScanAcceptance>> {
  if (found.length === 0) return new Map();
  const rows = await transaction
    .select()
    .from(acceptedFindings)
    .where(
      inArray(
        acceptedFindings.subject,
        found.map(({ subject }) => subject),
      ),
    );
  return new Map(
    rows.map(({ code, subject, reason, acceptedById: byId, acceptedAt: at }) => [
      `${code} ${subject}`,
      { byId, at, reason, isEverywhere: true },
    ]),
  );
}
