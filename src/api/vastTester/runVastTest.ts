import { MAX_WRAPPERS } from '#engine/auction/applyVastResponse.ts';
import { chainErrorCodes, type ChainFailure } from '#engine/auction/callFailure.ts';
import { newTrace, type TagFetcher } from '#outbound/fetchTag.ts';
import { fillVastMacros } from '#standards/macros.ts';
import { adTraits } from '#standards/openrtb/bid/adTraits.ts';
import { withBlockedCategories } from '#standards/vast/blockedCategories.ts';
import { checkVast } from '#standards/vast/check/checkVast.ts';
import { checkTagUrl } from '#standards/vast/check/checkVastUrl.ts';
import { parseVast } from '#standards/vast/parseVast.ts';
import { selectAd } from '#standards/vast/selectAd.ts';
import type { InlineAd, VastAd, WrapperAd } from '#standards/vast/types.ts';
import { callFindings, chainFindings } from './callFindings.ts';
import { testedAd } from './testedAd.ts';
import type { TestedAd, TestFinding, VastHop, VastTest } from './vastTesterContract.ts';
import type { VastTestContext } from './vastTestContext.ts';

/** The start of a test: a tag's URL, optionally with a fetcher for its first call, or markup. */
export type TestStart = { kind: 'url'; url: string; fetcher?: TagFetcher } | { kind: 'markup'; xml: string };

/** The end of a chain. */
type ChainEnd = { failure: null; inline: InlineAd } | { failure: ChainFailure; errorCode: number };

/** Unwraps a tag to its ad as serving would, and records every step. Never throws. */
export async function runVastTest(start: TestStart, tools: VastTestContext): Promise<VastTest> {
  const { device, clock } = tools;
  const began = clock();
  const hops: VastHop[] = [];
  const ads: VastAd[] = [];
  const findings: TestFinding[] = [];
  const wrappers = () => ads.filter((ad) => ad.kind === 'wrapper');
  const called = new Set<string>();
  const addFindings = (found: readonly Omit<TestFinding, 'hop'>[], hop: number | null) =>
    findings.push(...found.map((finding) => ({ ...finding, hop })));

  let next: TestStart = start;
  let end: ChainEnd | null = null;
  while (!end) {
    const step: VastHop =
      next.kind === 'url' ? await call(next.url, next.fetcher ?? tools.fetcher, wrappers(), tools) : markup(next.xml);
    const index = hops.push(step) - 1;
    if (step.url !== null) {
      addFindings(checkTagUrl(step.url, device.setting), index);
      called.add(step.template ?? step.url);
    }
    addFindings(callFindings(step), index);
    if (step.xml !== null) addFindings(checkVast(step.xml, device.setting), index);
    const read = step.xml === null ? null : parseHop(step, step.xml);
    if (read?.ad) ads.push(read.ad);
    const after = follow(step, read, wrappers(), called);
    if ('end' in after) end = after.end;
    else next = { kind: 'url', url: after.url };
  }
  const ms = Math.round(clock() - began);
  addFindings(chainFindings(end.failure, wrappers().length), null);
  let ad: TestedAd | null = null;
  if (end.failure === null) {
    const tested = await testedAd(wrappers(), end.inline, tools);
    ad = tested.ad;
    addFindings(tested.findings, hops.length - 1);
  }
  return { ms, errorCode: end.failure === null ? null : end.errorCode, hops, ad, findings };
}

const nothingCalled = { status: null, redirects: [], ms: 0, type: null, failure: null } as const;
const nothingRead = { kind: null, version: null, adSystem: '', adId: null } as const;

function markup(xml: string): VastHop {
  return {
    ...nothingCalled,
    ...nothingRead,
    redirects: [],
    template: null,
    url: null,
    bytes: Buffer.byteLength(xml),
    xml,
  };
}

async function call(
  template: string,
  fetcher: TagFetcher,
  wrappers: readonly WrapperAd[],
  { device, signal, clock }: VastTestContext,
): Promise<VastHop> {
  const url = fillVastMacros(template, withBlockedCategories(device.macros, wrappers));
  const trace = newTrace();
  const began = clock();
  const fetched = await fetcher.fetchTag(url, device.headers, signal, trace);
  return {
    ...nothingRead,
    template,
    url,
    status: trace.status,
    redirects: trace.redirects,
    ms: Math.round((clock() - began) * 10) / 10,
    bytes: trace.bytes,
    type: trace.type,
    failure: fetched.ok ? null : fetched.reason,
    xml: fetched.ok ? fetched.text : null,
  };
}

interface ParsedHop {
  ad: VastAd | undefined;
  errorCode: number | null;
}

/** Parses the response of a hop and records its kind. */
function parseHop(hop: VastHop, xml: string): ParsedHop {
  const parsed = parseVast(xml);
  if (!parsed.ok) {
    hop.kind = 'invalid';
    return { ad: undefined, errorCode: parsed.errorCode };
  }
  const ad = selectAd(parsed.vast);
  hop.version = parsed.vast.version;
  hop.kind = ad?.kind ?? 'empty';
  hop.adSystem = ad ? [ad.adSystem.name, ad.adSystem.version].filter(Boolean).join(' ') : '';
  hop.adId = ad?.id ?? null;
  return { ad, errorCode: null };
}

/** The next step of a chain after a hop, by the wrapper rules of VAST 4.3; `wrappers` includes this hop. */
function follow(
  hop: VastHop,
  read: ParsedHop | null,
  wrappers: readonly WrapperAd[],
  called: ReadonlySet<string>,
): { end: ChainEnd } | { url: string } {
  const fail = (failure: ChainFailure, errorCode = chainErrorCodes[failure]) => ({ end: { failure, errorCode } });
  if (!read) return fail(hop.failure ?? 'empty');
  const { ad, errorCode } = read;
  if (errorCode !== null) return fail('invalid_xml', errorCode);
  if (!ad) return fail('empty');
  if (ad.kind === 'inline') {
    return adTraits(ad).form === null ? fail('no_media') : { end: { failure: null, inline: ad } };
  }
  const before = wrappers.slice(0, -1);
  // After a wrapper that forbids further ones, this response counts as no ad.
  if (before.some((wrapper) => !wrapper.followAdditionalWrappers)) return fail('empty');
  if (before.length >= MAX_WRAPPERS || called.has(ad.vastAdTagUri)) return fail('wrapper_limit');
  return { url: ad.vastAdTagUri };
}
