import type { ErrorReports } from './errorReports.ts';
import type { UrlSealer } from '../notices/urlSealer.ts';

/** The Error URLs of an ad, sealed beside the token of its error event. */
interface SealedErrors {
  /** With the token of any other ad nothing is called. */
  serveId: string;
  errors: readonly string[];
}

/** Maximum characters of all URLs: they are part of one of ours. */
const maxLength = 2000;

/**
 * Seals the Error URLs of an ad as the value of a parameter of our own Error URL: VAST 2.0 has room for one only. Null
 * where there are none.
 */
export function sealErrors(
  sealer: Pick<UrlSealer, 'seal'>,
  { serveId, errors }: SealedErrors,
  at: number,
): string | null {
  let length = 0;
  const fitting = errors.filter((url) => (length += url.length) <= maxLength);
  return fitting.length === 0 ? null : sealer.seal(JSON.stringify({ serveId, errors: fitting }), at);
}

/** Calls the sealed Error URLs of an ad with the code that its player reported. */
export function reportPartnerErrors(
  { sealer, reports }: { sealer: Pick<UrlSealer, 'open'>; reports: ErrorReports },
  sealed: string,
  { at, serveId, code }: { at: number; serveId: string; code: number },
): void {
  const text = sealer.open(sealed, at);
  // Sealed texts of other kinds have no errors.
  const { serveId: owner, errors = [] } = text?.startsWith('{') ? (JSON.parse(text) as Partial<SealedErrors>) : {};
  if (owner === serveId && errors.length > 0) reports.report(errors, code);
}
