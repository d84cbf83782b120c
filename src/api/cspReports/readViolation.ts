import { z } from 'zod';
import type { CspViolation } from '#storage/system/cspReportStore.ts';

/** Maximum length of an origin. Longer ones are no host names. */
const maxLength = 300;

/** The directives that a policy can block something by (CSP Level 3). Others are not reported by a browser. */
const directives: ReadonlySet<string> = new Set(
  [
    'base-uri child-src connect-src default-src fenced-frame-src font-src form-action frame-ancestors frame-src img-src',
    'manifest-src media-src object-src prefetch-src require-trusted-types-for sandbox script-src script-src-attr',
    'script-src-elem style-src style-src-attr style-src-elem trusted-types worker-src',
  ]
    .join(' ')
    .split(' '),
);

/** Words that browsers write in place of a URL. */
const keywords: ReadonlySet<string> = new Set(['inline', 'eval', 'wasm-eval', 'self', 'trusted-types-sink']);

const text = z.string();
/** The body of a report (application/csp-report). */
const reportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text.default(''),
  }),
});

/**
 * The violation of a report by directive and origin, scheme or keyword of what was blocked; path, page and sample are not
 * read. `unknown`: the report has no directive of a policy. Null for what is not a report.
 */
export function readViolation(body: string): CspViolation | 'unknown' | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const report = reportSchema.safeParse(parsed);
  if (!report.success) return null;
  const {
    'effective-directive': effective = '',
    'violated-directive': violated = '',
    'blocked-uri': blocked,
  } = report.data['csp-report'];
  // Earlier browsers write the whole directive with its sources.
  const [directive = ''] = (effective || violated).trim().toLowerCase().split(/\s/, 1);
  return directives.has(directive) ? { directive, blocked: placeOf(blocked) } : 'unknown';
}

/** The origin of a web URL, the scheme of another, or a keyword; empty = not named. */
function placeOf(blocked: string): string {
  if (keywords.has(blocked)) return blocked;
  let url: URL;
  try {
    url = new URL(blocked.includes(':') ? blocked : `${blocked}:`);
  } catch {
    return '';
  }
  const place = /^(?:https?|wss?):$/.test(url.protocol) ? `${url.protocol}//${url.host}` : url.protocol.slice(0, -1);
  return place.length > maxLength ? '' : place;
}
