import type { ConsentApis } from './readConsent.ts';

/** Properties of the page and the browser in which the script runs, for ad requests. */
export interface PageSignals {
  url: string;
  /** The page before; empty when unknown. */
  referrer: string;
  language: string;
  screen: { width: number; height: number };
  isSecure: boolean;
}

/** Whether the browser sends Global Privacy Control. */
export function hasGpc(): boolean {
  return (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

/** Reads the top page as far as a frame may access it. */
export function readPage(): PageSignals {
  const { width, height } = globalThis.screen;
  return {
    ...addressesOf(),
    language: navigator.language,
    screen: { width, height },
    isSecure: location.protocol === 'https:',
  };
}

function addressesOf(): Pick<PageSignals, 'url' | 'referrer'> {
  try {
    const { top } = globalThis;
    if (top) return { url: top.location.href, referrer: top.document.referrer };
  } catch {
    // The top page has another origin: our referrer is its URL.
  }
  return { url: document.referrer || location.href, referrer: '' };
}

/** Finds the function of a consent platform in this window or a parent window. */
export function findConsentApi<Name extends keyof ConsentApis>(name: Name): ConsentApis[Name] {
  for (let frame: Window = globalThis.window; ; frame = frame.parent) {
    try {
      const found = (frame as Window & ConsentApis)[name];
      if (typeof found === 'function') return found;
    } catch {
      return undefined;
    }
    if (frame === frame.parent) return undefined;
  }
}
