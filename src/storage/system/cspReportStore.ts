import { count, desc, lt, sql } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { cspReports } from '../tables.ts';

/** Something that a content security policy blocked. */
export interface CspViolation {
  directive: string;
  /** Origin, scheme or keyword. */
  blocked: string;
}

/** A kind of violations, with their number and times (ISO 8601). */
export interface CspReportRow extends CspViolation {
  reports: number;
  firstAt: string;
  lastAt: string;
}

export interface CspReportStore {
  /** Counts a violation. Beyond `maxKinds`, new kinds are counted together. */
  record(violation: CspViolation, now: string): Promise<void>;
  /** The kinds, those reported last first. */
  list(limit: number): Promise<CspReportRow[]>;
  /** Deletes kinds that were last reported before a time; returns their number. */
  prune(before: string): Promise<number>;
}

/** Maximum kinds that are counted apart. */
export const maxKinds = 200;

/** The kind under which further ones are counted. */
export const otherKinds: CspViolation = { directive: 'other', blocked: '' };

/** Opens the counts of violations. */
export function openCspReports(db: Database): CspReportStore {
  return {
    async record(violation, now) {
      const [stored] = await db.select({ kinds: count() }).from(cspReports);
      const isFull = (stored?.kinds ?? 0) >= maxKinds;
      if (isFull && (await increase(db, violation, now))) return;
      await add(db, isFull ? otherKinds : violation, now);
    },
    list: (limit) => db.select().from(cspReports).orderBy(desc(cspReports.lastAt), cspReports.directive).limit(limit),
    async prune(before) {
      const pruned = await db.delete(cspReports).where(lt(cspReports.lastAt, before));
      return pruned.rowCount ?? 0;
    },
  };
}

/** Counts a violation of a stored kind; false when there is none. */
async function increase(db: Database, { directive, blocked }: CspViolation, now: string): Promise<boolean> {
  const changed = await db
    .update(cspReports)
    .set({ reports: sql`${cspReports.reports} + 1`, lastAt: now })
    .where(sql`${cspReports.directive} = ${directive} and ${cspReports.blocked} = ${blocked}`);
  return changed.rowCount !== 0;
}

async function add(db: Database, violation: CspViolation, now: string): Promise<void> {
  await db
    .insert(cspReports)
    .values({ ...violation, reports: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [cspReports.directive, cspReports.blocked],
      set: { reports: sql`${cspReports.reports} + 1`, lastAt: now },
    });
}
