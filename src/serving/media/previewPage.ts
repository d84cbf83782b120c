import { creativeMarkup } from '#engine/buying/markup/creativeMarkup.ts';
import type { MarkupContext } from '#engine/buying/markup/creativeContent.ts';
import type { CreativeRow } from '#model/index.ts';
import { fillClickMacros } from '#standards/clickMacro.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { escapeAttribute, escapeText } from '#standards/xml/escapeXml.ts';

/**
 * The page that shows a creative as viewers see it. It uses the markup that is served, except that clicks lead straight
 * to the landing page, uncounted, and no trackers are called. It reports what happens to the page that frames it.
 */
export function previewPage(row: CreativeRow, place: MarkupContext, script: string): string {
  const markup = creativeMarkup(row, impAcceptingAny(row), place);
  if (markup === null) return page(script, `<p class="none">${noAdMessage(row)}</p>`);
  const isPlayed = ['video', 'audio', 'vast', 'vastUrl'].includes(row.type);
  if (isPlayed) {
    const json = JSON.stringify({ vast: markup }).replaceAll('<', '\\u003c');
    return page(script, `<div id="player"></div><script type="application/json" id="ad">${json}</script>`, 'player');
  }
  if (row.type === 'native') return page(script, nativeCard(row, place));
  return page(script, `<div id="ad">${fillClickMacros(markup, (landing) => landing ?? '')}</div>`);
}

/** An imp that accepts this creative, whatever it is. */
function impAcceptingAny({ files, type }: CreativeRow): Imp {
  const mimes = files.map(({ mime }) => mime);
  const assets = [{ id: 1, title: { len: 1000 } }];
  if (type === 'audio') return { id: '1', audio: { mimes } };
  if (type === 'native') return { id: '1', native: { request: JSON.stringify({ assets }) } };
  const isDisplay = type === 'image' || type === 'html5' || type === 'tag';
  return isDisplay ? { id: '1', banner: {} } : { id: '1', video: { mimes } };
}

function noAdMessage({ type, files }: CreativeRow): string {
  if (files.length === 0 && !['tag', 'vast', 'vastUrl'].includes(type)) return 'No file has been uploaded yet.';
  return 'There is nothing to preview yet.';
}

/** A native ad as it looks in a feed. */
function nativeCard(row: CreativeRow, { mediaUrl }: MarkupContext): string {
  const fileOf = (role: string) => row.files.find((file) => file.role === role);
  const [main, icon] = [fileOf('main'), fileOf('icon')];
  const image = (file: typeof main, name: string) =>
    file ? `<img class="${name}" src="${escapeAttribute(`${mediaUrl}/${file.file}`)}" alt="">` : '';
  const line = (name: string, text: string) => (text === '' ? '' : `<span class="${name}">${escapeText(text)}</span>`);
  return `<a id="ad" class="card" href="${escapeAttribute(row.clickUrl)}" target="_blank" rel="noopener">${image(main, 'main')}<span class="row">${image(icon, 'icon')}<span class="texts">${line('sponsor', row.sponsor && `Sponsored by ${row.sponsor}`)}${line('title', row.title)}${line('body', row.body)}</span>${line('action', row.callToAction)}</span></a>`;
}

function page(script: string, content: string, kind = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Preview</title><style>${style}</style></head><body class="${kind}">${content}<script src="${escapeAttribute(script)}"></script></body></html>`;
}

const style = `body{margin:0;font:14px/1.4 system-ui,sans-serif;color:#1d2129;background:#fff}
body.player{background:#000}#player{position:relative;width:100vw;height:100vh}#ad{display:inline-block;vertical-align:top}
.none{padding:16px;margin:0;color:#5c6470}.card{display:block!important;max-width:420px;color:inherit;text-decoration:none}
.card .main{display:block;width:100%}.row{display:flex;gap:12px;align-items:center;padding:12px}
.icon{width:48px;height:48px;border-radius:8px;object-fit:cover}.texts{display:flex;flex-direction:column;flex:1;min-width:0}
.sponsor{font-size:12px;color:#5c6470}.title{font-weight:600}.action{padding:6px 12px;border-radius:6px;background:#1d2129;color:#fff;white-space:nowrap}`;
