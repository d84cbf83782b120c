import { demoCreatives, type DemoCreative } from '../demoCreatives.ts';
import { adCopies } from './adCopy.ts';

/** The parts of a native request that the demo's buyers read (OpenRTB Native 1.1 and 1.2, section 4). */
interface NativeRequest {
  ver?: string;
  assets?: NativeAsset[];
  eventtrackers?: { event?: number; methods?: number[] }[];
}

interface NativeAsset {
  id?: number;
  required?: number;
  title?: { len?: number };
  img?: { type?: number; w?: number; h?: number; wmin?: number; hmin?: number; mimes?: string[] };
  data?: { type?: number; len?: number };
  video?: object;
}

/** Creative and URLs of a native ad. */
export interface NativeAdInput {
  creative: DemoCreative;
  /** The demo server's URL, without a trailing slash. */
  base: string;
  clickUrl: string;
  /** Pixel that counts its view. */
  pixelUrl: string;
  /** The VAST of video assets. */
  vast: string;
}

/**
 * Builds the response to a native request as JSON text; null when it requires an asset that the creative lacks, or is
 * malformed.
 */
export function nativeAd(requestText: string, input: NativeAdInput): string | null {
  const request = readRequest(requestText);
  if (!request?.assets) return null;
  const assets: unknown[] = [];
  for (const asset of request.assets) {
    const content = contentOf(asset, input);
    if (content) assets.push({ id: asset.id, ...(asset.required === 1 ? { required: 1 } : {}), ...content });
    else if (asset.required === 1) return null;
  }
  const isOld = request.ver !== undefined && Number(request.ver) < 1.2;
  const wantsPixel = request.eventtrackers?.some(
    ({ event, methods }) => event === 1 && (methods === undefined || methods.includes(1)),
  );
  const answer = {
    ver: request.ver ?? '1.2',
    link: { url: input.clickUrl },
    assets,
    ...(wantsPixel
      ? { eventtrackers: [{ event: 1, method: 1, url: input.pixelUrl }] }
      : { imptrackers: [input.pixelUrl] }),
  };
  // Up to 1.1 the response has a root element.
  return JSON.stringify(isOld ? { native: answer } : answer);
}

function readRequest(text: string): NativeRequest | null {
  try {
    const read = JSON.parse(text) as (NativeRequest & { native?: NativeRequest }) | null;
    return read?.native ?? read;
  } catch {
    return null;
  }
}

function contentOf(asset: NativeAsset, { creative, base, vast }: NativeAdInput): object | null {
  const { headline } = adCopies[creative];
  if (asset.title) return { title: { text: headline.slice(0, asset.title.len ?? headline.length) } };
  if (asset.img) {
    const { type = 3, mimes } = asset.img;
    if (mimes?.length && !mimes.includes('image/svg+xml')) return null;
    const w = asset.img.w ?? Math.max(asset.img.wmin ?? 0, type === 1 ? 80 : 600);
    const h = asset.img.h ?? Math.max(asset.img.hmin ?? 0, type === 1 ? 80 : 314);
    return { img: { type, url: `${base}/rtb/picture/${creative}/${w}x${h}.svg`, w, h } };
  }
  if (asset.video) return { video: { vasttag: vast } };
  const value = asset.data ? dataOf(asset.data.type, creative) : null;
  return value === null ? null : { data: { type: asset.data?.type, value: value.slice(0, asset.data?.len) } };
}

/** A data asset by its type (Native 1.2, section 7.4). */
function dataOf(type: number | undefined, creative: DemoCreative): string | null {
  const { text, action } = adCopies[creative];
  const { advertiser, landing } = demoCreatives.find(({ key }) => key === creative) ?? demoCreatives[0];
  const values: Readonly<Record<number, string>> = {
    1: advertiser,
    2: text,
    3: '4.7',
    10: text,
    11: new URL(landing).hostname,
    12: action,
  };
  return values[type ?? 0] ?? null;
}
