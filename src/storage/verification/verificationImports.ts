import { and, desc, eq } from 'drizzle-orm';
import type { VerificationVendor } from '#model/index.ts';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Connection, Database } from '../entities/database.ts';
import { verificationImports } from '../tables.ts';

/** A vendor's report to be imported. */
export interface NewVerificationImport {
  demandId: number;
  vendor: VerificationVendor;
  fileName: string;
  /** Lines below its headings. */
  lines: number;
  imps: number;
  /** Days as YYYY-MM-DD, UTC. */
  firstDay: string;
  lastDay: string;
}

/** An imported vendor report. */
export interface VerificationImportRow extends NewVerificationImport {
  id: number;
  userId: number | null;
  /** Whether all of it is known to be in ClickHouse. */
  isFinished: boolean;
  createdAt: string;
}

/** The imports of vendors' reports; their contents are in ClickHouse. */
export interface VerificationImportStore {
  /** Records an import before any of it is written, and assigns its id: later ones have larger ids. */
  begin(author: Author, file: NewVerificationImport): Promise<number>;
  /** Records that an import is complete, in the log too. */
  finish(author: Author, id: number): Promise<void>;
  /** Imports of an account, or of all for null, newest first. */
  list(demandId: number | null, limit: number): Promise<VerificationImportRow[]>;
  /** An import of an account, or of any for null; null where there is none. */
  get(id: number, demandId: number | null): Promise<VerificationImportRow | null>;
  /** Deletes an import and logs that. */
  remove(author: Author, row: VerificationImportRow): Promise<void>;
}

export function openVerificationImports(db: Database): VerificationImportStore {
  return {
    async begin({ userId }, file) {
      const [row] = await db
        .insert(verificationImports)
        .values({ ...file, userId })
        .returning({ id: verificationImports.id });
      if (!row) throw new Error('the import was not noted');
      return row.id;
    },
    finish(author, id) {
      return db.transaction(async (transaction) => {
        const [row] = await transaction
          .update(verificationImports)
          .set({ isFinished: true })
          .where(eq(verificationImports.id, id))
          .returning();
        // It may have been removed meanwhile.
        if (row) await logChange(transaction, author, 'created', row as VerificationImportRow);
      });
    },
    async list(demandId, limit) {
      const rows = await db
        .select()
        .from(verificationImports)
        .where(accountCondition(demandId))
        .orderBy(desc(verificationImports.id))
        .limit(limit);
      return rows as VerificationImportRow[];
    },
    async get(id, demandId) {
      const [row] = await db
        .select()
        .from(verificationImports)
        .where(and(eq(verificationImports.id, id), accountCondition(demandId)));
      return (row as VerificationImportRow | undefined) ?? null;
    },
    remove(author, row) {
      return db.transaction(async (transaction) => {
        const deleted = await transaction
          .delete(verificationImports)
          .where(eq(verificationImports.id, row.id))
          .returning();
        if (deleted.length > 0) await logChange(transaction, author, 'deleted', row);
      });
    },
  };
}

function accountCondition(demandId: number | null) {
  return demandId === null ? undefined : eq(verificationImports.demandId, demandId);
}

function logChange(
  connection: Connection,
  author: Author,
  action: 'created' | 'deleted',
  { id, demandId, vendor, fileName, lines }: VerificationImportRow,
): Promise<void> {
  const change = action === 'created' ? { from: null, to: lines } : { from: lines, to: null };
  return recordChanges(connection, author, [
    {
      action,
      entity: 'verificationImport',
      rowId: id,
      name: `${fileName} (postbid ${vendor})`,
      demandId,
      fields: [{ field: 'lines', ...change }],
    },
  ]);
}
