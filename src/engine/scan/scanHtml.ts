import { type HtmlElement, readHtml } from './readHtml.ts';
import { scanScript } from './scanScript.ts';
import { scanUrls } from './scanUrls.ts';
import type { ScannedText, ScanReport } from './scanReport.ts';

/** Handlers of clicks and keys. */
const clickHandlers = new Set(
  (
    'onclick ondblclick onauxclick oncontextmenu onmousedown onmouseup onpointerdown onpointerup ontouchstart ' +
    'ontouchend onkeydown onkeyup onkeypress onsubmit'
  ).split(' '),
);

/** Elements whose URL is followed by a click only. */
const links = new Set(['a', 'area', 'form', 'button', 'input']);

/** Scans HTML: its scripts, handlers, URLs and frames. */
export function scanHtml(report: ScanReport, html: ScannedText): void {
  readHtml(html.text, {
    onElement: (element) => scanElement(report, html, element),
    onRawText(name, attributes, text, at) {
      scanUrls(report, text, html, at);
      if (name === 'style' || /json|template/i.test(attributes.get('type') ?? '')) return;
      const script = report.textWithin(text, html, at);
      if (script) scanScript(report, script);
    },
  });
}

function scanElement(report: ScanReport, html: ScannedText, { name, attributes, at }: HtmlElement): void {
  for (const [attribute, value] of attributes) {
    scanUrls(report, value, html, at);
    if (attribute.startsWith('on') && value !== '') {
      const handler = report.textWithin(value, html, at);
      if (handler) scanScript(report, handler, clickHandlers.has(attribute));
    } else if (attribute === 'srcdoc') {
      const frame = report.textWithin(value, html, at);
      if (frame) scanHtml(report, frame);
    } else scanUrl(report, html, { name, value, at });
  }
  if (name === 'meta' && /^\s*refresh\s*$/i.test(attributes.get('http-equiv') ?? '')) {
    const content = attributes.get('content') ?? '';
    if (/url/i.test(content)) report.add('redirect', `<meta http-equiv="refresh" content="${content}">`, html, at);
  }
  const url = attributes.get('src') ?? '';
  if (name === 'script' && url !== '') report.load({ url, kind: 'script' });
  if (name === 'iframe' && url !== '') report.load({ url, kind: 'html' });
}

/** Scans a URL that is a script or a document itself. */
function scanUrl(
  report: ScanReport,
  html: ScannedText,
  { name, value, at }: { name: string; value: string; at: number },
): void {
  // Browsers ignore blanks and control characters in a scheme (WHATWG URL, 4.4).
  const head = value
    .slice(0, 200)
    .replace(/[^!-\uFFFF]+/g, '')
    .toLowerCase();
  if (head.startsWith('javascript:')) {
    const code = value.slice(value.indexOf(':') + 1);
    if (/^\s*(?:void(?:\s*\(?\s*(?:0|null)?\s*\)?)?|false|undefined)?\s*;?\s*$/i.test(code.slice(0, 100))) return;
    report.add('script_url', value, html, at);
    const script = report.textWithin(decodeUrl(code), html, at);
    if (script) scanScript(report, script, links.has(name));
  } else if (head.startsWith('data:text/html') || head.startsWith('data:image/svg+xml')) {
    const page = report.textWithin(documentOf(value), html, at);
    if (page) scanHtml(report, page);
  }
}

function documentOf(url: string): string {
  const comma = url.indexOf(',');
  const data = decodeUrl(url.slice(comma + 1));
  if (!/;\s*base64\s*$/i.test(url.slice(0, comma).slice(-100))) return data;
  try {
    return atob(data);
  } catch {
    return data;
  }
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
