import { z } from 'zod';
import type { SavedReport } from '#api/reports/savedReportContract.ts';

/** Maximum number of reports in the bell. */
export const maxEntries = 20;

/** The part of the bell's state that is stored per user and outlives the page. */
export interface BellMemory {
  /** The largest report ID that the bell has ever received. */
  last: number;
  /** IDs of reports that arrived after the first load and have not been opened since. */
  unread: number[];
  /** True when a report arrived after the bell was last clicked. */
  isLit: boolean;
}

export type BellEntry = SavedReport & { isNew: boolean };

/** The bell's state in a page. */
export interface BellState {
  /** Newest first. */
  entries: BellEntry[];
  /** The largest ID received since the page was loaded; polling requests later ones. */
  polled: number;
  memory: BellMemory;
}

const memorySchema: z.ZodType<BellMemory> = z.object({
  last: z.number(),
  unread: z.array(z.number()),
  isLit: z.boolean(),
});

/** Parses a stored memory. Returns null when it is malformed. */
export function readMemory(value: unknown): BellMemory | null {
  return memorySchema.safeParse(value).data ?? null;
}

/**
 * Merges a response of the server: reports with a larger ID than any before are new. The stored memory wins, as other
 * tabs write it too. Without a memory this is the first load, and nothing is new.
 */
export function receiveReports(
  before: BellState | null,
  response: readonly SavedReport[],
  stored: BellMemory | null,
): BellState {
  const memory = stored ?? before?.memory ?? null;
  const known = new Set(response.map(({ id }) => id));
  const reports = [...response, ...(before?.entries ?? []).filter(({ id }) => !known.has(id))]
    .toSorted((a, b) => b.id - a.id)
    .slice(0, maxEntries);
  const fresh = memory === null ? [] : response.filter(({ id }) => id > memory.last).map(({ id }) => id);
  const polled = Math.max(before?.polled ?? 0, ...response.map(({ id }) => id));
  const shown = new Set(reports.map(({ id }) => id));
  return withMemory(reports, polled, {
    last: Math.max(memory?.last ?? 0, polled),
    unread: [...new Set([...fresh, ...(memory?.unread ?? [])])].filter((id) => shown.has(id)),
    isLit: fresh.length > 0 || (memory?.isLit ?? false),
  });
}

/** Returns the state after a click on the bell: it is no longer lit. */
export function clickBell({ entries, polled, memory }: BellState): BellState {
  return { entries, polled, memory: { ...memory, isLit: false } };
}

/** Returns the state after a click on an entry: it is no longer new. */
export function clickEntry({ entries, polled, memory }: BellState, id: number): BellState {
  return withMemory(entries, polled, { ...memory, unread: memory.unread.filter((each) => each !== id) });
}

/** Returns the state after the user marked an entry as new. */
export function markEntry({ entries, polled, memory }: BellState, id: number): BellState {
  const isHere = entries.some((each) => each.id === id);
  return withMemory(entries, polled, isHere ? { ...memory, unread: [...new Set([...memory.unread, id])] } : memory);
}

/** Returns the state after a report was deleted or archived. */
export function removeEntry({ entries, polled, memory }: BellState, id: number): BellState {
  const left = entries.filter((each) => each.id !== id);
  return withMemory(left, polled, { ...memory, unread: memory.unread.filter((each) => each !== id) });
}

function withMemory(reports: readonly SavedReport[], polled: number, memory: BellMemory): BellState {
  const unread = new Set(memory.unread);
  return { entries: reports.map((report) => ({ ...report, isNew: unread.has(report.id) })), polled, memory };
}
