import { type HtmlElement, readHtml } from '../../markup/readHtml.ts';
import { normalizeMime } from './normalizeMime.ts';

/** The properties of a banner, as its HTML shows them. What scripts and frames add is unknown. */
export interface BannerTraits {
  /** AdCOM banner ad types, each a list of those of which it has one: 1 text, 2 image, 3 script, 4 frame. */
  types: readonly (readonly number[])[];
  /** AdCOM creative attributes, each a list of those of which it has one. */
  attributes: readonly (readonly number[])[];
  /** AdCOM API frameworks of which the place needs one; empty when it needs none. */
  apis: readonly number[];
  /** The known MIME types of what it shows, as `normalizeMime` writes them: those of images, and of scripts and frames. */
  mimes: readonly string[];
}

/** AdCOM's MRAID 1.0, 2.0 and 3.0: an ad does not say which it needs. */
export const mraid: readonly number[] = [3, 5, 6];
const none: readonly never[] = [];

/** The script that ads for MRAID load (MRAID 3.0): it is a relative URL, which the SDK answers. */
const mraidScript = 'mraid.js';
const mraidUrl = /^(?:\.?\/)?mraid\.js$/;

/** Whether HTML may load the script of MRAID: most does not, and need not be read. */
export function mayNeedMraid(html: string): boolean {
  return html.includes(mraidScript);
}

/** Reads the traits of a banner's HTML. */
export function bannerTraits(html: string): BannerTraits {
  const shown = withoutFallbacks(html);
  const isOpen = shown.length < html.length;
  const seen: Seen = { types: new Set(), players: [], mimes: new Set(), images: [], needsMraid: false, isOpen };
  readHtml(shown, {
    onElement: (element) => see(seen, element),
    onRawText(name, _attributes, text) {
      if (name === 'style' && text.includes('url(')) seen.images.push(null);
    },
    onHidden() {},
  });
  const { needsMraid, mimes } = seen;
  if (seen.images.length > 0) seen.types.add(bannerType.image);
  // Of several images, those in the markup may be pixels and placeholders.
  const [embedded] = seen.images;
  if (embedded && seen.images.length === 1) mimes.add(embedded);
  const types = typesOf(seen);
  return { types, attributes: attributesOf(seen, types), apis: needsMraid ? mraid : none, mimes: [...mimes] };
}

/** HTML without the content of its `noscript` elements, which browsers show only where no scripts run. */
function withoutFallbacks(html: string): string {
  const start = /<noscript\b/gi;
  const end = /<\/noscript\b/gi;
  let shown = '';
  let at = 0;
  for (let found = start.exec(html); found; found = start.exec(html)) {
    shown += html.slice(at, found.index);
    end.lastIndex = start.lastIndex;
    at = end.exec(html)?.index ?? html.length;
    start.lastIndex = at;
  }
  return shown + html.slice(at);
}

/** AdCOM banner ad types. */
const bannerType = { text: 1, image: 2, script: 3, frame: 4 } as const;

/** The elements of a banner, as far as its traits depend on them. */
interface Seen {
  types: Set<number>;
  /** Videos, sounds and Flash files. */
  players: HtmlElement[];
  mimes: Set<string>;
  /** The MIME type of each image that the markup contains; null for those of URLs, and for others. */
  images: (string | null)[];
  needsMraid: boolean;
  /** Whether it has elements that may show an image, or not. */
  isOpen: boolean;
}

const images = new Set(['img', 'image', 'picture', 'svg', 'video', 'object', 'embed', 'canvas']);
const frames = new Set(['iframe', 'frame']);
const players = new Set(['video', 'audio', 'object', 'embed']);

function see(seen: Seen, element: HtmlElement): void {
  const { name, attributes } = element;
  if (name === 'script' && isJavaScript(attributes.get('type'))) {
    seen.types.add(bannerType.script);
    seen.mimes.add('text/javascript');
    seen.needsMraid ||= mraidUrl.test(attributes.get('src')?.trim() ?? '');
  } else if (frames.has(name)) {
    seen.types.add(bannerType.frame);
    seen.mimes.add('text/html');
  } else if (images.has(name) || (name === 'input' && attributes.get('type')?.toLowerCase() === 'image')) {
    seen.images.push(embeddedMime(element));
  }
  if (attributes.get('style')?.includes('url(') || attributes.has('background')) seen.images.push(null);
  if (players.has(name)) seen.players.push(element);
  // Style sheets and elements of scripts may show images.
  seen.isOpen ||= name === 'link' || name.includes('-');
}

/** The MIME type of an image that the markup contains; null for others, pixels, and placeholders of those loaded later. */
function embeddedMime({ name, attributes }: HtmlElement): string | null {
  const mime = name === 'img' ? /^data:([^;,]+)/i.exec(attributes.get('src')?.trim() ?? '')?.[1] : undefined;
  if (!mime || Number(attributes.get('width')) <= 1 || Number(attributes.get('height')) <= 1) return null;
  const isReplaced = [...attributes.keys()].some((each) => each === 'srcset' || each.startsWith('data-'));
  return isReplaced ? null : normalizeMime(mime);
}

/** Whether a script is run: others hold data and templates. */
function isJavaScript(type = ''): boolean {
  return type === '' || type.trim().toLowerCase() === 'module' || normalizeMime(type) === 'text/javascript';
}

/** A banner with scripts or frames is of those types alone, whatever else it shows. */
function typesOf({ types, isOpen }: Seen): number[][] {
  const loading = [bannerType.script, bannerType.frame].filter((type) => types.has(type));
  if (loading.length > 0) return loading.map((type) => [type]);
  if (types.has(bannerType.image)) return [[bannerType.image]];
  return isOpen ? [[bannerType.text, bannerType.image]] : [[bannerType.text]];
}

/** AdCOM creative attributes that elements show. */
const attribute = {
  audioAutoPlay: 1,
  audioByViewer: 2,
  videoAutoPlay: 6,
  videoByViewer: 7,
  textOnly: 12,
  flash: 17,
} as const;

function attributesOf({ players: played, types: seenTypes }: Seen, types: readonly number[][]): number[][] {
  const hasScript = seenTypes.has(bannerType.script);
  const found = played.flatMap(({ name, attributes }): number[][] => {
    if (name === 'video') {
      return [startedBy(attributes, hasScript, [attribute.videoAutoPlay, attribute.videoByViewer])];
    }
    if (name === 'audio') {
      return [startedBy(attributes, hasScript, [attribute.audioAutoPlay, attribute.audioByViewer])];
    }
    return attributes.get('type')?.trim().toLowerCase() === flash ? [[attribute.flash]] : [];
  });
  const isText = types.every((type) => type.every((each) => each === bannerType.text));
  return isText ? [...found, [attribute.textOnly]] : found;
}

const flash = 'application/x-shockwave-flash';

/** Of two attributes, the one for how a player is started. A script may start any. */
function startedBy(
  attributes: HtmlElement['attributes'],
  hasScript: boolean,
  [byItself, byViewer]: readonly [number, number],
): number[] {
  if (attributes.has('autoplay')) return [byItself];
  return hasScript ? [byItself, byViewer] : [byViewer];
}
