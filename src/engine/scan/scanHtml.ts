import { embeddedText } from '#standards/markup/embeddedText.ts';
import { type HtmlElement, readHtml } from '#standards/markup/readHtml.ts';
import { scanHosts, scanUrls } from './scanUrls.ts';
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

/** Scans HTML: its scripts, handlers, URLs and frames. The texts in it are scanned later. */
export function scanHtml(report: ScanReport, html: ScannedText): void {
  scanHosts(report, html);
  readHtml(html.text, {
    onElement: (element) => scanElement(report, html, element),
    onRawText(name, attributes, text, at) {
      if (name === 'style' || /json|template/i.test(attributes.get('type') ?? '')) return;
      report.scanLater({ kind: 'script', text }, html, at);
    },
    onHidden: (text, at) => report.scanLater({ kind: 'html', text }, html, at),
  });
}

function scanElement(report: ScanReport, html: ScannedText, { name, attributes, at }: HtmlElement): void {
  for (const [attribute, value] of attributes) {
    scanUrls(report, value, html, at);
    if (attribute.startsWith('on') && value !== '') {
      report.scanLater({ kind: 'script', text: value, isClick: clickHandlers.has(attribute) }, html, at);
    } else if (attribute === 'srcdoc') report.scanLater({ kind: 'html', text: value }, html, at);
    else scanUrl(report, html, { name, value, at });
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
  const embedded = embeddedText(value);
  if (embedded?.scheme === 'javascript') {
    if (isEmptyCode.test(embedded.text.slice(0, 100))) return;
    report.add('script_url', value, html, at);
    report.scanLater({ kind: 'script', text: embedded.text, isClick: links.has(name) }, html, at);
  } else if (embedded && documents.has(embedded.type)) {
    report.scanLater({ kind: 'html', text: embedded.text }, html, at);
  }
}

const isEmptyCode = /^\s*(?:void(?:\s*\(?\s*(?:0|null)?\s*\)?)?|false|undefined)?\s*;?\s*$/i;
const documents = new Set(['text/html', 'image/svg+xml']);
