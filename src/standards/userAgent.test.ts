import { expect, test } from 'vitest';
import { readUserAgent } from './userAgent.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  // TVs, sticks and boxes
  ['SmartTV', 'Roku', 'roku-tv', 'Roku/DVP-12.5 (12.5.5.4174-88)'],
  ['SmartTV', 'Roku', 'roku-tv', 'Mozilla/5.0 (compatible; U; Roku/DVP-9.10; build 519.10E04111A) AppleWebKit/534.34'],
  [
    'SmartTV',
    'Tizen',
    'samsung-tizen',
    `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) ${webKit} 76.0.3809.146/6.0 TV Safari/537.36`,
  ],
  [
    'SmartTV',
    'Tizen',
    'samsung-tizen',
    `Mozilla/5.0 (SMART-TV; Linux; Tizen 2.4.0) AppleWebkit/538.1 (KHTML, like Gecko) SamsungBrowser/1.1 TV Safari/538.1`,
  ],
  [
    'SmartTV',
    'Tizen',
    'samsung-tizen',
    'Mozilla/5.0 (SMART-TV; X11; Linux armv7l) AppleWebKit/537.42 (KHTML, like Gecko) Safari/537.42 Maple2012',
  ],
  [
    'SmartTV',
    'Linux',
    'lg-webos',
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webKit} Chrome/87.0.4280.88 Safari/537.36 WebAppManager`,
  ],
  [
    'SmartTV',
    'Linux',
    'lg-webos',
    'Mozilla/5.0 (Unknown; Linux armv7l) AppleWebKit/537.1+ (KHTML, like Gecko) Safari/537.1+ LG Browser/6.00.00 (LGE; 42LA6600-UA; LG NetCast.TV-2013)',
  ],
  [
    'SmartTV',
    'Android',
    'amazon-fire-tv',
    `Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7233; wv) ${webKit} Version/4.0 Chrome/88.0.4324.152 Mobile Safari/537.36`,
  ],
  ['SmartTV', 'Android', 'amazon-fire-tv', 'Dalvik/2.1.0 (Linux; U; Android 7.1.2; AFTN Build/NS6264)'],
  ['SmartTV', '', 'apple-tv', 'AppleTV11,1/11.1'],
  ['SmartTV', '', 'apple-tv', 'AppleCoreMedia/1.0.0.20K80 (Apple TV; U; CPU OS 16_1 like Mac OS X; en_us)'],
  [
    'SmartTV',
    'Linux',
    'chromecast',
    `Mozilla/5.0 (X11; Linux armv7l) ${webKit} Chrome/92.0.4515.0 Safari/537.36 CrKey/1.56.500000`,
  ],
  [
    'SmartTV',
    'Android',
    'chromecast',
    `Mozilla/5.0 (Linux; Android 12; Chromecast Build/STTE.230319.008; wv) ${webKit} Version/4.0 Chrome/110.0.5481.65 Mobile Safari/537.36`,
  ],
  [
    'SmartTV',
    'Linux',
    'vizio',
    `Mozilla/5.0 (X11; Linux armv7l) ${webKit} Chrome/84.0.4147.125 Safari/537.36 CrKey/1.0.999999 VIZIO SmartCast(Conjure/SX7B-2.0.20.0 FW/11.0.25.1-2 Model/V505-G9)`,
  ],
  [
    'SmartTV',
    'Linux',
    'hisense',
    `Mozilla/5.0 (Linux; Android 9; VIDAA; Hisense) ${webKit} Chrome/88.0.4324.152 Safari/537.36`,
  ],
  [
    'SmartTV',
    'Android',
    'sony',
    `Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR2 Build/PTT1.190515.001.S104; wv) ${webKit} Version/4.0 Chrome/90.0 Mobile Safari/537.36`,
  ],
  [
    'SmartTV',
    '',
    'panasonic',
    'Mozilla/5.0 (FreeBSD; U; Viera; pl-PL) AppleWebKit/535.1 (KHTML, like Gecko) Viera/2.9.5 Chrome/14.0 Safari/535.1',
  ],
  [
    'SmartTV',
    'Linux',
    'philips',
    'Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40PUS6809/12; ; PhilipsTV; ) CE-HTML/1.0 NETTV/4.5.0) Presto/2.12.407 Version/12.51',
  ],
  ['SmartTV', 'Linux', 'other-tv', 'Mozilla/5.0 (Linux mipsel) AppleWebKit/534 HbbTV/1.1.1 (;;;;;)'],
  [
    'SmartTV',
    'Android',
    'xiaomi',
    `Mozilla/5.0 (Linux; Android 8.1.0; MIBOX3 Build/OPM1.171019.026) ${webKit} Chrome/70.0 Safari/537.36`,
  ],
  ['SmartTV', 'Android', 'android-tv', 'Dalvik/2.1.0 (Linux; U; Android 11; SHIELD Android TV Build/RQ1A.210105.003)'],
  // Consoles
  [
    'SmartTV',
    '',
    'playstation',
    'Mozilla/5.0 (PlayStation; PlayStation 5/6.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
  ],
  [
    'SmartTV',
    'Windows',
    'xbox',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) ${webKit} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`,
  ],
  // Phones and tablets
  [
    'Mobile',
    'iOS',
    'safari',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Mobile',
    'iOS',
    'ios-webview',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  ],
  [
    'Mobile',
    'iOS',
    'chrome',
    'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/104.0.5112.99 Mobile/15E148 Safari/604.1',
  ],
  ['Mobile', 'iOS', 'other-browser', 'Game/3.1 CFNetwork/1408.0.4 Darwin/22.5.0'],
  ['Mobile', 'Android', 'chrome', `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/124.0.0.0 Mobile Safari/537.36`],
  [
    'Mobile',
    'Android',
    'android-webview',
    `Mozilla/5.0 (Linux; Android 13; SM-G991B; wv) ${webKit} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Mobile',
    'Android',
    'samsung-internet',
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) ${webKit} SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36`,
  ],
  ['Mobile', 'Android', 'firefox', 'Mozilla/5.0 (Android 13; Mobile; rv:109.0) Gecko/115.0 Firefox/115.0'],
  [
    'Mobile',
    'Android',
    'amazon-silk',
    `Mozilla/5.0 (Linux; Android 9; KFTRWI) ${webKit} Silk/112.5.1 like Chrome/112.0.5615.213 Safari/537.36`,
  ],
  [
    'Mobile',
    'Android',
    'android-browser',
    'Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; GT-P5100) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Safari/534.30',
  ],
  // Computers
  [
    'Desktop',
    'Windows',
    'chrome',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/124.0.0.0 Safari/537.36`,
  ],
  [
    'Desktop',
    'Windows',
    'edge',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/124.0.0.0 Safari/537.36 Edg/124.0.2478.51`,
  ],
  [
    'Desktop',
    'Windows',
    'opera',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/122.0.0.0 Safari/537.36 OPR/108.0.0.0`,
  ],
  ['Desktop', 'Windows', 'internet-explorer', 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  [
    'Desktop',
    'macOS',
    'safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15',
  ],
  ['Desktop', 'Linux', 'firefox', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0'],
  [
    'Desktop',
    'Windows',
    'yandex-browser',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/122.0.0.0 YaBrowser/24.4.0.0 Safari/537.36`,
  ],
  // Neither
  ['', '', '', 'curl/8.5.0'],
  ['', '', '', 'okhttp/4.9.0'],
  ['', '', '', ''],
])('the device is “%s”, the OS “%s” and the browser “%s” of “%s”', (device, operatingSystem, family, text) => {
  expect(readUserAgent(text)).toEqual({ device, operatingSystem, family });
});
