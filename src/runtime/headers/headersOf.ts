import { responseHeaders, type ResponseKind } from './responseHeaders.ts';

/** Values on which some headers depend. */
export interface HeaderContext {
  /** Origin of ad serving, whose media and previews the console shows. */
  adsOrigin?: string;
  /** Origin of the console, which alone frames previews; null = not known, any page may. */
  consoleOrigin?: string | null;
  /** Source of the only style of a page: 'sha256-…'. */
  style?: string;
}

/** Header by which browsers call an origin by https only, for a year. */
export const httpsOnly = ['strict-transport-security', 'max-age=31536000'] as const;

/** The headers of a kind of response, without `httpsOnly`. */
export function headersOf(
  kind: ResponseKind,
  { adsOrigin = '', consoleOrigin = null, style = '' }: HeaderContext = {},
): Record<string, string> {
  const fill = (value: string) =>
    value
      .replace(consoleOrigin === null ? '; frame-ancestors {console}' : '{console}', consoleOrigin ?? '')
      .replaceAll('{ads}', adsOrigin)
      .replace('{style}', style);
  return Object.fromEntries(Object.entries(responseHeaders[kind].headers).map(([name, value]) => [name, fill(value)]));
}

/** Whether a public URL is https, so that its origin gets `httpsOnly`. */
export function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
