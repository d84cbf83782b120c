import { describe, expect, test } from 'vitest';
import { truncateUserAgent } from '../truncateUserAgent.ts';
import { classifyUserAgent, type AgentKind } from './classifyUserAgent.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const agents: readonly (readonly [AgentKind, string])[] = [
  ['none', ''],
  ['none', '   '],
  ['browser', chrome],
  ['browser', iphone],
  ['browser', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  [
    'browser',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  ],
  ['browser', 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['browser', 'Opera/9.80 (Windows NT 6.1; U; en) Presto/2.10.289 Version/12.02'],
  // An app's web view.
  [
    'browser',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.38.108;FBDV/iPhone14,2;FBSN/iOS]',
  ],
  [
    'browser',
    'Mozilla/5.0 (Linux; Android 13; SM-G991B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.6045.66 Mobile Safari/537.36',
  ],
  ['television', 'Roku/DVP-12.5 (12.5.5.4174-46)'],
  [
    'television',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36',
  ],
  [
    'television',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  ],
  ['television', 'AppleTV11,1/11.1'],
  ['television', 'AppleCoreMedia/1.0.0.21L227 (Apple TV; U; CPU OS 17_4 like Mac OS X; en_us)'],
  ['television', 'Dalvik/2.1.0 (Linux; U; Android 9; AFTT Build/PS7242)'],
  [
    'television',
    'Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K UR2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.93 Safari/537.36 OPR/46.0.2207.0 OMI/4.20',
  ],
  ['television', 'HbbTV/1.2.1 (+DRM;TechniSat;DIGIT ISIO;1.0.0;;)'],
  ['television', 'Xumo/1.0'],
  ['app', 'okhttp/4.12.0'],
  ['app', 'ExoPlayerLib/2.18.1'],
  ['app', 'MyPlayer/3.1 (Linux;Android 12) ExoPlayerLib/2.11.3'],
  ['app', 'AppleCoreMedia/1.0.0.20F66 (iPhone; U; CPU OS 16_5 like Mac OS X; en_us)'],
  ['app', 'NewsApp/512 CFNetwork/1410.0.3 Darwin/22.6.0'],
  ['app', 'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A.230805.001)'],
  ['app', 'stagefright/1.2 (Linux;Android 7.1.2)'],
  ['app', 'VLC/3.0.20 LibVLC/3.0.20'],
  ['app', 'Apache-HttpClient/UNAVAILABLE (java 1.4)'],
  ['unknown', 'com.example.tv/1.0'],
  ['unknown', 'SuperApp/3.2.1 (iPhone; iOS 16.1; Scale/3.00)'],
  ['headless', chrome.replace('Chrome/', 'HeadlessChrome/')],
  [
    'headless',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  ],
  ['headless', 'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/22.1.0'],
  ['program', 'curl/8.5.0'],
  ['program', 'Wget/1.21.4'],
  ['program', 'python-requests/2.31.0'],
  ['program', 'Go-http-client/1.1'],
  ['program', 'Java/17.0.9'],
  ['program', 'Apache-HttpClient/4.5.14 (Java/17.0.9)'],
  ['program', 'node'],
  ['program', 'axios/1.6.2'],
  ['program', 'PostmanRuntime/7.36.0'],
  ['program', 'Scrapy/2.11.0 (+https://scrapy.org)'],
  ['crawler', 'Mozilla/5.0'],
  ['crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'crawler',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.6422.175 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ],
  ['crawler', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  ['crawler', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['crawler', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
  ['crawler', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
  ['crawler', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
];

describe('classifyUserAgent', () => {
  test.each(agents)('returns “%s” for “%s”', (kind, text) => {
    expect(classifyUserAgent(text).kind).toBe(kind);
  });

  test('a user agent also yields device and operating system', () => {
    expect(classifyUserAgent(iphone)).toEqual({ kind: 'browser', device: 'Mobile', operatingSystem: 'iOS' });
    expect(classifyUserAgent('Roku/DVP-12.5')).toEqual({
      kind: 'television',
      device: 'SmartTV',
      operatingSystem: 'Roku',
    });
  });

  test('a truncated text has no client, whatever device it names', () => {
    for (const text of [chrome, iphone, 'Roku/DVP-12.5 ', 'okhttp/4.12.0', 'curl/8.5.0']) {
      expect(classifyUserAgent(truncateUserAgent(text.padEnd(1024, ' x'))).kind).not.toBe('overlong');
      expect(classifyUserAgent(truncateUserAgent(text.padEnd(1025, ' x'))).kind).toBe('overlong');
    }
  });
});
