import { z } from 'zod';
import type { SavedReport } from '#api/savedReports/savedReportContract.ts';

/** Reports that the bell keeps. */
export const maxEntries = 20;

/** What of the bell outlives the page, for each user. */
export interface BellMemory {
  /** The largest id that the bell has ever had. */
  last: number;
  /** Reports that came while somebody was looking, and were not opened since. */
  unread: number[];
  /** Whether one came after the bell was last clicked. */
  isLit: boolean;
}

/** A report in the bell. */
export type BellEntry = SavedReport & { isNew: boolean };

/** The bell as the page shows it. */
export interface BellState {
  /** The newest first. */
  entries: BellEntry[];
  /** The largest id that the server has told since the page was loaded: what to poll after. */
  polled: number;
  memory: BellMemory;
}

const memorySchema: z.ZodType<BellMemory> = z.object({
  last: z.number(),
  unread: z.array(z.number()),
  isLit: z.boolean(),
});

/** Reads a stored memory; null when it is none. */
export function readMemory(value: unknown): BellMemory | null {
  return memorySchema.safeParse(value).data ?? null;
}

/**
 * The bell after an answer of the server: what is later than anything before is new. The stored memory leads, as other
 * tabs write it too; without any memory this is the first look at the bell, and nothing is new.
 */
export function receiveReports(
  before: BellState | null,
  answer: readonly SavedReport[],
  stored: BellMemory | null,
): BellState {
  const memory = stored ?? before?.memory ?? null;
  const known = new Set(answer.map(({ id }) => id));
  const reports = [...answer, ...(before?.entries ?? []).filter(({ id }) => !known.has(id))]
    .toSorted((a, b) => b.id - a.id)
    .slice(0, maxEntries);
  const fresh = memory === null ? [] : answer.filter(({ id }) => id > memory.last).map(({ id }) => id);
  const polled = Math.max(before?.polled ?? 0, ...answer.map(({ id }) => id));
  const shown = new Set(reports.map(({ id }) => id));
  return withMemory(reports, polled, {
    last: Math.max(memory?.last ?? 0, polled),
    unread: [...new Set([...fresh, ...(memory?.unread ?? [])])].filter((id) => shown.has(id)),
    isLit: fresh.length > 0 || (memory?.isLit ?? false),
  });
}

/** The bell after it was clicked. */
export function clickBell({ entries, polled, memory }: BellState): BellState {
  return { entries, polled, memory: { ...memory, isLit: false } };
}

/** The bell after an entry was clicked. */
export function clickEntry({ entries, polled, memory }: BellState, id: number): BellState {
  return withMemory(entries, polled, { ...memory, unread: memory.unread.filter((each) => each !== id) });
}

/** The bell after an entry was marked as new by hand. */
export function markEntry({ entries, polled, memory }: BellState, id: number): BellState {
  const isHere = entries.some((each) => each.id === id);
  return withMemory(entries, polled, isHere ? { ...memory, unread: [...new Set([...memory.unread, id])] } : memory);
}

/** The bell after a report was deleted or archived. */
export function removeEntry({ entries, polled, memory }: BellState, id: number): BellState {
  const left = entries.filter((each) => each.id !== id);
  return withMemory(left, polled, { ...memory, unread: memory.unread.filter((each) => each !== id) });
}

function withMemory(reports: readonly SavedReport[], polled: number, memory: BellMemory): BellState {
  const unread = new Set(memory.unread);
  return { entries: reports.map((report) => ({ ...report, isNew: unread.has(report.id) })), polled, memory };
}
