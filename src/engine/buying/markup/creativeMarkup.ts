import type { Imp } from '#standards/openrtb/types.ts';
import { nativeMarkup } from './nativeMarkup.ts';
import type { MarkupContext, CreativeContent } from './creativeContent.ts';
import { mediaVast, wrapperVast } from './vastMarkup.ts';
import { clickMacro } from '#standards/clickMacro.ts';
import { escapeAttribute } from '#standards/xml/escapeXml.ts';

/** HTML of an image that links to its landing page through our click URL; null when it has no file. */
function imageMarkup(creative: CreativeContent, { mediaUrl }: MarkupContext): string | null {
  const file = creative.files.find(({ role }) => role === 'main');
  if (!file) return null;
  const alt = escapeAttribute(creative.adomain || 'Advertisement');
  const image = `<img src="${escapeAttribute(`${mediaUrl}/${file.file}`)}" width="${file.width}" height="${file.height}" alt="${alt}" style="display:block;border:0;max-width:100%">`;
  return creative.clickUrl === '' ? image : `<a href="${clickMacro(creative.clickUrl)}" ${opensAside}>${image}</a>`;
}

/**
 * HTML of an iframe with an HTML5 bundle, which receives its click URL as `clickTag` in its own URL. null when it has
 * no file or no size.
 */
function bundleMarkup(creative: CreativeContent, { mediaUrl }: MarkupContext): string | null {
  const bundle = creative.files.find(({ role }) => role === 'main');
  const width = creative.width ?? bundle?.width ?? 0;
  const height = creative.height ?? bundle?.height ?? 0;
  if (!bundle || width === 0 || height === 0) return null;
  const query = creative.clickUrl === '' ? '' : `?clickTag=${clickMacro(creative.clickUrl, true)}`;
  const source = escapeAttribute(`${mediaUrl}/${bundle.file}/index.html${query}`);
  return `<iframe src="${source}" width="${width}" height="${height}" sandbox="${bundleSandbox}" scrolling="no" frameborder="0" marginwidth="0" marginheight="0" title="Advertisement" style="display:block;border:0"></iframe>`;
}

const opensAside = 'target="_blank" rel="noopener sponsored"';

/** Sandbox permissions of bundles: no access to the page, but a click may open the landing page. */
const bundleSandbox =
  'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/**
 * The markup of a creative for an imp (`bid.adm`), without our own trackers: VAST, HTML with macros in place of our
 * click URL (`fillClickMacros`), or native JSON. null where the creative lacks something that the imp requires.
 */
export function creativeMarkup(creative: CreativeContent, imp: Imp, context: MarkupContext): string | null {
  const { type, vastUrl, vastXml, markup } = creative;
  const { video, audio, banner, native } = imp;
  if (type === 'video') return video ? mediaVast(creative, video, context) : null;
  if (type === 'audio') return audio ? mediaVast(creative, audio, context) : null;
  if (type === 'native') return native ? nativeMarkup(creative, native, context) : null;
  if (type === 'vastUrl' || type === 'vast') {
    if (!video && !audio) return null;
    if (type === 'vast') return vastXml || null;
    return vastUrl === '' ? null : wrapperVast(creative, context.fill(vastUrl));
  }
  if (!banner) return null;
  if (type === 'tag') return withMacros(markup, context) || null;
  return type === 'image' ? imageMarkup(creative, context) : bundleMarkup(creative, context);
}

/** Macro-like text in HTML and scripts, plain or percent-encoded. `${CLICK_URL}` is left to the ad server. */
const macro =
  /(?:\[|%5[Bb])[A-Z][A-Z0-9_]{2,39}(?:\]|%5[Dd])|(?:\$|%24)(?:(?:\{|%7[Bb])(?!CLICK_URL)[A-Z][A-Z0-9_]{2,39}(?:\}|%7[Dd])|SCHAIN\b)/g;

/** Third-party HTML with only its known macros filled: in scripts, `[x]` may be an index. */
function withMacros(markup: string, { fill }: MarkupContext): string {
  return markup.replace(macro, (written) => fill(written));
}
