import type { ScannedPart } from '#engine/scan/scanParts.ts';
import type { ScannedResource } from '#engine/scan/scanReport.ts';
import type { CreativeRow } from '#model/index.ts';
import { newTrace, type TagFetcher } from '#outbound/fetchTag.ts';
import { fillVastMacros } from '#standards/macros.ts';
import { runVastTest } from '../vastTester/runVastTest.ts';
import { testDevice } from '../vastTester/testDevice.ts';

/** The content that a creative loads from elsewhere, as far as it could be fetched. */
export interface FetchedParts {
  parts: ScannedPart[];
  /** Whether something could not be fetched. */
  isIncomplete: boolean;
}

/** Calls from the network of documentation (RFC 5737), as no viewer is there. */
const scanAddress = '192.0.2.1';

/** Characters of a URL that name a place. */
const placeLength = 150;

/** Fetches VAST by its URL, and that which wrappers lead to, as a player in a browser would. Never throws. */
export async function fetchVast(
  row: Pick<CreativeRow, 'id' | 'type' | 'vastUrl' | 'vastXml'>,
  { fetcher, signal, now }: { fetcher: TagFetcher; signal: AbortSignal; now: Date },
): Promise<FetchedParts> {
  const start =
    row.type === 'vastUrl' && row.vastUrl !== ''
      ? ({ kind: 'url', url: row.vastUrl } as const)
      : row.type === 'vast' && row.vastXml !== ''
        ? ({ kind: 'markup', xml: row.vastXml } as const)
        : null;
  if (!start) return { parts: [], isIncomplete: false };
  const device = scanDevice(row.id, now);
  const { hops } = await runVastTest(start, { fetcher, device, signal, clock: () => performance.now() });
  const parts: ScannedPart[] = [];
  for (const { url, redirects, xml } of hops) {
    // The creative’s own VAST has no URL, and is scanned with it.
    if (url === null) continue;
    const place = url.slice(0, placeLength);
    for (const redirect of redirects) parts.push({ kind: 'url', place, text: redirect.url });
    if (xml !== null) parts.push({ kind: 'vast', place, text: xml });
  }
  return { parts, isIncomplete: hops.some(({ failure }) => failure !== null && failure !== 'empty') };
}

/** Fetches a script or document that a creative loads. Never throws. */
export async function fetchResource(
  { url: written, kind }: ScannedResource,
  { fetcher, signal, now }: { fetcher: TagFetcher; signal: AbortSignal; now: Date },
): Promise<FetchedParts> {
  const device = scanDevice(0, now);
  const filled = fillVastMacros(written.trim(), device.macros);
  const url = filled.startsWith('//') ? `https:${filled}` : filled;
  if (!/^https?:\/\//i.test(url)) return { parts: [], isIncomplete: false };
  const place = url.slice(0, placeLength);
  const trace = newTrace();
  const fetched = await fetcher.fetchTag(url, { ...device.headers, accept: '*/*' }, signal, trace);
  const parts: ScannedPart[] = trace.redirects.map((redirect) => ({ kind: 'url', place, text: redirect.url }));
  if (fetched.ok) parts.push({ kind, place, text: fetched.text });
  return { parts, isIncomplete: !fetched.ok && fetched.reason !== 'empty' };
}

function scanDevice(creativeId: number, now: Date) {
  return testDevice({
    id: 'desktopChrome',
    params: {},
    ip: scanAddress,
    caller: 'player',
    now,
    random: 0.5,
    testId: `scan-${creativeId}`,
  });
}
