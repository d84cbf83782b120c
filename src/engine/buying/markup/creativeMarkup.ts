import type { Imp } from '#standards/openrtb/types.ts';
import { bundleMarkup, imageMarkup } from './displayMarkup.ts';
import { nativeMarkup } from './nativeMarkup.ts';
import type { MarkupContext, CreativeContent } from './creativeContent.ts';
import { mediaVast, wrapperVast } from './vastMarkup.ts';

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

/** Macro-like text in HTML and scripts. `${CLICK_URL}` is left to the ad server. */
const macro = /\[[A-Z][A-Z0-9_]{2,39}\]|\$\{(?!CLICK_URL)[A-Z][A-Z0-9_]{2,39}\}/g;

/** Third-party HTML with only its known macros filled: in scripts, `[x]` may be an index. */
function withMacros(markup: string, { fill }: MarkupContext): string {
  return markup.replace(macro, (written) => fill(written));
}
