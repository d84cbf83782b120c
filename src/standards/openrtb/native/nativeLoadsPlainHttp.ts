import { isPlainHttp } from '../../markup/isPlainHttp.ts';
import { loadsPlainHttp } from '../../markup/loadsPlainHttp.ts';
import { vastLoadsPlainHttp } from '../bid/vastLoadsPlainHttp.ts';
import type { NativeResponse } from './nativeTypes.ts';

/** Whether a native ad loads or fires anything by plain http. Landing pages may use it. */
export function nativeLoadsPlainHttp(response: NativeResponse): boolean {
  const { link, assets = [], assetsurl, dcourl, imptrackers = [], eventtrackers = [], jstracker = '' } = response;
  const urls = [
    assetsurl,
    dcourl,
    ...imptrackers,
    ...(link.clicktrackers ?? []),
    ...eventtrackers.map(({ url }) => url),
  ];
  for (const { img, link: own } of assets) urls.push(img?.url, ...(own?.clicktrackers ?? []));
  return (
    urls.some(isPlainHttp) ||
    isPlainHttp(jstracker) ||
    loadsPlainHttp(jstracker) ||
    assets.some(({ video }) => video !== undefined && vastLoadsPlainHttp(video.vasttag))
  );
}
