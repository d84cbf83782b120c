import type { DemoCreative } from '../demoCreatives.ts';
import { adCopies, drawingOf } from './adCopy.ts';

/** Size and URLs of a banner. */
export interface BannerInput {
  creative: DemoCreative;
  width: number;
  height: number;
  clickUrl: string;
  /** Pixel that counts its view. */
  pixelUrl: string;
}

const escaped = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Markup of a display ad, complete except for the counting pixel and the landing page. */
export function bannerAd({ creative, width, height, clickUrl, pixelUrl }: BannerInput): string {
  const { headline, text, action, ground, ink } = adCopies[creative];
  const isStrip = width >= height * 3;
  const isTower = height >= width * 1.5;
  const base = isStrip
    ? Math.min(height / 90, width / 600)
    : Math.min(width / (isTower ? 160 : 300), height / (isTower ? 300 : 250));
  const px = (size: number) => `${Math.max(6, Math.round(size * base))}px`;
  const css = [
    `.demo-ad{box-sizing:border-box;display:flex;flex-direction:${isStrip ? 'row' : 'column'};align-items:center;justify-content:center;gap:${px(isStrip ? 16 : 8)};`,
    `width:${width}px;height:${height}px;padding:${px(isStrip ? 8 : 16)};overflow:hidden;text-decoration:none;text-align:${isStrip ? 'left' : 'center'};`,
    `color:${ink};background:linear-gradient(135deg,${ground[0]},${ground[1]});font:${Math.max(10, Math.round(14 * base))}px/1.3 system-ui,sans-serif}`,
    `.demo-ad svg{flex:none;width:${px(isStrip ? 60 : 68)};fill:none;stroke:${ink};stroke-width:3;stroke-linecap:round;stroke-linejoin:round}`,
    `.demo-ad span{display:flex;flex-direction:column;min-width:0;${isStrip ? 'flex:1' : ''}}`,
    `.demo-ad strong{margin-bottom:.2em;font-size:${px(isStrip ? 22 : 19)};line-height:1.15}`,
    `.demo-ad b{flex:none;padding:${px(7)} ${px(14)};border-radius:99px;color:${ground[0]};background:${ink};white-space:nowrap}`,
    '.demo-ad:hover b{text-decoration:underline}',
  ];
  return `<style>${css.join('')}</style><a class="demo-ad" href="${escaped(clickUrl)}" target="_blank" rel="noopener sponsored">${drawingOf(creative)}<span><strong>${headline}</strong>${height < 80 ? '' : text}</span><b>${action}</b></a><img src="${escaped(pixelUrl)}" width="1" height="1" alt="" style="position:absolute;left:-9px">`;
}
