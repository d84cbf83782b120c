import { createHash } from 'node:crypto';
import type { PartnerKind } from '#model/finance/index.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import { idsOfCells } from '../csv/idsOfCells.ts';
import type { ApiDeps } from '../deps.ts';
import { dayAfter } from '#model/finance/index.ts';
import type { PartnerImportResponse } from './partnerContract.ts';
import { type PartnerColumns, readPartnerLines } from './readPartnerLines.ts';

/** A file of a partner's numbers, and the mapping of its columns. */
export interface NumbersFile {
  account: { id: number; name: string };
  kind: PartnerKind;
  fileName: string;
  text: string;
  /** Null = only the headings are read. */
  columns: PartnerColumns | null;
  isDryRun: boolean;
  author: Author;
}

/** Imports a file: all of it, or nothing when a line has faults. Importing the same file again changes nothing. */
export async function importNumbers(
  { entities, finance }: Pick<ApiDeps, 'entities' | 'finance'>,
  { account, kind, fileName, text, columns, isDryRun, author }: NumbersFile,
): Promise<PartnerImportResponse> {
  const idOf = idsOfCells(await entities.listNames(kind, { scope: [account.id], isArchivedShown: true }));
  const read = readPartnerLines(text, columns, idOf);
  const { lines } = read;
  const days = [...new Set(lines.map(({ day }) => day))].toSorted();
  const from = days[0] ?? null;
  const to = days.at(-1) ?? null;
  const of = { demandId: account.id, kind };
  const digest = digestOf(lines);
  const known = from !== null && to !== null ? await finance.partners.list(of, from, dayAfter(to, 1)) : [];
  const keys = new Set(lines.map(({ objectId, day }) => `${objectId} ${day}`));
  const same = lines.length > 0 ? await finance.partners.sameFile(of, digest) : null;
  const isApplied = !isDryRun && columns !== null && read.faults.length === 0;
  if (isApplied) {
    await finance.partners.put(
      author,
      { ...of, accountName: account.name },
      { fileName, digest, count: read.count, rows: lines },
    );
  }
  return {
    columns: read.columns,
    sample: read.sample,
    count: read.count,
    objects: new Set(lines.map(({ objectId }) => objectId)).size,
    days: days.length,
    from,
    to,
    same: same && { fileName: same.fileName, createdAt: same.createdAt },
    replaced: known.filter(({ objectId, day }) => keys.has(`${objectId} ${day}`)).length,
    faults: read.faults,
    isApplied,
  };
}

function digestOf(lines: readonly object[]): string {
  const sorted = lines.map((line) => JSON.stringify(line)).toSorted();
  return createHash('sha256').update(sorted.join('\n')).digest('hex');
}
