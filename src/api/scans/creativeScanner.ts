import { scanParts } from '#engine/scan/scanParts.ts';
import type { ScannedResource } from '#engine/scan/scanReport.ts';
import type { CreativeRow } from '#model/index.ts';
import { findingKey, maxFindings, type ScanFinding } from '#model/scan/scanFinding.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import type { CreativeScanStore } from '#storage/scans/creativeScanStore.ts';
import type { Config } from '../../config.ts';
import { type FetchedParts, fetchResource, fetchVast } from './fetchParts.ts';
import { nextScanAt } from './nextScanAt.ts';
import { partsOfCreative } from './partsOfCreative.ts';
import type { ReadScanLists } from './readScanLists.ts';

/** Scans creatives and stores what it finds. */
export interface CreativeScanner {
  /** Scans a row as it is stored, without calling other servers; those it names are called by the next round. */
  scanContent(row: CreativeRow): Promise<CreativeRow>;
  /** Scans a row, and what it loads from other servers. */
  scanAll(row: CreativeRow): Promise<CreativeRow>;
  /** Scans creatives that are due, until none is. Returns whether something was published for serving. */
  scanDue(): Promise<boolean>;
}

export interface CreativeScannerDeps {
  config: Pick<Config, 'ALLOW_PRIVATE_ADDRESSES'>;
  scans: CreativeScanStore;
  media: Pick<MediaStore, 'read'>;
  lists: ReadScanLists;
  log: { error(error: unknown): void };
  now: () => Date;
}

/** Time for which a creative is scanned by one process only. */
const claimMs = 10 * 60_000;
/** Creatives that are claimed at once, and scanned at the same time. */
const maxClaimed = 20;
const maxAtOnce = 4;
/** Maximum calls for one creative beside those of VAST, and the time for all calls. */
const maxResources = 10;
const fetchMs = 20_000;

const noLists = { hasDomain: () => false, hasFile: () => false };

/** Creates the scanner. Nothing is scanned yet. */
export function createCreativeScanner({ config, scans, media, lists, log, now }: CreativeScannerDeps): CreativeScanner {
  /**
   * Scans a row; `isDeep` = with what it loads. A row that changes meanwhile stays as it is, and is due again. A scan that
   * fails is a finding beside the earlier ones, and is repeated when a claim would end.
   */
  async function scan(row: CreativeRow, isDeep: boolean): Promise<CreativeRow> {
    try {
      return await scanOnce(row, isDeep);
    } catch (error) {
      log.error(error);
      const { findings } = await scanParts([{ kind: 'unread', place: 'Scan' }], noLists);
      return stored(row, withEarlier(findings, row.findings), new Date(now().getTime() + claimMs));
    }
  }

  async function scanOnce(row: CreativeRow, isDeep: boolean): Promise<CreativeRow> {
    const yieldIfDue = createSlicer(() => performance.now());
    const parts = await partsOfCreative(row, media);
    const ownLists = await lists(row.demandId ?? 0);
    const own = await scanParts(parts, ownLists, yieldIfDue);
    const loads = own.resources.length > 0 || row.type === 'vastUrl' || row.type === 'vast';
    const at = now();
    if (!isDeep || !loads) {
      const dueAt = loads ? at : nextScanAt(at, row.id);
      return stored(row, own.findings, dueAt);
    }
    const fetched = await fetchAll(row, own.resources);
    const all = await scanParts([...parts, ...fetched.parts], ownLists, yieldIfDue);
    const findings = fetched.isIncomplete ? withEarlier(all.findings, row.findings.filter(isOfFetched)) : all.findings;
    return stored(row, findings, nextScanAt(at, row.id));
  }

  async function stored(row: CreativeRow, findings: ScanFinding[], dueAt: Date): Promise<CreativeRow> {
    const times = { now: now().toISOString(), dueAt: dueAt.toISOString() };
    const recorded = await scans.record(row, findings, times);
    if (recorded) return recorded;
    await scans.makeDue(times.now, [row.id]);
    return row;
  }

  async function fetchAll(row: CreativeRow, resources: readonly ScannedResource[]): Promise<FetchedParts> {
    const fetcher = createTagFetcher({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES });
    const tools = { fetcher, signal: AbortSignal.timeout(fetchMs), now: now() };
    try {
      const vast = await fetchVast(row, tools);
      const all: FetchedParts[] = [vast];
      const ofVast = (await scanParts(vast.parts, noLists)).resources;
      const wanted = [...resources, ...ofVast];
      for (const resource of wanted.slice(0, maxResources)) all.push(await fetchResource(resource, tools));
      for (const { url } of wanted.slice(maxResources)) {
        all.push({ parts: [{ kind: 'unread', place: url }], isIncomplete: true });
      }
      return { parts: all.flatMap(({ parts }) => parts), isIncomplete: all.some(({ isIncomplete }) => isIncomplete) };
    } finally {
      await fetcher.close();
    }
  }

  /** The row of a scan that could not be stored: it delays no other one, and is due again when its claim ends. */
  const failed = (row: CreativeRow) => (error: unknown) => {
    log.error(error);
    return row;
  };

  return {
    scanContent: (row) => scan(row, false),
    scanAll: (row) => scan(row, true),
    async scanDue() {
      let isPublished = false;
      for (;;) {
        const at = now().getTime();
        const times = { now: new Date(at).toISOString(), until: new Date(at + claimMs).toISOString() };
        const claimed = await scans.claim(times, maxClaimed);
        for (let start = 0; start < claimed.length; start += maxAtOnce) {
          const rows = claimed.slice(start, start + maxAtOnce);
          const scanned = await Promise.all(rows.map((row) => scan(row, true).catch(failed(row))));
          isPublished ||= scanned.some((row, index) => row.findings !== rows[index]?.findings);
        }
        if (claimed.length < maxClaimed) return isPublished;
      }
    },
  };
}

function isOfFetched({ place }: ScanFinding): boolean {
  return /^https?:/.test(place);
}

/** Findings with the earlier blocking ones of what could not be scanned, which clears no one. */
function withEarlier(findings: readonly ScanFinding[], earlier: readonly ScanFinding[]): ScanFinding[] {
  const known = new Set(findings.map(findingKey));
  const missing = earlier.filter((finding) => finding.severity === 'blocked' && !known.has(findingKey(finding)));
  return [...missing, ...findings].slice(0, maxFindings);
}
