import type { Environment } from '#model/index.ts';

/** A viewer's typical device, with the values of its ad requests. */
export interface DeviceProfile {
  id: string;
  label: string;
  environment: Environment;
  /** Parameters of an ad request by name, as a channel's tag accepts them. */
  params: Readonly<Record<string, string>>;
}

const appleWebKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** An advertising ID that no device has. */
const did = '00000000-0000-4000-8000-000000000001';

const onPage = { url: 'https://news.example/video' };

const inTvApp = {
  w: '1920',
  h: '1080',
  app_bundle: 'tv.example.livingroom',
  app_name: 'Living room',
  did,
  lmt: '0',
};

const inPhoneApp = { app_bundle: 'com.example.recipes', app_name: 'Recipes', did, lmt: '0' };

/** The devices for testing a tag; the first is the default. */
export const deviceProfiles = [
  {
    id: 'desktopChrome',
    label: 'Desktop, Chrome',
    environment: 'web',
    params: {
      ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
      w: '1280',
      h: '720',
      ...onPage,
    },
  },
  {
    id: 'iphone',
    label: 'iPhone, Safari',
    environment: 'mobileWeb',
    params: {
      ua: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${appleWebKit} Version/18.6 Mobile/15E148 Safari/604.1`,
      w: '390',
      h: '219',
      ...onPage,
    },
  },
  {
    id: 'androidPhone',
    label: 'Android phone, Chrome',
    environment: 'mobileWeb',
    params: {
      ua: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
      w: '412',
      h: '232',
      ...onPage,
    },
  },
  {
    id: 'iosApp',
    label: 'iPhone, in an app',
    environment: 'app',
    params: {
      ua: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${appleWebKit} Mobile/15E148`,
      w: '390',
      h: '844',
      ...inPhoneApp,
      app_store_url: 'https://apps.apple.com/app/id1000000001',
      did_type: 'idfa',
    },
  },
  {
    id: 'androidApp',
    label: 'Android phone, in an app',
    environment: 'app',
    params: {
      ua: 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/143.0.0.0 Mobile Safari/537.36',
      w: '412',
      h: '915',
      ...inPhoneApp,
      app_store_url: 'https://play.google.com/store/apps/details?id=com.example.recipes',
      did_type: 'aaid',
    },
  },
  {
    id: 'roku',
    label: 'CTV, Roku',
    environment: 'ctv',
    params: {
      ua: 'Roku/DVP-14.5 (14.5.0.4178-C2)',
      ...inTvApp,
      app_store_url: 'https://channelstore.roku.com/details/100001',
      did_type: 'rida',
    },
  },
  {
    id: 'tizen',
    label: 'CTV, Samsung Tizen',
    environment: 'ctv',
    params: {
      ua: 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) 108.0.5359.1/8.0 TV Safari/537.36',
      ...inTvApp,
      app_store_url: 'https://www.samsung.com/us/appstore/app/G10000000001',
      did_type: 'tifa',
    },
  },
  {
    id: 'fireTv',
    label: 'CTV, Fire TV',
    environment: 'ctv',
    params: {
      ua: 'Mozilla/5.0 (Linux; Android 11; AFTKRT Build/RS8149; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0.0.0 Mobile Safari/537.36',
      ...inTvApp,
      app_store_url: 'https://www.amazon.com/dp/B000000001',
      did_type: 'afai',
    },
  },
] as const satisfies readonly DeviceProfile[];

export type DeviceId = (typeof deviceProfiles)[number]['id'];
