import { openBidhouse, type Bidhouse } from './openBidhouse.ts';
import { reportFault, safely } from './safely.ts';

type Command = () => unknown;

/** The page's `bidhouse` object: a stub with queued commands before the script loads, the full API afterwards. */
type PageObject = Partial<Bidhouse> & { cmd?: { push(...commands: Command[]): unknown } | Command[] };

const page = window as Window & { bidhouse?: unknown };

safely(start)();

/**
 * Runs the commands that the page queued; commands queued later run at once. A second copy of the script does nothing.
 */
function start(): void {
  // `window.bidhouse` may also be an element with that ID.
  const existing = page.bidhouse as PageObject | undefined;
  const bidhouse: PageObject = existing && !(existing instanceof Element) ? existing : {};
  if (bidhouse.version !== undefined) return;
  page.bidhouse = Object.assign(bidhouse, openBidhouse(scriptOriginOf(document.currentScript)));
  const queued = Array.isArray(bidhouse.cmd) ? bidhouse.cmd : [];
  const commands: Command[] = queued.splice(0);
  // The page may still hold a reference to the array, so its `push` is replaced.
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
    // A policy with nonces blocks scripts in ad markup, which have none.
    isStrict: !!own?.nonce || document.querySelector('meta[http-equiv="content-security-policy" i]') !== null,
  };
}
