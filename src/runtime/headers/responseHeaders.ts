/** A kind of response with its headers. */
export interface HeaderRule {
  /** The port that sends it. */
  port: 'console' | 'ads' | 'control and metrics';
  /** The responses of this kind. */
  covers: string;
  headers: Readonly<Record<string, string>>;
}

/** Powerful features that neither the console nor a creative uses. */
const noFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** A policy from its directives. */
const policy = (...directives: string[]) => directives.join('; ');

const cached = 'public, max-age=31536000, immutable';
const sandbox = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox';
const ofApi = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const ofPage = {
  ...ofApi,
  'content-security-policy': policy(
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: {ads}",
    'media-src {ads}',
    "font-src 'self'",
    "connect-src 'self'",
    // The stage, where the VAST tester plays ads, and previews of creatives.
    "frame-src 'self' {ads}",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Not `report-to`: browsers ignore it on pages by http, and then ignore `report-uri` too.
    'report-uri /api/csp-reports',
  ),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': noFeatures,
  'x-frame-options': 'DENY',
};
const ofAds = {
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * The headers of every kind of response, beside those that describe its content and the CORS headers of ad serving,
 * which follow the request. `{ads}` and `{console}` stand for origins, `{style}` for the hash of a style; `headersOf` fills
 * them. All have `strict-transport-security` where the
 * public URL is https.
 */
export const responseHeaders = {
  api: {
    port: 'console',
    covers: 'The API, its errors, health checks, unknown paths, malformed requests',
    headers: ofApi,
  },
  page: { port: 'console', covers: 'Pages of the console, also those that do not exist (404)', headers: ofPage },
  sharedPage: {
    port: 'console',
    covers: 'The page of a shared report',
    headers: { ...ofPage, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  },
  sharedApi: {
    port: 'console',
    covers: 'The API of a shared report',
    headers: { ...ofApi, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  },
  mailPage: {
    port: 'console',
    covers: 'The unsubscribe page of emails',
    headers: {
      ...ofApi,
      'content-security-policy':
        "default-src 'none'; style-src {style}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    },
  },
  asset: {
    port: 'console',
    covers: 'Files of the console whose names contain a hash of their content',
    headers: { ...ofApi, 'cache-control': cached },
  },
  file: {
    port: 'console',
    covers: 'Other files of the console',
    headers: { ...ofApi, 'cache-control': 'public, max-age=300' },
  },
  // Its origin is opaque: it has no access to the console or its session, and even its own files are cross-origin.
  stage: {
    port: 'console',
    covers: 'The stage, where the VAST tester plays ads',
    headers: {
      ...ofApi,
      'cache-control': 'public, max-age=300',
      'content-security-policy': policy(
        'sandbox allow-scripts',
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        'media-src https: http:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ),
      'cross-origin-resource-policy': 'cross-origin',
    },
  },
  ad: {
    port: 'ads',
    covers: 'Ads, bids, events, notices, preflights, errors, health checks',
    headers: { ...ofAds, 'cache-control': 'no-store' },
  },
  click: {
    port: 'ads',
    covers: 'Redirects of clicks',
    headers: { ...ofAds, 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' },
  },
  // Opened as a document, it runs no script with our cookies.
  cachedBid: {
    port: 'ads',
    covers: 'Bids and VAST that Prebid has cached',
    headers: { ...ofAds, 'cache-control': 'no-store', 'content-security-policy': 'sandbox' },
  },
  // The creative has an opaque origin: it reaches no cookies, and can leave the page only through its landing page.
  preview: {
    port: 'ads',
    covers: 'Previews of creatives',
    headers: {
      ...ofAds,
      'cache-control': 'no-store',
      'content-security-policy': policy(sandbox, 'frame-ancestors {console}'),
      'permissions-policy': noFeatures,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    },
  },
  // Pages get a new release within 15 minutes and never wait for it: a stale copy is used while it is revalidated.
  script: {
    port: 'ads',
    covers: 'Scripts of the browser SDK and of previews',
    headers: { ...ofAds, 'cache-control': 'public, max-age=900, stale-while-revalidate=86400' },
  },
  // Everything in the frame has an opaque origin, whichever page embeds it.
  adFrame: {
    port: 'ads',
    covers: 'The frame of the browser SDK',
    headers: {
      ...ofAds,
      'cache-control': 'public, max-age=86400',
      'content-security-policy':
        'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
      'permissions-policy': noFeatures,
    },
  },
  displayTag: {
    port: 'ads',
    covers: 'Display tags of channels',
    headers: { ...ofAds, 'cache-control': 'public, max-age=300' },
  },
  // Short, so that a new channel works soon.
  unknownTag: {
    port: 'ads',
    covers: 'Display tags of unknown channels',
    headers: { ...ofAds, 'cache-control': 'public, max-age=60' },
  },
  media: {
    port: 'ads',
    covers: 'Creative files, whose names contain a hash of their content',
    headers: { ...ofAds, 'cache-control': cached },
  },
  // Opened as pages, they cannot reach ad serving, and may open the landing page.
  mediaDocument: {
    port: 'ads',
    covers: 'Creative files that browsers open as documents: HTML, SVG, XML',
    headers: {
      ...ofAds,
      'cache-control': cached,
      'content-security-policy': `${sandbox} allow-top-navigation-by-user-activation`,
      'permissions-policy': noFeatures,
    },
  },
  // Changes reach apps after at most this time.
  sdkConfig: {
    port: 'ads',
    covers: 'Configurations of the SDK',
    headers: { ...ofAds, 'cache-control': 'private, max-age=60' },
  },
  // Partners read these files once a day, and a new key should reach them sooner.
  publicFile: {
    port: 'ads',
    covers: 'sellers.json, dsrdelete.json and keys',
    headers: { ...ofAds, 'cache-control': 'public, max-age=3600' },
  },
  metrics: {
    port: 'control and metrics',
    covers: 'Metrics; internal calls have the headers of the API',
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  },
} as const satisfies Record<string, HeaderRule>;

/** A kind of response. */
export type ResponseKind = keyof typeof responseHeaders;
