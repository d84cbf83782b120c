import type { LineListKind, TrafficListFault } from '#model/lists/trafficList.ts';
import { blockEntryOf, type BlockListKind } from '../scan/blockList.ts';
import { isAgentEntry, parseAgentList } from './agentList.ts';
import { createDataCenterListReader } from './dataCenterList.ts';
import { linesOf } from './linesOf.ts';

/** Agents of viewers, which no list of robots may match. */
const viewerAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  'Roku/DVP-12.5 (12.5.5.4174-46)',
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0 TV Safari/537.36',
];

/** Maximum entries: each new user agent is compared with all of a list of robots. Of data centers, ranges are counted. */
const maxEntries: Record<LineListKind, number> = {
  robots: 20_000,
  dataCenters: 1_000_000,
  blockedDomains: 500_000,
  blockedFiles: 500_000,
};
/** Part of the lines that may be invalid, such as a heading. */
const maxInvalidShare = 0.1;
const minShareOfLast = 0.5;

/** A list that can be used, with the number of its entries, or why it cannot. */
export type CheckedTrafficList = { entries: number } | { fault: TrafficListFault };

/**
 * Checks whether a text is a list that can replace the one in use, which has `entriesInUse` entries (0 = none is): a
 * page of a web server, half a list, or one that matches viewers is rejected. A text of any length is read in slices:
 * `yieldIfDue` is awaited between lines.
 */
export async function checkTrafficList(
  kind: LineListKind,
  text: string,
  entriesInUse: number,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<CheckedTrafficList> {
  if (text.trim() === '') return { fault: 'empty' };
  if (/^\s*[<{[]/.test(text) || text.includes('\0')) return { fault: 'not_a_list' };
  const checked = await checkLines(kind, text, yieldIfDue);
  if ('fault' in checked) return checked;
  const { entries } = checked;
  if (entries === 0) return { fault: 'empty' };
  return isShrunk(entries, entriesInUse) ? { fault: 'shrunk' } : { entries };
}

/** Whether a list has so much fewer entries than the one in use that it is taken for an incomplete one. */
export function isShrunk(entries: number, entriesInUse: number): boolean {
  return entries < entriesInUse * minShareOfLast;
}

function checkLines(kind: LineListKind, text: string, yieldIfDue: () => Promise<void> | undefined) {
  if (kind === 'robots') return checkRobots(text, yieldIfDue);
  return kind === 'dataCenters' ? checkDataCenters(text, yieldIfDue) : checkBlocked(kind, text, yieldIfDue);
}

async function checkRobots(text: string, yieldIfDue: () => Promise<void> | undefined): Promise<CheckedTrafficList> {
  const lines: string[] = [];
  for (const line of linesOf(text)) {
    if (isAgentEntry(line)) lines.push(line);
    if (lines.length > maxEntries.robots) return { fault: 'too_many' };
    await yieldIfDue();
  }
  const list = parseAgentList(lines.join('\n'));
  return viewerAgents.some((agent) => list.has(agent)) ? { fault: 'matches_browsers' } : { entries: list.size };
}

async function checkDataCenters(
  text: string,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<CheckedTrafficList> {
  const reader = createDataCenterListReader();
  let invalid = 0;
  let entries = 0;
  for (const line of linesOf(text)) {
    const found = reader.readLine(line);
    if (found === 'too_broad') return { fault: found };
    if (found === 'invalid') invalid += 1;
    if (found === 'entry') entries += 1;
    if (reader.ranges() > maxEntries.dataCenters) return { fault: 'too_many' };
    await yieldIfDue();
  }
  return isMostlyInvalid(entries, invalid) ? { fault: 'invalid_lines' } : { entries };
}

async function checkBlocked(
  kind: BlockListKind,
  text: string,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<CheckedTrafficList> {
  let invalid = 0;
  let entries = 0;
  for (const line of linesOf(text)) {
    const entry = blockEntryOf(kind, line);
    if (entry === undefined) invalid += 1;
    else if (entry !== null) entries += 1;
    if (entries > maxEntries[kind]) return { fault: 'too_many' };
    await yieldIfDue();
  }
  return isMostlyInvalid(entries, invalid) ? { fault: 'invalid_lines' } : { entries };
}

/** A heading alone is no fault of a short list. */
function isMostlyInvalid(entries: number, invalid: number): boolean {
  return invalid > Math.max(1, (entries + invalid) * maxInvalidShare);
}
