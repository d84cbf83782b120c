import type { VerificationVendor } from '#model/index.ts';
import { isUnready, type FactReader } from '../reports/runReport.ts';

/** A day for which a vendor's results are active, and their import. */
export interface ResultDay {
  demandId: number;
  vendor: VerificationVendor;
  /** YYYY-MM-DD. */
  day: string;
  importId: number;
}

/** Reads the active days of an account; of all accounts for null. */
export async function daysInForce(facts: FactReader, demandId: number | null): Promise<ResultDay[]> {
  const condition = demandId === null ? '' : 'WHERE demandId = {demandId:UInt32}';
  return facts
    .query<ResultDay>(
      `SELECT demandId, vendor, toString(verification_days.day) AS day, max(verification_days.importId) AS importId FROM verification_days ${condition}
       GROUP BY demandId, vendor, day HAVING argMax(isRemoved, (verification_days.importId, isRemoved)) = 0`,
      demandId === null ? {} : { demandId },
    )
    .catch((error: unknown) => {
      // Before the tables exist, nothing was imported.
      if (isUnready(error)) return [];
      throw error;
    });
}

/** Reads the days of an import, active or not. */
export async function daysOfImport(facts: FactReader, importId: number): Promise<{ day: string }[]> {
  return facts.query<{ day: string }>(
    'SELECT DISTINCT toString(verification_days.day) AS day FROM verification_days WHERE importId = {importId:UInt32}',
    { importId },
  );
}
