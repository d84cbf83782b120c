import type { MediaFile } from '#model/index.ts';
import { isFileOffered } from '#standards/openrtb/bid/adFault.ts';
import type { Timed } from '#standards/openrtb/types.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { escapeAttribute, escapeText, writeCdata } from '#standards/xml/escapeXml.ts';
import { formatVastTime } from '#standards/vast/vastTime.ts';
import { fileTraitsOf } from '../fileTraitsOf.ts';
import type { MarkupContext, CreativeContent } from './creativeContent.ts';

/**
 * VAST 4.2 of a video or audio creative: the files that the player supports, its landing page, advertiser and
 * categories. Impression trackers and AdServingId are added when it is served. null when the player supports none of
 * its files.
 */
export function mediaVast(creative: CreativeContent, requested: Timed, context: MarkupContext): string | null {
  const files = creative.files.filter((file) => file.role === 'main' && isFileOffered(fileTraitsOf(file), requested));
  const [first] = files;
  if (!first) return null;
  const write = () => writeVast(creative, [first, ...files.slice(1)], context);
  if (!context.vastCache) return write();
  const written = getOrCreate(context.vastCache, creative, () => new Map<string, string>());
  return getOrCreate(written, files.map(({ file }) => file).join(), write);
}

function writeVast(
  creative: CreativeContent,
  files: readonly [MediaFile, ...MediaFile[]],
  { mediaUrl, registry }: MarkupContext,
): string {
  const id = String(creative.id);
  const isVideo = creative.type === 'video';
  const skip = isVideo && creative.isSkippable ? ` skipoffset="${formatVastTime(creative.skipAfterS * 1000)}"` : '';
  const landing = creative.clickUrl === '' ? '' : element('ClickThrough', creative.clickUrl);
  const linear =
    `<Linear${skip}><Duration>${formatVastTime(files[0].durationMs)}</Duration>` +
    `<MediaFiles>${files.map((file) => mediaFile(file, mediaUrl)).join('')}</MediaFiles>` +
    `${landing && `<VideoClicks>${landing}</VideoClicks>`}</Linear>`;
  const about =
    (creative.adomain && `<Advertiser>${escapeText(creative.adomain)}</Advertiser>`) +
    creative.categories
      .map((code) => `<Category authority="https://iabtechlab.com">${escapeText(code)}</Category>`)
      .join('');
  const universalId = `<UniversalAdId idRegistry="${escapeAttribute(registry)}">${id}</UniversalAdId>`;
  return document(
    `<Ad id="${id}" adType="${isVideo ? 'video' : 'audio'}"><InLine>${adSystem}` +
      `<AdTitle>${escapeText(creative.name)}</AdTitle>${about}` +
      `<Creatives><Creative id="${id}" adId="${id}">${linear}${universalId}</Creative></Creatives></InLine></Ad>`,
  );
}

/** VAST 4.2 wrapper around a third-party tag. */
export function wrapperVast({ id }: CreativeContent, adTagUri: string): string {
  return document(
    `<Ad id="${id}"><Wrapper followAdditionalWrappers="true" allowMultipleAds="false">${adSystem}` +
      `${element('VASTAdTagURI', adTagUri)}</Wrapper></Ad>`,
  );
}

const adSystem = '<AdSystem>Bidhouse</AdSystem>';

function document(ad: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.2" xmlns="http://www.iab.com/VAST">${ad}</VAST>`;
}

function mediaFile({ file, mime, width, height, bitrate, codecs }: MediaFile, mediaUrl: string): string {
  const shape = `delivery="progressive" type="${escapeAttribute(mime)}" width="${width}" height="${height}"`;
  const rate = bitrate > 0 ? ` bitrate="${bitrate}"` : '';
  const codec = codecs && ` codec="${escapeAttribute(codecs)}"`;
  const scaling = width > 0 ? ' scalable="true" maintainAspectRatio="true"' : '';
  return `<MediaFile ${shape}${rate}${codec}${scaling}>${writeCdata(`${mediaUrl}/${file}`)}</MediaFile>`;
}

function element(name: string, url: string): string {
  return `<${name}>${writeCdata(url)}</${name}>`;
}
