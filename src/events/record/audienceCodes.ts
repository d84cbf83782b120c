import type { Consent, RequestIntegration } from '#model/index.ts';
import { currentFactValue } from '#model/fact/formerFactValues.ts';
import type { Device } from '#model/reference/devices.ts';
import type { AdMediaType } from '#model/reference/mediaTypes.ts';
import type { OperatingSystem } from '#model/reference/operatingSystems.ts';
import type { Audience } from './records.ts';

/**
 * Binary form of an audience with the vendors that measure the impression, in six bytes, or fourteen with a device. Two
 * bytes have, from the highest bit on: whether there is a device (1), the sum of the vendors (2), the consent (3) and
 * the two letters of the country (5 each, A = 1). One byte has the kind of device and the integration (4 bits each).
 * One byte each: media type, operating system and browser family. Then the device (8 bytes). 0 = unknown.
 */
const deviceBytes = 8;
const hasDevice = 0x8000;

/** Bytes of an audience without a device. */
const audienceBytes = 6;

/**
 * Codes of the closed lists. An assigned code is never reassigned. Consents have 3 bits, devices and integrations 4.
 */
const consentCodes: Record<Consent, number> = { personal: 1, contextual: 2, refused: 3, undeclared: 4 };
const deviceCodes: Record<Device, number> = { Mobile: 1, Desktop: 2, SmartTV: 3 };
const integrationCodes: Record<RequestIntegration, number> = { vast: 1, prebid: 2, rtb: 3, bid: 4 };
const formCodes: Record<AdMediaType, number> = { video: 1, banner: 2, native: 3, audio: 4, several: 5 };
const systemCodes: Record<OperatingSystem, number> = {
  Windows: 1,
  iOS: 2,
  Android: 3,
  Roku: 4,
  Tizen: 5,
  macOS: 6,
  Linux: 7,
};
const browserCodes: Readonly<Record<string, number>> = {
  'amazon-fire-tv': 1,
  'android-tv': 2,
  'apple-tv': 3,
  chromecast: 4,
  'google-tv': 5,
  hisense: 6,
  'lg-webos': 7,
  panasonic: 8,
  philips: 9,
  playstation: 10,
  'roku-tv': 11,
  'samsung-tizen': 12,
  sharp: 13,
  sony: 14,
  tcl: 15,
  toshiba: 16,
  vizio: 17,
  xbox: 18,
  xiaomi: 19,
  xumo: 20,
  'other-tv': 21,
  'amazon-silk': 101,
  'android-browser': 102,
  'android-webview': 103,
  brave: 104,
  chrome: 105,
  duckduckgo: 106,
  edge: 107,
  firefox: 108,
  'internet-explorer': 109,
  'ios-webview': 110,
  opera: 111,
  safari: 112,
  'samsung-internet': 113,
  'uc-browser': 114,
  vivaldi: 115,
  'yandex-browser': 116,
  'other-browser': 117,
};

const consentOf = byCode(consentCodes);
const deviceOf = byCode(deviceCodes);
const integrationOf = byCode(integrationCodes);
const formOf = byCode(formCodes);
const systemOf = byCode(systemCodes);
const browserOf = byCode(browserCodes);

/** The word of each code; empty for unassigned codes, such as those of a later version. */
function byCode<T extends string>(codes: Readonly<Record<T, number>>): readonly (T | '')[] {
  const words: (T | '')[] = Array.from({ length: 256 }, () => '');
  for (const [word, code] of Object.entries<number>(codes)) words[code] = word as T;
  return words;
}

/**
 * Writes an audience into `target` and returns its end. Throws a RangeError on a device or vendors that records.ts does
 * not allow.
 */
export function writeAudience(
  target: Buffer,
  start: number,
  audience: Audience | undefined,
  verificationVendors: number,
): number {
  if (verificationVendors < 0 || verificationVendors > 3)
    throw new RangeError(`not a sum of vendors: ${verificationVendors}`);
  if (!audience) {
    target.fill(0, start, start + audienceBytes);
    target[start] = verificationVendors << 5;
    return start + audienceBytes;
  }
  const { country, deviceKind, os, browser, mediaType, integration, consent, device } = audience;
  const head =
    (device === undefined ? 0 : hasDevice) |
    (verificationVendors << 13) |
    (codeOf(consentCodes, consent) << 10) |
    (letterOf(country, 0) << 5) |
    letterOf(country, 1);
  target[start] = head >> 8;
  target[start + 1] = head & 255;
  target[start + 2] = (codeOf(deviceCodes, deviceKind) << 4) | codeOf(integrationCodes, integration);
  target[start + 3] = codeOf(formCodes, mediaType);
  target[start + 4] = codeOf(systemCodes, os);
  target[start + 5] = codeOf(browserCodes, browser);
  if (device === undefined) return start + audienceBytes;
  const written = target.write(device, start + audienceBytes, 'hex');
  if (device.length !== deviceBytes * 2 || written !== deviceBytes) {
    throw new RangeError(`not a device's key: ${device}`);
  }
  return start + audienceBytes + deviceBytes;
}

function codeOf(codes: Readonly<Record<string, number>>, word: string): number {
  return codes[word] ?? 0;
}

/** A letter of a country code as a number from 1 to 26; 0 for none. */
function letterOf(country: string, at: number): number {
  const letter = country.charCodeAt(at) - 64;
  return letter >= 1 && letter <= 26 ? letter : 0;
}

/** Reads the output of writeAudience. `end` lies beyond the bytes if they are truncated. */
export function readAudience(
  bytes: Buffer,
  start: number,
): { audience: Audience | undefined; verificationVendors: number; end: number } {
  const byte = (at: number) => bytes[start + at] ?? 0;
  const head = (byte(0) << 8) | byte(1);
  const verificationVendors = (head >> 13) & 3;
  const isDeclared = (head & ~(3 << 13)) !== 0 || byte(2) + byte(3) + byte(4) + byte(5) > 0;
  const end = start + audienceBytes;
  if (!isDeclared) return { audience: undefined, verificationVendors, end };
  const letters = [(head >> 5) & 31, head & 31];
  const audience: Audience = {
    country: letters.every((letter) => letter >= 1 && letter <= 26)
      ? letters.map((letter) => String.fromCharCode(64 + letter)).join('')
      : '',
    deviceKind: deviceOf[byte(2) >> 4] ?? '',
    os: systemOf[byte(4)] ?? '',
    browser: browserOf[byte(5)] ?? '',
    mediaType: formOf[byte(3)] ?? '',
    integration: integrationOf[byte(2) & 15] ?? '',
    consent: consentOf[(head >> 10) & 7] ?? '',
  };
  if ((head & hasDevice) === 0) return { audience, verificationVendors, end };
  audience.device = bytes.toString('hex', end, end + deviceBytes);
  return { audience, verificationVendors, end: end + deviceBytes };
}

/** An audience as a list of words, as in records; its device is last, if any. */
export type AudienceWords = string[];

/** Converts an audience to words. */
export function audienceWords(audience: Audience): AudienceWords {
  const { country, deviceKind, os, browser, mediaType, integration, consent, device } = audience;
  const words = [country, deviceKind, os, browser, mediaType, integration, consent];
  if (device !== undefined) words.push(device);
  return words;
}

/** Converts words to an audience without validation. */
export function audienceOfWords(words: AudienceWords): Audience {
  const [country = '', deviceKind, os, browser = '', mediaType, integration, consent, device] = words;
  const audience: Audience = {
    country,
    deviceKind: (deviceKind ?? '') as Audience['deviceKind'],
    os: (os ?? '') as Audience['os'],
    browser,
    mediaType: (mediaType ?? '') as Audience['mediaType'],
    integration: (integration ?? '') as Audience['integration'],
    consent: currentFactValue('consent', consent ?? '') as Audience['consent'],
  };
  if (device !== undefined) audience.device = device;
  return audience;
}

/** Whether all words of an audience are known or empty. */
export function isAudience(audience: Audience): boolean {
  const { country, deviceKind, os, browser, mediaType, integration, consent, device } = audience;
  return (
    Object.values(audience).every((word) => typeof word === 'string') &&
    /^(?:[A-Z]{2})?$/.test(country) &&
    isWord(deviceCodes, deviceKind) &&
    isWord(systemCodes, os) &&
    isWord(browserCodes, browser) &&
    isWord(formCodes, mediaType) &&
    isWord(integrationCodes, integration) &&
    isWord(consentCodes, consent) &&
    (device === undefined || /^[0-9a-f]{16}$/.test(device))
  );
}

function isWord(codes: Readonly<Record<string, number>>, word: string): boolean {
  return word === '' || Object.hasOwn(codes, word);
}
