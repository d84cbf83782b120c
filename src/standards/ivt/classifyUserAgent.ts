import { isBot } from 'isbot';
import { isTruncatedUserAgent } from '../truncateUserAgent.ts';
import { readUserAgent, type UserAgent } from '../userAgent.ts';

/**
 * What sends a user agent. `app` is a player or networking library of an app, `program` one of a script or server,
 * `unknown` is none that we know, as many apps have. `overlong` was cut.
 */
export type AgentKind =
  | 'none'
  | 'overlong'
  | 'headless'
  | 'crawler'
  | 'program'
  | 'television'
  | 'app'
  | 'browser'
  | 'unknown';

/** A user agent as far as it tells whether somebody watches. */
export interface Agent {
  kind: AgentKind;
  device: UserAgent['device'];
  operatingSystem: UserAgent['operatingSystem'];
}

/** Browsers without a screen, and what drives browsers. */
const headless =
  /HeadlessChrome|PhantomJS|SlimerJS|CasperJS|HtmlUnit|\bPuppeteer\b|\bPlaywright\b|\bSelenium\b|\bWebDriver\b|\bjsdom\/|\bCypress\/|Lighthouse/i;

/** What apps play and fetch with. */
const appLibraries =
  /\bokhttp\b|\bDalvik\/|\bCFNetwork\/|\bAppleCoreMedia\b|\bExoPlayer|\bAndroidXMedia3\b|\bstagefright\b|\bNSPlayer\b|\bGStreamer\b|\b(?:Lib)?VLC\/|\bKodi\/|\bLavf\/|\bmpv\b|\bDart\/|\bAlamofire\/|\bCronet\b|\bUnityPlayer\/|\bApache-HttpClient\/UNAVAILABLE\b|\bRoku\b/i;

/** What scripts and servers fetch with. */
const programs =
  /^(?:curl|wget|python|aiohttp|httpx|go-http-client|java\/|jakarta|apache-httpclient|node|axios|undici|got \(|libwww|lwp|postmanruntime|insomnia|httpie|scrapy|ruby|php|guzzlehttp|faraday|rest-client|restsharp|k6\/|jmeter|vegeta|hey\/|deno\/|bun\/|winhttp|perl|mechanize|colly|fasthttp|reqwest|hyper\/)/i;

/** Crawlers say what they are, most of them in the form of a browser, and where to complain. */
const declaresItself = /^Mozilla\/|https?:\/\/|@|bot\b|crawl|spider|\bscan/i;

const browserEngine = /^(?:Mozilla|Opera)\/\d.*(?:AppleWebKit|Gecko|Trident|MSIE|Presto|KHTML|Goanna)/;

/**
 * Reads what sends a user agent (standards 5.1). TVs and apps come before the open list of bots, which takes many of them
 * for bots; an empty text is of nobody.
 */
export function classifyUserAgent(text: string): Agent {
  const { device, operatingSystem } = readUserAgent(text);
  return { kind: kindOf(text.trim(), device === 'SmartTV'), device, operatingSystem };
}

function kindOf(text: string, isTelevision: boolean): AgentKind {
  if (text === '') return 'none';
  if (isTruncatedUserAgent(text)) return 'overlong';
  if (headless.test(text)) return 'headless';
  if (isTelevision) return 'television';
  const isBrowser = browserEngine.test(text);
  if (appLibraries.test(text)) return isBrowser ? 'browser' : 'app';
  if (programs.test(text)) return 'program';
  if (isBot(text) && declaresItself.test(text)) return 'crawler';
  return isBrowser ? 'browser' : 'unknown';
}
