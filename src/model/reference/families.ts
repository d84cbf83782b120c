import type { TreeNode } from './tree.ts';

/**
 * Families of smart TVs and browsers, as a tree of two levels. The names are those of public user-agent parsers (Matomo
 * Device Detector, UAParser.js) and of the vendors.
 */
export const families: readonly TreeNode[] = [
  {
    id: 'tv',
    label: 'Smart TV',
    children: [
      { id: 'amazon-fire-tv', label: 'Amazon Fire TV' },
      { id: 'android-tv', label: 'Android TV' },
      { id: 'apple-tv', label: 'Apple TV' },
      { id: 'chromecast', label: 'Chromecast' },
      { id: 'google-tv', label: 'Google TV' },
      { id: 'hisense', label: 'Hisense (VIDAA)' },
      { id: 'lg-webos', label: 'LG (webOS)' },
      { id: 'panasonic', label: 'Panasonic' },
      { id: 'philips', label: 'Philips' },
      { id: 'playstation', label: 'PlayStation' },
      { id: 'roku-tv', label: 'Roku' },
      { id: 'samsung-tizen', label: 'Samsung (Tizen)' },
      { id: 'sharp', label: 'Sharp' },
      { id: 'sony', label: 'Sony Bravia' },
      { id: 'tcl', label: 'TCL' },
      { id: 'toshiba', label: 'Toshiba' },
      { id: 'vizio', label: 'Vizio (SmartCast)' },
      { id: 'xbox', label: 'Xbox' },
      { id: 'xiaomi', label: 'Xiaomi' },
      { id: 'xumo', label: 'Xumo' },
      { id: 'other-tv', label: 'Other TV' },
    ],
  },
  {
    id: 'browser',
    label: 'Browser',
    children: [
      { id: 'amazon-silk', label: 'Amazon Silk' },
      { id: 'android-browser', label: 'Android Browser' },
      { id: 'android-webview', label: 'Android WebView' },
      { id: 'brave', label: 'Brave' },
      { id: 'chrome', label: 'Chrome' },
      { id: 'duckduckgo', label: 'DuckDuckGo' },
      { id: 'edge', label: 'Edge' },
      { id: 'firefox', label: 'Firefox' },
      { id: 'internet-explorer', label: 'Internet Explorer' },
      { id: 'ios-webview', label: 'iOS WebView' },
      { id: 'opera', label: 'Opera' },
      { id: 'safari', label: 'Safari' },
      { id: 'samsung-internet', label: 'Samsung Internet' },
      { id: 'uc-browser', label: 'UC Browser' },
      { id: 'vivaldi', label: 'Vivaldi' },
      { id: 'yandex-browser', label: 'Yandex Browser' },
      { id: 'other-browser', label: 'Other browser' },
    ],
  },
];
