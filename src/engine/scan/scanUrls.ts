import { hostsIn } from './hostsIn.ts';
import { minerHosts } from './minerHosts.ts';
import type { ScannedText, ScanReport } from './scanReport.ts';

/** Endings of programs and packages that start or install something. */
const programs = /\.(?:apk|exe|msi|dmg|pkg|scr|bat|cmd|ps1|vbs|jar|xpi|crx|hta)$/i;

/** Compares the hosts of all URLs in a text, which is at an index of another one, with the lists. */
export function scanUrls(report: ScanReport, text: string, within: ScannedText, at: number): void {
  for (const { host } of hostsIn(text)) scanHost(report, host, within, at);
  const program = /^[^\s?#]{1,2000}/.exec(text.trim())?.[0] ?? '';
  if (program.includes('//') && programs.test(program)) report.add('download', program, within, at);
}

/** Compares the hosts of all URLs in a text with the lists, wherever in it they are. */
export function scanHosts(report: ScanReport, text: ScannedText): void {
  for (const { host, at } of hostsIn(text.text)) scanHost(report, host, text, at);
}

/** Compares a host and the domains above it with the lists. */
export function scanHost(report: ScanReport, host: string, within: ScannedText, at: number): void {
  for (const domain of domainsOf(host)) {
    if (report.lists.hasDomain(domain)) report.add('blocked_domain', domain, within, at);
    if (minerHosts.has(domain)) report.add('miner', domain, within, at);
  }
}

/** A host with the domains above it, without the top level. */
function* domainsOf(host: string): Generator<string> {
  for (let from = 0, dot = host.indexOf('.'); dot >= 0; from = dot + 1, dot = host.indexOf('.', from)) {
    yield host.slice(from);
  }
}
