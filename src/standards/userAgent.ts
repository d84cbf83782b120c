/** The viewer's device by its user agent, in the IDs of our reference data; empty where unknown. */
export interface UserAgent {
  device: '' | 'Mobile' | 'Desktop' | 'SmartTV';
  operatingSystem: '' | 'Windows' | 'iOS' | 'Android' | 'Roku' | 'Tizen' | 'macOS' | 'Linux';
  /** The family of a TV, else of a browser. */
  family: string;
}

type System = UserAgent['operatingSystem'];

/** Words to find in a user agent. */
type Words = Pick<RegExp, 'test'>;

/** Matches words (with the flag g) that occur in this order, like `a.*b`, but reads a text only once. */
function inOrder(...parts: readonly RegExp[]): Words {
  return {
    test(text) {
      let at = 0;
      for (const part of parts) {
        part.lastIndex = at;
        if (!part.test(text)) return false;
        at = part.lastIndex;
      }
      return true;
    },
  };
}

function anyOf(...words: readonly Words[]): Words {
  return { test: (text) => words.some((each) => each.test(text)) };
}

/** TVs, consoles and sticks by words that only they use; the first match counts. */
const televisions: readonly (readonly [Words, string, System])[] = [
  [/\bRoku\b/i, 'roku-tv', 'Roku'],
  [/\bXbox\b/i, 'xbox', 'Windows'],
  [/\bPlayStation\b/i, 'playstation', ''],
  [/\bApple ?TV|\btvOS\b/i, 'apple-tv', ''],
  [/\bAFT[A-Z0-9]{1,6}\b|\bAmazonWebAppPlatform\b|\bFire ?TV\b/, 'amazon-fire-tv', 'Android'],
  [
    anyOf(
      /\bMaple\d/i,
      inOrder(/\bTizen\b/gi, /TV|SamsungBrowser/gi),
      inOrder(/\bSMART-TV\b/gi, /\bTizen\b/gi),
      inOrder(/\bSamsung/gi, /\bSmartTV\b/gi),
    ),
    'samsung-tizen',
    'Tizen',
  ],
  [anyOf(/\bWeb0S\b|\bNetCast\b|\bLG[ -]?(?:Smart)?TV\b/i, inOrder(/\bwebOS\b/gi, /TV/gi)), 'lg-webos', 'Linux'],
  [/\bVIZIO\b|\bSmartCast\b|\bConjure\b/i, 'vizio', 'Linux'],
  [/\bVIDAA\b|\bHisense\b/i, 'hisense', 'Linux'],
  [anyOf(/\bBRAVIA\b|\bSonyCEBrowser\b/i, inOrder(/\bSony/gi, /HbbTV|CE-HTML/gi)), 'sony', ''],
  [anyOf(/\bViera\b/i, inOrder(/\bPanasonic/gi, /TV/gi)), 'panasonic', ''],
  [/\bPhilips(?:TV)?\b|\bNETTV\b/i, 'philips', ''],
  [/\bXUMO\b|\bXumoTV\b/i, 'xumo', ''],
  [anyOf(/\bToshibaTV\b/i, inOrder(/\bTOSHIBA\b/gi, /TV/gi)), 'toshiba', ''],
  [anyOf(/\bAQUOS ?(?:TV|Browser)\b/i, inOrder(/\b(?:SHARP|AQUOS)\b/gi, /TV/gi)), 'sharp', ''],
  [/\bMi ?TV|\bMIBOX\d?\b|\bMi ?Box\b|\bMDZ-\d/i, 'xiaomi', 'Android'],
  [/\bTCL\b/i, 'tcl', ''],
  [/\bChromecast\b/i, 'chromecast', ''],
  [/\bCrKey\b/, 'chromecast', ''],
  [/\bGoogle ?TV\b/i, 'google-tv', 'Android'],
  [/\bAndroid ?TV\b|\bBRAVIA\b|\bShield Android TV\b/i, 'android-tv', 'Android'],
  [
    /\bHbbTV\b|\bCE-HTML\b|\bSmart-?TV\b|\bGoogleTV\b|\bDTV\b|\bSTB\b|\bOpera TV\b|\bOTT\b|\bTV Store\b/i,
    'other-tv',
    '',
  ],
];

/** Browsers; those that also name another browser come before it. */
const browsers: readonly (readonly [Words, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera\b|\bOPiOS\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung-internet'],
  [/\bYaBrowser\//, 'yandex-browser'],
  [/\bUC ?Browser\//, 'uc-browser'],
  [/\bVivaldi\//, 'vivaldi'],
  [/\bDuckDuckGo\/|\bDdg\//, 'duckduckgo'],
  [/\bBrave\b/, 'brave'],
  [/\bSilk\//, 'amazon-silk'],
  [/\bFirefox\/|\bFxiOS\//, 'firefox'],
  [/; wv\)|\bVersion\/[\d.]+ Chrome\//, 'android-webview'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'chrome'],
  [/\bTrident\/|\bMSIE /, 'internet-explorer'],
  [inOrder(/\bAndroid\b/g, /\bVersion\/[\d.]/g, /\bSafari\//g), 'android-browser'],
  [inOrder(/\bVersion\/[\d.]/g, /\bSafari\//g), 'safari'],
  [inOrder(/\b(?:iPhone|iPad|iPod)\b/g, /\bAppleWebKit\//g), 'ios-webview'],
];

/**
 * Recognizes a device by the words in its user agent. TVs come first, because most of them also claim to be a phone's
 * or computer's browser.
 */
export function readUserAgent(text: string): UserAgent {
  if (text === '') return unknown;
  const television = televisions.find(([words]) => words.test(text));
  const operatingSystem = systemOf(text);
  if (television) {
    const [, family, system] = television;
    return { device: 'SmartTV', operatingSystem: system === '' ? televisionSystem(operatingSystem) : system, family };
  }
  const browser = browsers.find(([words]) => words.test(text));
  const device = deviceOf(text, operatingSystem);
  return { device, operatingSystem, family: browser?.[1] ?? (device === '' ? '' : 'other-browser') };
}

/** The networking library of Apple's apps. */
const appleNetworking = inOrder(/\bCFNetwork\//g, /\bDarwin\b/g);

const unknown: UserAgent = { device: '', operatingSystem: '', family: '' };

function systemOf(text: string): System {
  if (/\bWindows\b/.test(text)) return 'Windows';
  if (/\b(?:iPhone|iPad|iPod)\b|\biOS\b/.test(text) || appleNetworking.test(text)) return 'iOS';
  if (/\bAndroid\b|\bDalvik\//.test(text)) return 'Android';
  if (/\bTizen\b/.test(text)) return 'Tizen';
  if (/\bMac OS X\b|\bMacintosh\b/.test(text)) return 'macOS';
  if (/\bLinux\b|\bX11\b|\bCrOS\b/.test(text)) return 'Linux';
  return '';
}

/** The system of a TV. Some name that of a computer or phone, for compatibility with web pages. */
function televisionSystem(system: System): System {
  return system === 'Android' || system === 'Linux' || system === 'Tizen' ? system : '';
}

function deviceOf(text: string, system: System): UserAgent['device'] {
  if (system === 'iOS' || system === 'Android' || system === 'Tizen') return 'Mobile';
  if (/\bMobile\b|\bPhone\b|\bTablet\b/i.test(text)) return system === '' || /Phone/.test(text) ? 'Mobile' : 'Desktop';
  return system === '' ? '' : 'Desktop';
}
