import { cssUrls } from './cssUrls.ts';
import { embeddedText } from './embeddedText.ts';
import { isPlainHttp } from './isPlainHttp.ts';
import type { MarkupKind, MarkupLoads } from './markupLoads.ts';
import { mayReferToHttp } from './mayReferToHttp.ts';
import { readHtmlLoads } from './readHtmlLoads.ts';
import { readScriptLoads } from './readScriptLoads.ts';

/** Maximum characters that are read of a text, per character: texts in it are read again. */
const maxReadings = 5;
/** The same for short texts. */
const minCharacters = 16_384;

/**
 * Whether markup loads an image, script, frame, media file or style by plain http, fires a request by it, or leads its
 * frame there without a click. Landing pages may use it. HTML is read as browsers read it, with the frames, styles and
 * scripts in it; scripts are read, not run: URLs that they compute are not seen. True also for texts within each
 * other beyond any use, as they cannot be checked.
 */
export function loadsPlainHttp(text: string, kind: MarkupKind = 'html'): boolean {
  return mayReferToHttp(text) && findsPlainHttp(text.length, (loads) => readers[kind](text, loads));
}

/** The same for the URL of a frame, which may contain the frame. */
export function frameLoadsPlainHttp(url: string): boolean {
  return mayReferToHttp(url) && findsPlainHttp(url.length, (loads) => loads.url(url, 'frame'));
}

/** Reads a text of a length, then the texts in it, until one loads something by plain http. */
function findsPlainHttp(length: number, read: (loads: MarkupLoads) => void): boolean {
  const waiting: { kind: MarkupKind; text: string }[] = [];
  let isFound = false;
  const loads: MarkupLoads = {
    url(url, as) {
      if (isPlainHttp(url)) isFound = true;
      else readEmbedded(loads, url, as);
    },
    text(kind, text) {
      if (mayReferToHttp(text)) waiting.push({ kind, text });
    },
    unreadable() {
      isFound = true;
    },
  };
  read(loads);
  let left = Math.max(minCharacters, length * maxReadings);
  for (const { kind, text } of waiting) {
    if (isFound) break;
    left -= text.length;
    if (left < 0) return true;
    readers[kind](text, loads);
  }
  return isFound;
}

const readers: Record<MarkupKind, (text: string, loads: MarkupLoads) => void> = {
  html: readHtmlLoads,
  script: (text, loads) => readScriptLoads(text, loads, false),
  data: (text, loads) => readScriptLoads(text, loads, true),
  style: (text, loads) => {
    for (const url of cssUrls(text)) loads.url(url, 'style');
  },
};

/** Reads what a URL contains, if it is loaded as something that loads more itself: images do not. */
function readEmbedded(loads: MarkupLoads, url: string, as: Parameters<MarkupLoads['url']>[1]): void {
  const embedded = embeddedText(url);
  if (!embedded) return;
  const { scheme, type, text } = embedded;
  if (scheme === 'javascript') {
    if (as === 'frame') loads.text('script', text);
  } else if (as === 'frame' && /html|xml/.test(type)) loads.text('html', text);
  else if (as === 'script') loads.text('script', text);
  else if (as === 'style' && type === 'text/css') loads.text('style', text);
}
