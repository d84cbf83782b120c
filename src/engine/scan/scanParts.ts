import type { ScanFinding } from '#model/scan/scanFinding.ts';
import { scanHtml } from './scanHtml.ts';
import { scanScript } from './scanScript.ts';
import { scanUrls } from './scanUrls.ts';
import { scanVast } from './scanVast.ts';
import { createScanReport, partText, type ScanLists, type ScannedResource } from './scanReport.ts';

/** A part of a creative that is scanned. */
export type ScannedPart =
  | { kind: 'html' | 'script' | 'style' | 'vast' | 'url'; place: string; text: string }
  /** A file, by its SHA-256 in hexadecimal. */
  | { kind: 'file'; place: string; sha256: string }
  /** A part that could not be read. */
  | { kind: 'unread'; place: string };

/** Maximum characters of one part. */
const maxPartLength = 512 * 1024;

/**
 * Scans the parts of a creative. Returns its findings, the blocking ones first, and what it loads from elsewhere.
 * `yieldIfDue` is awaited between texts, each of which is scanned in linear time.
 */
export async function scanParts(
  parts: readonly ScannedPart[],
  lists: ScanLists,
  yieldIfDue: () => Promise<void> | undefined = () => undefined,
): Promise<{ findings: ScanFinding[]; resources: ScannedResource[] }> {
  const report = createScanReport(lists);
  for (const part of parts) {
    await yieldIfDue();
    if (part.kind === 'file') {
      if (lists.hasFile(part.sha256)) report.addOf('blocked_file', part.sha256, part.place);
      continue;
    }
    if (part.kind === 'unread' || part.text.length > maxPartLength) report.addOf('not_scanned', part.place, part.place);
    if (part.kind === 'unread') continue;
    const text = partText(part.place, part.text.slice(0, maxPartLength));
    if (part.kind === 'html') scanHtml(report, text);
    else if (part.kind === 'script') scanScript(report, text);
    else if (part.kind === 'vast') scanVast(report, text);
    else scanUrls(report, text.text, text, 0);
    for (let next = report.takeText(); next; next = report.takeText()) {
      await yieldIfDue();
      if (next.kind === 'html') scanHtml(report, next.text);
      else scanScript(report, next.text, next.isClick);
    }
  }
  return { findings: report.findings(), resources: report.resources() };
}
