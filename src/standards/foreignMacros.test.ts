import { describe, expect, test } from 'vitest';
import { findForeignMacros, findMacros, replaceMacros } from './foreignMacros.ts';
import { fillVastMacros, SERVER_MACROS } from './macros.ts';
import { macroSynonyms } from './macroSynonyms.ts';

const suggestions = (url: string) =>
  Object.fromEntries(
    findForeignMacros(url).map(({ param, written, replacement }) => [`${param}=${written}`, replacement]),
  );

describe('macros of other ad servers are found, with our replacements', () => {
  test.each([
    [
      '%%…%%',
      '?cb=%%CACHEBUSTER%%&did=%%ADVERTISING_IDENTIFIER_PLAIN%%&u=%%PATTERN:url%%',
      {
        'cb=%%CACHEBUSTER%%': '[CACHEBUSTING]',
        'did=%%ADVERTISING_IDENTIFIER_PLAIN%%': '[IFA]',
        'u=%%PATTERN:url%%': '[PAGEURL]',
      },
    ],
    [
      '{{…}}',
      '?ip={{IP}}&ua={{USER_AGENT}}&b={{APP_BUNDLE}}&k={{QP_section}}',
      {
        'ip={{IP}}': '[DEVICEIP]',
        'ua={{USER_AGENT}}': '[DEVICEUA]',
        'b={{APP_BUNDLE}}': '[APPBUNDLE]',
        'k={{QP_section}}': null,
      },
    ],
    ['[[…]]', '?r=[[random]]', { 'r=[[random]]': '[CACHEBUSTING]' }],
    [
      '${…}',
      '?cb=${CACHEBUSTER}&r=${REFERER_URL_ENC}&id=${DEVICE_AAID}',
      {
        'cb=${CACHEBUSTER}': '[CACHEBUSTING]',
        'r=${REFERER_URL_ENC}': '[PAGEURL]',
        'id=${DEVICE_AAID}': '[IFA]',
      },
    ],
    [
      '__…__',
      '?url=__page-url__&cb=__random-number__',
      {
        'url=__page-url__': '[PAGEURL]',
        'cb=__random-number__': '[CACHEBUSTING]',
      },
    ],
    [
      '#{…}',
      "?cb=#{ad.ref.random}&gdpr=#{request.keyValue('_fw_gdpr')}",
      {
        'cb=#{ad.ref.random}': '[CACHEBUSTING]',
        "gdpr=#{request.keyValue('_fw_gdpr')}": '${GDPR}',
      },
    ],
    [
      '$$…$$',
      '?ua=$$useragent$$&store=$$appstoreurl$$',
      {
        'ua=$$useragent$$': '[DEVICEUA]',
        'store=$$appstoreurl$$': '[STOREURL]',
      },
    ],
    ['{…}', '?u={player.pageUrl}&r={random}', { 'u={player.pageUrl}': '[PAGEURL]', 'r={random}': '[CACHEBUSTING]' }],
    [
      '[…] of others',
      '?x=[USER_AGENT]&cb=[timestamp]&p=[AV_URL]',
      {
        'x=[USER_AGENT]': '[DEVICEUA]',
        'cb=[timestamp]': '[CACHEBUSTING]',
        'p=[AV_URL]': '[PAGEURL]',
      },
    ],
    [
      'bare names',
      '?id=ROKU_ADS_TRACKING_ID&cb=CACHEBUSTER',
      {
        'id=ROKU_ADS_TRACKING_ID': '[IFA]',
        'cb=CACHEBUSTER': '[CACHEBUSTING]',
      },
    ],
  ] as const)('written as %s', (_form, query, expected) => {
    expect(suggestions(`https://d.example/v${query}`)).toEqual(expected);
  });

  test('percent-encoded delimiters are recognized', () => {
    expect(
      suggestions('https://d.example/v?cb=%7B%7BCACHEBUSTER%7D%7D&ip=%5BUSER_IP%5D&r=%24%7BREFERER_URL%7D'),
    ).toEqual({
      'cb=%7B%7BCACHEBUSTER%7D%7D': '[CACHEBUSTING]',
      'ip=%5BUSER_IP%5D': '[DEVICEIP]',
      'r=%24%7BREFERER_URL%7D': '[PAGEURL]',
    });
  });

  test('an unknown name is mapped by its parameter', () => {
    expect(suggestions('https://d.example/v?ua={{whatever}}&zz={{whatever}}')).toEqual({
      'ua={{whatever}}': '[DEVICEUA]',
      'zz={{whatever}}': null,
    });
  });

  test('a macro in the path has no parameter', () => {
    expect(findForeignMacros('https://d.example/%%SITE%%/v')).toEqual([
      { index: 18, written: '%%SITE%%', param: '', kind: 'macro', replacement: '[DOMAIN]' },
    ]);
  });
});

test('missing values and placeholders of well-known parameters are found, other values are not', () => {
  expect(
    findForeignMacros(
      'https://d.example/v?ip=&zz=&ua=INSERT_UA&url=<page>&bundle=com.example.app&id=YOUR_ID&cb=12',
    ).map(({ kind, param, replacement }) => [kind, param, replacement]),
  ).toEqual([
    ['empty', 'ip', '[DEVICEIP]'],
    ['placeholder', 'ua', '[DEVICEUA]'],
    ['placeholder', 'url', '[PAGEURL]'],
  ]);
});

test('macros that our server or the player fills are not foreign', () => {
  const forms = SERVER_MACROS.flatMap((macro) => macro.forms);
  const url = `https://d.example/v?${forms.map((form, index) => `p${index}=${form}`).join('&')}&e=[ERRORCODE]&a=%5BADPLAYHEAD%5D`;
  expect(findForeignMacros(url)).toEqual([]);
  expect(findForeignMacros('https://d.example/v?c=${GDPR_CONSENT_755}&s=$SCHAIN')).toEqual([]);
  expect(findForeignMacros('https://d.example/plain/v.xml')).toEqual([]);
});

test('the macros of an account’s own parameters are not foreign, and replace foreign macros of the same name', () => {
  const url = 'https://d.example/v?a=[GENRE]&b={{genre}}&c=[AD.SLOT]&d=%%AD_SLOT%%&e=[OTHER]';
  expect(
    findForeignMacros(url, ['genre', 'ad.slot']).map(({ written, replacement }) => [written, replacement]),
  ).toEqual([
    ['{{genre}}', '[GENRE]'],
    ['%%AD_SLOT%%', '[AD.SLOT]'],
    ['[OTHER]', null],
  ]);
});

describe('replacing', () => {
  const url = 'https://d.example/{{DOMAIN}}/v?cb=%%CACHEBUSTER%%&ip=&k={{KEY}}&w=640';

  test('replaces foreign macros by ours, leaves all else, and removes those without a replacement', () => {
    expect(replaceMacros(url, findForeignMacros(url))).toBe(
      'https://d.example/[DOMAIN]/v?cb=[CACHEBUSTING]&ip=[DEVICEIP]&k=&w=640',
    );
  });

  test('replaces the given macros only', () => {
    const some = findForeignMacros(url).filter(({ param }) => param === 'ip');
    expect(replaceMacros(url, some)).toBe(
      'https://d.example/{{DOMAIN}}/v?cb=%%CACHEBUSTER%%&ip=[DEVICEIP]&k={{KEY}}&w=640',
    );
    expect(replaceMacros(url, [])).toBe(url);
  });

  test('is complete after one pass, and the server fills every macro of the result', () => {
    const replaced = replaceMacros(url, findForeignMacros(url));
    expect(findForeignMacros(replaced)).toEqual([]);
    const filled = fillVastMacros(replaced, { DOMAIN: 'a.example', CACHEBUSTING: '12345678', DEVICEIP: '192.0.2.1' });
    expect(filled).toBe('https://d.example/a.example/v?cb=12345678&ip=192.0.2.1&k=&w=640');
  });
});

test('every macro left in a URL is found, including ours', () => {
  expect(findMacros('https://d.example/v?cb=[CACHEBUSTING]&url=__page-url__&w=640').map(({ param }) => param)).toEqual([
    'cb',
    'url',
  ]);
});

test('no name and no parameter maps to two macros', () => {
  for (const key of ['names', 'params'] as const) {
    const all = macroSynonyms.flatMap((each) => each[key]);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  }
});
