import { and, desc, eq } from 'drizzle-orm';
import type { ScanVendor } from '#model/index.ts';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Connection, Database } from '../entities/database.ts';
import { scanImports } from '../tables.ts';

/** A vendor's report as it is imported. */
export interface NewScanImport {
  demandId: number;
  vendor: ScanVendor;
  fileName: string;
  /** Lines below its headings. */
  lines: number;
  imps: number;
  /** Days as YYYY-MM-DD, UTC. */
  firstDay: string;
  lastDay: string;
}

/** A vendor's report that was imported. */
export interface ScanImportRow extends NewScanImport {
  id: number;
  userId: number | null;
  /** Whether all of it is known to be in ClickHouse. */
  isFinished: boolean;
  createdAt: string;
}

/** The imports of vendors' reports; what they tell is in ClickHouse. */
export interface ScanImportStore {
  /** Notes an import before anything of it is written, and gives it its id: later ones have larger ids. */
  begin(author: Author, file: NewScanImport): Promise<number>;
  /** Notes that all of it is there, and tells the log. */
  finish(author: Author, id: number): Promise<void>;
  /** Imports of an account, of all for null, the newest first. */
  list(demandId: number | null, limit: number): Promise<ScanImportRow[]>;
  /** An import of an account, of any for null; null where there is none. */
  get(id: number, demandId: number | null): Promise<ScanImportRow | null>;
  /** Forgets an import and tells the log. */
  remove(author: Author, row: ScanImportRow): Promise<void>;
}

/** Opens the imports of a database. */
export function openScanImports(db: Database): ScanImportStore {
  return {
    async begin({ userId }, file) {
      const [row] = await db
        .insert(scanImports)
        .values({ ...file, userId })
        .returning({ id: scanImports.id });
      if (!row) throw new Error('the import was not noted');
      return row.id;
    },
    finish(author, id) {
      return db.transaction(async (transaction) => {
        const [row] = await transaction
          .update(scanImports)
          .set({ isFinished: true })
          .where(eq(scanImports.id, id))
          .returning();
        // Somebody has removed it meanwhile.
        if (row) await tell(transaction, author, 'created', row as ScanImportRow);
      });
    },
    async list(demandId, limit) {
      const rows = await db
        .select()
        .from(scanImports)
        .where(ofAccount(demandId))
        .orderBy(desc(scanImports.id))
        .limit(limit);
      return rows as ScanImportRow[];
    },
    async get(id, demandId) {
      const [row] = await db
        .select()
        .from(scanImports)
        .where(and(eq(scanImports.id, id), ofAccount(demandId)));
      return (row as ScanImportRow | undefined) ?? null;
    },
    remove(author, row) {
      return db.transaction(async (transaction) => {
        const gone = await transaction.delete(scanImports).where(eq(scanImports.id, row.id)).returning();
        if (gone.length > 0) await tell(transaction, author, 'deleted', row);
      });
    },
  };
}

function ofAccount(demandId: number | null) {
  return demandId === null ? undefined : eq(scanImports.demandId, demandId);
}

function tell(
  connection: Connection,
  author: Author,
  action: 'created' | 'deleted',
  { id, demandId, vendor, fileName, lines }: ScanImportRow,
): Promise<void> {
  const change = action === 'created' ? { from: null, to: lines } : { from: lines, to: null };
  return recordChanges(connection, author, [
    {
      action,
      entity: 'scanImport',
      rowId: id,
      name: `${fileName} (postbid ${vendor})`,
      demandId,
      fields: [{ field: 'lines', ...change }],
    },
  ]);
}
