import type { CampaignRow, CreativeRow } from '#model/index.ts';
import { isDurationOffered } from '#standards/openrtb/bid/creativeFault.ts';
import type { Banner, Imp, Timed } from '#standards/openrtb/types.ts';
import { mediaTypesOf, secondsOf, sizeOf } from './compileCreative.ts';

/** Upper ends of the duration classes, in seconds. Longer ads are not distinguished. */
const lengths = [6, 10, 15, 20, 30, 45, 60, 90, 120];

/** Shapes of a campaign's ads: the media type of each, and the media type with its size or duration class. */
export function shapesOfCampaign(
  { type, advertiserId }: Pick<CampaignRow, 'type' | 'advertiserId'>,
  creatives: readonly CreativeRow[],
): string[] {
  const shapes = new Set<string>();
  for (const creative of creatives) {
    if (
      creative.status !== 1 ||
      creative.review !== 'approved' ||
      creative.scan === 'blocked' ||
      creative.advertiserId !== advertiserId
    )
      continue;
    if (!mediaTypesOf(creative.type).includes(type)) continue;
    shapes.add(type).add(`${type}:${detailOf(type, creative)}`);
  }
  return [...shapes];
}

/** A shape whose size or duration is unknown. */
const unknown = '?';

function detailOf(type: CampaignRow['type'], creative: CreativeRow): string {
  if (type === 'native') return unknown;
  if (type === 'banner') {
    const size = sizeOf(creative);
    return size ? `${size.w}x${size.h}` : unknown;
  }
  const seconds = secondsOf(creative);
  const length = seconds === 0 ? undefined : lengths.find((most) => seconds <= most);
  return length === undefined ? unknown : String(length);
}

/** Shapes of the ads that an imp accepts: an ad of another shape does not fit. */
export function shapesOfImp({ banner, video, audio, native }: Imp): string[] {
  const shapes: string[] = native ? ['native'] : [];
  if (banner) addSizes(shapes, banner);
  if (video) addLengths(shapes, 'video', video);
  if (audio) addLengths(shapes, 'audio', audio);
  return shapes;
}

function addSizes(shapes: string[], { format = [], w, h }: Banner): void {
  const isOpen = format.some((each) => !each.w || !each.h) || (format.length === 0 && !(w && h));
  if (isOpen) {
    shapes.push('banner');
    return;
  }
  shapes.push(`banner:${unknown}`);
  if (w && h) shapes.push(`banner:${w}x${h}`);
  for (const each of format) {
    const shape = `banner:${each.w}x${each.h}`;
    if (!shapes.includes(shape)) shapes.push(shape);
  }
}

function addLengths(shapes: string[], form: 'video' | 'audio', timed: Timed): void {
  const offered: string[] = [];
  let shortest = 1;
  for (const most of lengths) {
    for (let seconds = shortest; seconds <= most; seconds += 1) {
      if (!isDurationOffered(seconds, timed)) continue;
      offered.push(`${form}:${most}`);
      break;
    }
    shortest = most + 1;
  }
  if (offered.length === lengths.length) shapes.push(form);
  else shapes.push(`${form}:${unknown}`, ...offered);
}
