import { openBidhouse, type Bidhouse } from './openBidhouse.ts';
import { reportFault, safely } from './safely.ts';

type Command = () => unknown;

/** What a page makes before the script is there, and what becomes of it. */
type PageObject = Partial<Bidhouse> & { cmd?: { push(...commands: Command[]): unknown } | Command[] };

const page = window as Window & { bidhouse?: unknown };

safely(start)();

/** Runs what the page has queued, and whatever it queues from now on at once. A second copy leaves all to the first. */
function start(): void {
  // An element of the page may have the name.
  const existing = page.bidhouse as PageObject | undefined;
  const bidhouse: PageObject = existing && !(existing instanceof Element) ? existing : {};
  if (bidhouse.version !== undefined) return;
  page.bidhouse = Object.assign(bidhouse, openBidhouse(scriptOriginOf(document.currentScript)));
  const queued = Array.isArray(bidhouse.cmd) ? bidhouse.cmd : [];
  const commands: Command[] = queued.splice(0);
  // The page may hold the list itself.
  queued.push = (...more) => {
    for (const command of more) runCommand(command);
    return 0;
  };
  bidhouse.cmd = queued;
  for (const command of commands) runCommand(command);
}

function runCommand(command: Command): void {
  try {
    command();
  } catch (error) {
    reportFault(error);
  }
}

function scriptOriginOf(script: HTMLOrSVGScriptElement | null) {
  const own =
    script instanceof HTMLScriptElement
      ? script
      : document.querySelector<HTMLScriptElement>('script[src*="/adtag.js"]');
  return {
    base: (own?.src ?? '').replace(/\/adtag\.js.*$/, ''),
    // Such a policy lets scripts run by their nonces; what an ad brings has none.
    isStrict: !!own?.nonce || document.querySelector('meta[http-equiv="content-security-policy" i]') !== null,
  };
}
