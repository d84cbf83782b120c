import { isBot } from 'isbot';
import { isTruncatedUserAgent } from '../truncateUserAgent.ts';
import { readUserAgent, type UserAgent } from '../userAgent.ts';

/**
 * The kind of client behind a user agent. `app` is a player or networking library of an app, `program` one of a script
 * or server, `unknown` a client that we do not recognize, as many apps are. `overlong` was truncated.
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

/** A user agent, as far as it shows whether a person is watching. */
export interface Agent {
  kind: AgentKind;
  device: UserAgent['device'];
  operatingSystem: UserAgent['operatingSystem'];
}

/** Headless browsers and browser automation tools. */
const headless =
  /HeadlessChrome|PhantomJS|SlimerJS|CasperJS|HtmlUnit|\bPuppeteer\b|\bPlaywright\b|\bSelenium\b|\bWebDriver\b|\bjsdom\/|\bCypress\/|Lighthouse/i;

/** Players and networking libraries of apps. */
const appLibraries =
  /\bokhttp\b|\bDalvik\/|\bCFNetwork\/|\bAppleCoreMedia\b|\bExoPlayer|\bAndroidXMedia3\b|\bstagefright\b|\bNSPlayer\b|\bGStreamer\b|\b(?:Lib)?VLC\/|\bKodi\/|\bLavf\/|\bmpv\b|\bDart\/|\bAlamofire\/|\bCronet\b|\bUnityPlayer\/|\bApache-HttpClient\/UNAVAILABLE\b|\bRoku\b/i;

/** HTTP clients of scripts and servers. */
const programs =
  /^(?:curl|wget|python|aiohttp|httpx|go-http-client|java\/|jakarta|apache-httpclient|node|axios|undici|got \(|libwww|lwp|postmanruntime|insomnia|httpie|scrapy|ruby|php|guzzlehttp|faraday|rest-client|restsharp|k6\/|jmeter|vegeta|hey\/|deno\/|bun\/|winhttp|perl|mechanize|colly|fasthttp|reqwest|hyper\/)/i;

/** Crawlers name themselves and give a contact address; most of them imitate a browser's user agent. */
const declaresItself = /^Mozilla\/|https?:\/\/|@|bot\b|crawl|spider|\bscan/i;

const browserEngine = /^(?:Mozilla|Opera)\/\d.*(?:AppleWebKit|Gecko|Trident|MSIE|Presto|KHTML|Goanna)/;

/**
 * Classifies a user agent (standards 5.1). TVs and apps come before the open list of bots, which takes many of them for
 * bots; an empty text has no client.
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
