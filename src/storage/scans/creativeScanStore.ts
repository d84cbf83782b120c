import { and, eq, inArray, sql } from 'drizzle-orm';
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
  /** Claims creatives that are due at `now` until `until`, those that are due longest first; one caller gets each. */
  claim(times: { now: string; until: string }, limit: number): Promise<CreativeRow[]>;
  /**
   * Stores the findings of a scanned row with what is accepted of them. Null if the creative has changed since, or was
   * deleted.
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

/** Opens the scans. */
export function openCreativeScans(db: Database): CreativeScanStore {
  const creatives = tableOf('creative');
  const id = columnNamed(creatives, 'id');
  const findings = columnNamed(creatives, 'findings');

  async function lock(transaction: Transaction, creativeId: number): Promise<CreativeRow | null> {
    const [selected] = await transaction
      .select(visibleColumns(creatives))
      .from(creatives.table)
      .where(eq(id, creativeId))
      .for('no key update');
    return selected ? rowOf('creative', selected) : null;
  }
  /** Writes findings and the state that follows from them, if they differ. */
  async function write(transaction: Transaction, before: CreativeRow, found: ScanFinding[]): Promise<CreativeRow> {
    const values = { findings: found, scan: scanStateOf(found) };
    if (before.scan === values.scan && sameValue(before.findings, found)) return before;
    const [selected] = await transaction
      .update(creatives.table)
      .set(values)
      .where(eq(id, before.id))
      .returning(visibleColumns(creatives));
    if (!selected) throw new Error('the findings were not stored');
    const row = rowOf('creative', selected);
    await publishChanges(transaction, entities.creative, [{ id: row.id, row, before }]);
    return row;
  }

  return {
    async claim({ now, until }, limit) {
      const { rows } = await db.execute<{ id: number }>(sql`
        insert into ${creativeScans} (creative_id, due_at)
        select creative.id, ${until}::timestamptz from ${creatives.table} creative
        left join ${creativeScans} scanned on scanned.creative_id = creative.id
        where creative.status <> 2 and coalesce(scanned.due_at, '-infinity') <= ${now}::timestamptz
        order by coalesce(scanned.due_at, '-infinity'), creative.id limit ${limit}
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
        const before = await lock(transaction, row.id);
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
        return write(transaction, before, accepted);
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
        const before = await lock(transaction, creativeId);
        const isIt = (each: ScanFinding) => findingKey(each) === findingKey(finding);
        if (!before?.findings.some(isIt)) return null;
        const changed = before.findings.map((each) => (isIt(each) ? { ...each, accepted: acceptance } : each));
        return write(transaction, before, changed);
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
        const having = await transaction
          .select({ id })
          .from(creatives.table)
          .where(sql`${findings} @> ${JSON.stringify([{ code, subject }])}::jsonb`)
          .orderBy(id);
        for (const { id: creativeId } of having) {
          const before = await lock(transaction, creativeId as number);
          if (!before) continue;
          const changed = before.findings.map((each) =>
            findingKey(each) === findingKey({ code, subject }) && (acceptance !== null || each.accepted?.isEverywhere)
              ? { ...each, accepted: acceptance }
              : each,
          );
          await write(transaction, before, changed);
        }
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
