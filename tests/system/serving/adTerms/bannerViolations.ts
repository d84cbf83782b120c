import type { Banner, Format } from '#standards/openrtb/types.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import { numberOf, numbersIn } from '../../../vast/adViolations.ts';

/** The rules of a banner (OpenRTB 2.6, 3.2.6) and of `secure` (3.2.4) that the sold markup of randomBanner violates. */
export function bannerViolations({ adm = '', w, h, attr }: Bid, banner: Banner, secure: unknown): string[] {
  const found: string[] = [];
  if (!isSizeAsked(w ?? 0, h ?? 0, banner)) found.push(`${w} × ${h}`);
  const blocked = numbersIn(banner.battr);
  if (attr?.some((each) => blocked.includes(each))) found.push(`attributes ${attr.join()}`);
  // Comments are not shown.
  const isSure = !adm.includes('<!--');
  const type = typeOf(adm);
  if (isSure && type > 0 && numbersIn(banner.btype).includes(type)) found.push(`type ${type}`);
  if (isSure && secure !== 0 && /<(?:img|script|iframe) src="http:\/\/cdn\.example/.test(adm))
    found.push('loads by http');
  return found;
}

/** Its size is one that was asked for. Sizes that a bid leaves open say nothing. */
function isSizeAsked(w: number, h: number, banner: Banner): boolean {
  const formats = Array.isArray(banner.format) ? banner.format : [];
  const own: Format = { w: numberOf(banner.w), h: numberOf(banner.h) };
  const sizes = [...formats, own].filter((each) => numberOf(each.w) > 0 || numberOf(each.wratio) > 0);
  if (sizes.length === 0 || w === 0 || h === 0) return true;
  return sizes.some((size) => (size.w === w && size.h === h) || isOfRatio(w, h, size));
}

function isOfRatio(w: number, h: number, { wratio, hratio, wmin }: Format): boolean {
  const [across, down] = [numberOf(wratio), numberOf(hratio)];
  return across > 0 && down > 0 && w >= numberOf(wmin) && Math.abs((w * down) / across - h) < 1.5;
}

/** The type of banner (AdCOM) that the partner’s part of markup is: 0 where it is unknown. */
function typeOf(adm: string): number {
  const types: [number, RegExp][] = [
    [3, /<script src="https?:\/\/cdn\.example/],
    [4, /<iframe src="https?:\/\/cdn\.example/],
    [2, /<img src="https?:\/\/cdn\.example/],
    [1, /<a href="https?:\/\/advertiser\.example\/">Buy/],
  ];
  return types.find(([, pattern]) => pattern.test(adm))?.[0] ?? 0;
}
