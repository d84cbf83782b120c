import { randomUUID } from 'node:crypto';
import type { VerificationVendor } from '#model/index.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import { idsOfCells, type IdOfCell } from '../csv/idsOfCells.ts';
import type { ApiDeps } from '../deps.ts';
import type { ResultImportResponse } from './verificationContract.ts';
import { readResultLines, resultObjects, type ResultLine, type ResultObject } from './readResultLines.ts';
import type { ResultColumns } from './resultColumns.ts';
import { daysInForce } from './resultDays.ts';

const dayMs = 86_400_000;
/** Maximum age of a file's impressions. */
const maxAgeDays = 400;

/** A vendor's file, and the mapping of its columns. */
export interface ResultsFile {
  demandId: number;
  vendor: VerificationVendor;
  fileName: string;
  text: string;
  /** Null = only the headings are read. */
  columns: ResultColumns | null;
  isDryRun: boolean;
  author: Author;
}

type ImportDeps = Pick<ApiDeps, 'entities' | 'verificationImports' | 'facts' | 'loads' | 'now'>;

/**
 * Imports a vendor's file: all of it, or nothing when a line has faults. Its days replace the vendor's earlier results
 * of the same days. The lines are written first; inserting the days makes them count.
 */
export async function importResults(deps: ImportDeps, file: ResultsFile): Promise<ResultImportResponse> {
  const { demandId, vendor, fileName, text, columns, isDryRun, author } = file;
  const idOf = {} as Record<ResultObject, IdOfCell>;
  for (const name of resultObjects) {
    idOf[name] = idsOfCells(await deps.entities.listNames(name, { scope: [demandId], isArchivedShown: true }));
  }
  const now = deps.now().getTime();
  const bounds = { from: dayText(now - maxAgeDays * dayMs), to: dayText(now), idOf };
  const read = readResultLines(text, columns, bounds);
  const { lines, count, faults } = read;
  const days = [...new Set(lines.map(({ day }) => day))].toSorted();
  const from = days[0] ?? null;
  const to = days.at(-1) ?? null;
  const known = days.length === 0 ? [] : await daysInForce(deps.facts, demandId);
  const imps = sumOf(lines);
  const isApplied = !isDryRun && columns !== null && faults.length === 0 && from !== null && to !== null;
  if (isApplied) {
    const rows = await withOwners(deps, demandId, lines);
    const recorded = { demandId, vendor, fileName, lines: count, imps, firstDay: from, lastDay: to };
    const importId = await deps.verificationImports.begin(author, recorded);
    const of = { demandId, vendor, importId };
    const token = randomUUID();
    await deps.loads.insertRows('verification_results', ndjson(rows.map((row) => ({ ...row, ...of }))), { token });
    const dayRows = days.map((day) => ({ ...of, day, isRemoved: 0 }));
    await deps.loads.insertRows('verification_days', ndjson(dayRows), { token: `${token} days` });
    await deps.verificationImports.finish(author, importId);
  }
  return {
    columns: read.columns,
    sample: read.sample,
    count,
    imps,
    invalid: sumOf(lines.filter(({ category }) => category !== 'valid')),
    days: days.length,
    from,
    to,
    replaced: known.filter((each) => each.vendor === vendor && days.includes(each.day)).length,
    faults,
    isApplied,
  };
}

/** Rows for the store. Owners that the file omits are taken from its channels and tags. */
async function withOwners({ entities }: ImportDeps, demandId: number, lines: readonly ResultLine[]) {
  const scope = [demandId];
  const channels = await entities.getMany('channel', idsIn(lines, 'channel'), scope);
  const tags = await entities.getMany('tag', idsIn(lines, 'tag'), scope);
  const channelOf = new Map(channels.map((row) => [row.id, row]));
  const tagOf = new Map(tags.map((row) => [row.id, row]));
  return lines.map(({ day, hour, channel, tag, subpublisher, advertiser, environment, device, ...line }) => ({
    ...line,
    day,
    // 12:00 UTC is on the same day in every zone except UTC+12.
    hour: `${day} ${String(hour ?? 12).padStart(2, '0')}:00:00`,
    channelId: channel,
    subpublisherId: subpublisher || (channelOf.get(channel)?.subpublisherId ?? 0),
    environment: environment || (channelOf.get(channel)?.environment ?? ''),
    tagId: tag,
    advertiserId: advertiser || (tagOf.get(tag)?.advertiserId ?? 0),
    deviceKind: device,
  }));
}

function idsIn(lines: readonly ResultLine[], key: ResultObject): number[] {
  return [...new Set(lines.map((line) => line[key]))].filter((id) => id > 0);
}

function sumOf(lines: readonly ResultLine[]): number {
  return lines.reduce((sum, { found }) => sum + found, 0);
}

function ndjson(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
