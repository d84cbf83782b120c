import { isPlainHttp } from '../../markup/isPlainHttp.ts';
import { loadsPlainHttp } from '../../markup/loadsPlainHttp.ts';
import type { Bid } from './responseTypes.ts';
import type { MediaType } from '../types.ts';

/**
 * Whether a bid loads and fires nothing by plain http. Landing pages may use it. nativeFault checks native markup,
 * adFault that of video and audio.
 */
export function isSecureBid({ adm, nurl, iurl }: Bid, mediaType: MediaType): boolean {
  if (isPlainHttp(iurl)) return false;
  if (!adm) return !isPlainHttp(nurl);
  return mediaType !== 'banner' || !loadsPlainHttp(adm);
}
