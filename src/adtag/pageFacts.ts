import type { ConsentApis } from './readConsent.ts';

/** What is known of the page that a script runs in. */
export interface PageFacts {
  url: string;
  /** The page before; empty when it is not known. */
  referrer: string;
  language: string;
  screen: { width: number; height: number };
  isSecure: boolean;
}

/** Reads the page: the one that the viewer sees, as far as a frame may know it. */
export function readPage(): PageFacts {
  const { width, height } = globalThis.screen;
  return {
    ...addressesOf(),
    language: navigator.language,
    screen: { width, height },
    isSecure: location.protocol === 'https:',
  };
}

function addressesOf(): Pick<PageFacts, 'url' | 'referrer'> {
  try {
    const { top } = globalThis;
    if (top) return { url: top.location.href, referrer: top.document.referrer };
  } catch {
    // The viewer's page is somebody else's: what it sends us as referrer is it.
  }
  return { url: document.referrer || location.href, referrer: '' };
}

/** Finds a function of a consent platform in this window or in those around it. */
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
