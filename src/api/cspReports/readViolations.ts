import { z } from 'zod';
import type { CspViolation } from '#storage/system/cspReportStore.ts';

/** Maximum violations that one report may have; further ones are dropped. */
const maxViolations = 20;
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
/** The body of a `report-uri` (application/csp-report). */
const formerReport = z.object({
  'csp-report': z.object({
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text.default(''),
  }),
});
/** The body of a `report-to` (application/reports+json). */
const reports = z.array(z.object({ type: text, body: z.unknown() }));
const violationBody = z.object({ effectiveDirective: text, blockedURL: text.nullish() });

/**
 * The violations of a report by directive and origin, scheme or keyword of what was blocked; paths, pages and samples
 * are not read. Null for what is not a report; reports of other kinds have none.
 */
export function readViolations(body: string): CspViolation[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const former = formerReport.safeParse(parsed);
  if (former.success) {
    const report = former.data['csp-report'];
    return violationsOf([
      {
        directive: report['effective-directive'] || (report['violated-directive'] ?? ''),
        blocked: report['blocked-uri'],
      },
    ]);
  }
  const several = reports.safeParse(parsed);
  if (!several.success) return null;
  return violationsOf(
    several.data.slice(0, maxViolations).flatMap(({ type, body: each }) => {
      const violation = type === 'csp-violation' ? violationBody.safeParse(each) : null;
      if (!violation?.success) return [];
      return { directive: violation.data.effectiveDirective, blocked: violation.data.blockedURL ?? '' };
    }),
  );
}

function violationsOf(found: readonly CspViolation[]): CspViolation[] {
  return found.flatMap(({ directive: written, blocked }) => {
    // Earlier browsers write the whole directive with its sources.
    const [directive = ''] = written.trim().toLowerCase().split(/\s/, 1);
    return directives.has(directive) ? [{ directive, blocked: placeOf(blocked) }] : [];
  });
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
