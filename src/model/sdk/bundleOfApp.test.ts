import { describe, expect, test } from 'vitest';
import { bundleFaults, bundleOfApp } from './bundleOfApp.ts';

describe('[START-03] the bundle of an app', () => {
  test.each([
    ['https://play.google.com/store/apps/details?id=com.Example.App&hl=en', 'com.Example.App'],
    ['//play.google.com/store/apps/details?id=com.example.app', 'com.example.app'],
    ['market://details?id=com.example.app', 'com.example.app'],
    ['https://apps.apple.com/us/app/recipes/id1207472156', '1207472156'],
    ['https://channelstore.roku.com/details/12345/recipes', '12345'],
    ['https://channelstore.roku.com/details/0c1fa2b7:ab/recipes', '0c1fa2b7:ab'],
    ['https://www.amazon.com/gp/mas/dl/android?p=com.example.app', 'com.example.app'],
    ['https://www.samsung.com/us/appstore/app/G15147002586/', 'G15147002586'],
    ['https://us.lgappstv.com/main/tvapp/detail?appId=123456', '123456'],
    ['https://www.vizio.com/en/smart-tv-apps?appName=recipes&appId=vizio.recipes', 'vizio.recipes'],
    ['com.example.app', 'com.example.app'],
    ['com.example.my-app_2', 'com.example.my-app_2'],
    ['1207472156', '1207472156'],
    ['AbCd012345.Recipes', 'AbCd012345.Recipes'],
  ])('%s is %s', (text, bundle) => {
    expect(bundleOfApp({ platform: 'android', bundle: text })).toBe(bundle);
    expect(bundleOfApp({ platform: 'android', bundle })).toBe(bundle);
  });

  test.each([
    'https://www.apple.com/app/id12',
    'https://tv.apple.com/us/show/kitchen/umc.cmc.1',
    'https://play.google.com/store/apps/dev?id=7',
    'https://play.google.com.evil.example/store/apps/details?id=com.example.app',
    'https://play.google.com@evil.example/store/apps/details?id=com.example.app',
    'https://play.google.com\\@evil.example/store/apps/details?id=com.example.app',
    'https://recipes.example/start',
    'javascript:alert(1)',
    'javascript://play.google.com/store/apps/details?id=com.example.app',
    'play.google.com',
    'Apps.Apple.com',
    'www.recipes.example',
    'com.example.app#x',
    'com.example app',
    'com.exam\u200Bple',
    'com.exam\u00ADple',
    'https://play.google.com/store/apps/details?id=com.exam%E2%80%8Bple',
    'https://play.google.com/store/apps/details?id=a%2Fb',
    'ⓒom.example',
  ])('is not %s', (text) => {
    const app = { platform: 'android', bundle: text };
    expect(bundleOfApp(app)).toBeNull();
    expect(bundleFaults(app, null)).toMatchObject([
      { path: 'bundle', message: 'Must be a bundle, a store ID or the address of an app in a store' },
    ]);
    expect(bundleFaults({ ...app, bundle: 'com.example.app' }, app)).toEqual([]);
  });

  test('has at most 255 characters', () => {
    for (const text of ['x'.repeat(256), `https://${'新'.repeat(6000)}.example/x`, `${'é'.repeat(200_000)}.example`]) {
      for (const platform of ['android', 'web']) expect(bundleOfApp({ platform, bundle: text })).toBeNull();
    }
  });

  test('of an earlier version stays valid while it is not changed', () => {
    const app = { platform: 'android', bundle: 'my app' };
    expect(bundleFaults(app, app)).toEqual([]);
  });
});

describe('[START-03] the domain of an app for the web', () => {
  test.each([
    ['https://www.recipes.example/start', 'recipes.example'],
    [`https://recipes.example/${'a'.repeat(2000)}`, 'recipes.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['news.example', 'news.example'],
  ])('is the one of a page: %j', (bundle, domain) => {
    expect(bundleOfApp({ platform: 'web', bundle })).toBe(domain);
  });

  test.each(['two words', 'javascript:alert(1)', 'https://play.google.com/store/apps/details?id=com.example.app'])(
    'is not %s',
    (bundle) => {
      expect(bundleFaults({ platform: 'web', bundle }, null)).toMatchObject([
        { path: 'bundle', message: 'Must be a domain such as brand.example' },
      ]);
    },
  );
});
