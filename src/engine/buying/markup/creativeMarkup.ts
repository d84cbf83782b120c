import type { Imp } from '#standards/openrtb/types.ts';
import { bundleMarkup, imageMarkup } from './displayMarkup.ts';
import { nativeMarkup } from './nativeMarkup.ts';
import type { MarkupContext, CreativeContent } from './creativeContent.ts';
import { mediaVast, wrapperVast } from './vastMarkup.ts';

/**
 * What shows a creative in an impression (`bid.adm`), without trackers of ours: VAST, HTML, in which click macros stand for
 * our click address (`fillClickMacros`), or native JSON. Null where the impression asks for what the creative has not.
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

/** What looks like a macro in HTML and its scripts; `${CLICK_URL}` is left to whoever serves it. */
const macro = /\[[A-Z][A-Z0-9_]{2,39}\]|\$\{(?!CLICK_URL)[A-Z][A-Z0-9_]{2,39}\}/g;

/** HTML of a third party with its macros filled, and nothing else of it: in scripts `[x]` may be an index. */
function withMacros(markup: string, { fill }: MarkupContext): string {
  return markup.replace(macro, (written) => fill(written));
}
