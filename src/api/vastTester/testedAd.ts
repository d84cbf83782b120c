import { newTrace } from '#outbound/fetchTag.ts';
import type { VastFinding } from '#standards/vast/check/vastFinding.ts';
import { isVpaid } from '#standards/vast/check/checkVastMedia.ts';
import { isWebUrl } from '#standards/vast/check/checkVastUrl.ts';
import { isOverlayAd } from '#standards/vast/isOverlayAd.ts';
import { mergeChain } from '#standards/vast/mergeChain.ts';
import { overlaysOf, type VastOverlay } from '#standards/vast/overlaysOf.ts';
import { overlayTrackersOf, trackersOf } from '#standards/vast/trackersOf.ts';
import type { InlineAd, VastCreative, VastMediaFile, WrapperAd } from '#standards/vast/types.ts';
import { parseVastTime } from '#standards/vast/vastTime.ts';
import type { VastTestContext } from './vastTestContext.ts';
import type { TestedAd, TestedMedia, TestedOverlay } from './vastTesterContract.ts';

/** Timeout of media files in ms; the reachability of those that do not respond is unknown. */
const probeMs = 1000;
/** Maximum media files that are probed; an ad may have hundreds. */
const maxProbes = 8;

/**
 * The ad at the end of a chain with the parts that its wrappers add, and whether its media files are reachable. An
 * overlay has its own trackers instead of those of a video.
 */
export async function testedAd(
  wrappers: readonly WrapperAd[],
  inline: InlineAd,
  tools: VastTestContext,
): Promise<{ ad: TestedAd; findings: VastFinding[] }> {
  const merged = mergeChain(wrappers, inline);
  const isOverlay = isOverlayAd(merged);
  const creative = shownCreative(merged, isOverlay);
  const linear = isOverlay ? undefined : creative?.linear;
  const overlays = isOverlay ? overlaysOf(merged) : [];
  const firedBy = isOverlay ? overlayTrackersOf : trackersOf;
  const durationMs = parseVastTime(linear?.duration ?? '') ?? null;
  const files = linear?.mediaFiles ?? [];
  const media = await Promise.all(files.map((file, index) => testedMedia(file, index < maxProbes, tools)));
  const ad: TestedAd = {
    id: merged.id ?? null,
    title: merged.adTitle,
    adSystem: [merged.adSystem.name, merged.adSystem.version].filter(Boolean).join(' '),
    advertiser: merged.advertiser ?? null,
    categories: merged.categories.map(({ code }) => code),
    adServingId: merged.adServingId ?? null,
    creativeId: creative?.id ?? null,
    adId: creative?.adId ?? null,
    universalAdIds: creative?.universalAdIds ?? [],
    durationMs,
    skipMs: skipTime(linear?.skipoffset, durationMs),
    pricing: merged.pricing ?? null,
    clickThrough: linear?.clicks.clickThrough?.url ?? overlays[0]?.clickThrough ?? null,
    isOverlay,
    media,
    overlays: overlays.map(testedOverlay),
    trackers: [...wrappers, inline].flatMap((each, hop) => firedBy(each).map((tracker) => ({ ...tracker, hop }))),
  };
  return { ad, findings: media.flatMap(mediaFindings) };
}

/** The creative that is played or shown, else the first one. */
function shownCreative({ creatives }: InlineAd, isOverlay: boolean): VastCreative | undefined {
  const isShown = ({ linear, nonLinearAds }: VastCreative) =>
    isOverlay ? nonLinearAds !== undefined : Boolean(linear?.mediaFiles.length);
  return creatives.find(isShown) ?? creatives[0];
}

function testedOverlay({ resource, type, content, width, height }: VastOverlay): TestedOverlay {
  const isAtUrl = resource === 'StaticResource' || resource === 'IFrameResource';
  return { resource, type, url: isAtUrl ? content : null, width, height };
}

async function testedMedia(
  file: VastMediaFile,
  isProbed: boolean,
  { fetcher, device, signal }: VastTestContext,
): Promise<TestedMedia> {
  const { url, type, delivery, width, height, attributes } = file;
  const known = {
    url,
    type,
    delivery,
    width,
    height,
    bitrate: attributes.bitrate ?? attributes.maxBitrate ?? null,
    codec: attributes.codec ?? null,
    isScript: isVpaid(file),
  };
  if (!isProbed || !isWebUrl(url)) return { ...known, isReachable: null, status: null, bytes: null };
  const trace = newTrace();
  const soon = AbortSignal.any([signal, AbortSignal.timeout(probeMs)]);
  const failure = await fetcher.probe(url, device.headers, soon, trace);
  return { ...known, isReachable: hasResponded(failure, trace.status), status: trace.status, bytes: trace.bytes };
}

/** Whether a file exists: unknown after a timeout, or when the server does not support the probe's method. */
function hasResponded(failure: string | null, status: number | null): boolean | null {
  if (failure === null) return true;
  return failure === 'timeout' || status === 405 || status === 501 ? null : false;
}

function mediaFindings({ url, status, isReachable }: TestedMedia): VastFinding[] {
  if (isReachable !== false) return [];
  const message =
    status === null
      ? 'A media file cannot be reached (error 401).'
      : `A media file returns HTTP status ${status} instead of 200 (error 401).`;
  return [{ severity: 'error', rule: 'media_unreachable', message, subject: url }];
}

/** The skip offset of an ad in ms, from a time or a percentage of its duration. */
function skipTime(offset: string | undefined, durationMs: number | null): number | null {
  if (offset === undefined) return null;
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(offset.trim());
  if (percent) return durationMs === null ? null : Math.round((durationMs * Number(percent[1])) / 100);
  return parseVastTime(offset) ?? null;
}
