import { and, asc, count, desc, eq, gte, lt, notExists, sql } from 'drizzle-orm';
import type { PartnerKind } from '#model/finance/index.ts';
import type { Usd } from '#model/index.ts';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { partnerFiles, partnerNumbers } from '../tables.ts';
import { done, type FinanceOutcome, lockAccounts } from './financeOutcome.ts';

/** A partner's count of an object on a day. */
export interface PartnerNumberRow {
  objectId: number;
  /** YYYY-MM-DD. */
  day: string;
  imps: number;
  revenue: Usd | null;
  clicks: number | null;
  reqs: number | null;
}

/** A file of partner numbers. */
export interface PartnerFileRow {
  id: number;
  fileName: string;
  lines: number;
  userId: number | null;
  createdAt: string;
}

/** A selection of partner numbers. */
export interface PartnerNumberFilter {
  demandId: number;
  kind: PartnerKind;
}

/** Numbers counted by partners. */
export interface PartnerNumberStore {
  /** Numbers of the days from `from` to before `until`. */
  list(of: PartnerNumberFilter, from: string, until: string): Promise<PartnerNumberRow[]>;
  /** Files whose numbers are still in use, newest first. */
  files(of: PartnerNumberFilter): Promise<PartnerFileRow[]>;
  /** The file with the same lines; null when there is none. */
  sameFile(of: PartnerNumberFilter, digest: string): Promise<PartnerFileRow | null>;
  /** Stores a file's numbers: they replace earlier ones for the same objects and days. */
  put(
    author: Author,
    of: PartnerNumberFilter & { accountName: string },
    file: { fileName: string; digest: string; count: number; rows: readonly PartnerNumberRow[] },
  ): Promise<void>;
  /** Deletes a file with the numbers that no later file replaced. */
  remove(author: Author, id: number): Promise<FinanceOutcome<null>>;
}

const rowsPerStatement = 1000;

const fileColumns = {
  id: partnerFiles.id,
  fileName: partnerFiles.fileName,
  lines: partnerFiles.lines,
  userId: partnerFiles.userId,
  createdAt: partnerFiles.createdAt,
};

export function openPartnerNumbers(db: Database): PartnerNumberStore {
  return {
    async list(of, from, until) {
      return db
        .select({
          objectId: partnerNumbers.objectId,
          day: partnerNumbers.day,
          imps: partnerNumbers.imps,
          revenue: partnerNumbers.revenue,
          clicks: partnerNumbers.clicks,
          reqs: partnerNumbers.reqs,
        })
        .from(partnerNumbers)
        .where(and(numbersOf(of), gte(partnerNumbers.day, from), lt(partnerNumbers.day, until)))
        .orderBy(asc(partnerNumbers.objectId), asc(partnerNumbers.day));
    },
    async files(of) {
      return db.select(fileColumns).from(partnerFiles).where(filesOf(of)).orderBy(desc(partnerFiles.id));
    },
    async sameFile(of, digest) {
      const [row] = await db
        .select(fileColumns)
        .from(partnerFiles)
        .where(and(filesOf(of), eq(partnerFiles.digest, digest)))
        .orderBy(desc(partnerFiles.id))
        .limit(1);
      return row ?? null;
    },
    put(author, { demandId, kind, accountName }, { fileName, digest, count: lines, rows }) {
      return db.transaction(async (transaction) => {
        await lockAccounts(transaction, [demandId]);
        const [file] = await transaction
          .insert(partnerFiles)
          .values({ demandId, kind, fileName, digest, lines, userId: author.userId })
          .returning(fileColumns);
        if (!file) throw new Error('the file was not stored');
        for (let start = 0; start < rows.length; start += rowsPerStatement) {
          await transaction
            .insert(partnerNumbers)
            .values(
              rows.slice(start, start + rowsPerStatement).map((row) => ({ ...row, demandId, kind, fileId: file.id })),
            )
            .onConflictDoUpdate({
              target: [partnerNumbers.demandId, partnerNumbers.kind, partnerNumbers.objectId, partnerNumbers.day],
              set: {
                fileId: sql`excluded.file_id`,
                imps: sql`excluded.imps`,
                revenue: sql`excluded.revenue`,
                clicks: sql`excluded.clicks`,
                reqs: sql`excluded.reqs`,
              },
            });
        }
        await dropReplaced(transaction, { demandId, kind });
        await logChange(transaction, author, 'created', { ...file, accountName });
      });
    },
    remove(author, id) {
      return db.transaction(async (transaction) => {
        const [deleted] = await transaction.delete(partnerFiles).where(eq(partnerFiles.id, id)).returning(fileColumns);
        if (!deleted) return { type: 'missing' };
        await logChange(transaction, author, 'deleted', { ...deleted, accountName: '' });
        return done(null);
      });
    },
  };
}

/** Deletes files whose numbers have all been replaced by newer ones. */
async function dropReplaced(transaction: Transaction, of: PartnerNumberFilter): Promise<void> {
  await transaction
    .delete(partnerFiles)
    .where(
      and(
        filesOf(of),
        notExists(
          transaction
            .select({ found: count() })
            .from(partnerNumbers)
            .where(eq(partnerNumbers.fileId, partnerFiles.id))
            .groupBy(partnerNumbers.fileId),
        ),
      ),
    );
}

function filesOf({ demandId, kind }: PartnerNumberFilter) {
  return and(eq(partnerFiles.demandId, demandId), eq(partnerFiles.kind, kind));
}

function numbersOf({ demandId, kind }: PartnerNumberFilter) {
  return and(eq(partnerNumbers.demandId, demandId), eq(partnerNumbers.kind, kind));
}

function logChange(
  transaction: Transaction,
  author: Author,
  action: 'created' | 'deleted',
  { id, fileName, lines, accountName }: PartnerFileRow & { accountName: string },
): Promise<void> {
  const change = action === 'created' ? { from: null, to: lines } : { from: lines, to: null };
  return recordChanges(transaction, author, [
    {
      action,
      entity: 'partnerFile',
      rowId: id,
      name: accountName === '' ? fileName : `${fileName} of ${accountName}`,
      demandId: null,
      fields: [{ field: 'lines', ...change }],
    },
  ]);
}
