import { insideCdata } from '../xml/escapeXml.ts';
import type { VastVersion } from './types.ts';
import { isVersion4 } from './vastVersions.ts';

/** A no-ad response, to be sent with status 200. The player calls `errorUrl`; 2.0 has no Error at the root. */
export function renderNoAd(version: VastVersion, errorUrl?: string): string {
  const namespace = isVersion4(version) ? ' xmlns="http://www.iab.com/VAST"' : '';
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="${version}"${namespace}`;
  if (errorUrl === undefined || version === '2.0') return `${start}/>`;
  return `${start}><Error><![CDATA[${insideCdata(errorUrl)}]]></Error></VAST>`;
}
