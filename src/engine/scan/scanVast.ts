import { readXml } from '#standards/vast/readXml.ts';
import { attributesOf, textOf, type XmlElement } from '#standards/xml/xmlElement.ts';
import { scanScriptText } from './scanScript.ts';
import { scanUrls } from './scanUrls.ts';
import type { ScannedText, ScanReport } from './scanReport.ts';

/** Scans a VAST document: all its URLs, its HTML, and what it gives to interactive ads. */
export function scanVast(report: ScanReport, vast: ScannedText): void {
  const root = readXml(vast.text);
  if (typeof root === 'string') {
    report.add('not_scanned', '', vast, 0);
    scanUrls(report, vast.text, vast, 0);
    return;
  }
  const pending: XmlElement[] = [root];
  while (pending.length > 0) {
    const element = pending.pop() as XmlElement;
    scanElement(report, vast, element);
    pending.push(...element.children.toReversed());
  }
}

function scanElement(report: ScanReport, vast: ScannedText, element: XmlElement): void {
  const { localName, start } = element;
  const attributes = attributesOf(element);
  for (const { value } of attributes) scanUrls(report, value, vast, start);
  const text = textOf(element);
  if (text === '') return;
  scanUrls(report, text, vast, start);
  if (localName === 'HTMLResource') report.scanLater({ kind: 'html', text }, vast, start);
  else if (localName === 'AdParameters') scanScriptText(report, vast, text, start);
  else if (localName === 'IFrameResource') report.load({ url: text, kind: 'html' });
  else if (localName === 'InteractiveCreativeFile' || attributes.some(isInteractive)) {
    report.load({ url: text, kind: 'script' });
  }
}

/** Whether an attribute says that the file is a script (VPAID). */
function isInteractive({ localName, value }: { localName: string; value: string }): boolean {
  return localName === 'type' && /javascript/i.test(value);
}
