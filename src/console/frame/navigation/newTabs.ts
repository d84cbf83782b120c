import type { SafeStorage } from '../../lib/storage.ts';

const storageKey = 'ui_tabs';

/** True when links open in new tabs. */
export function opensNewTabs(storage: SafeStorage): boolean {
  return storage.get(storageKey) === '1';
}

/** Stores whether links open in new tabs. Returns false when the browser refused. */
export function setOpensNewTabs(storage: SafeStorage, isWanted: boolean): boolean {
  if (isWanted) return storage.set(storageKey, '1');
  storage.remove(storageKey);
  return true;
}

/** A link and the click on it. */
export interface ClickedLink {
  /** The resolved URL. */
  href: string;
  /** The href attribute as written. */
  rawHref: string;
  hasDownload: boolean;
  target: string;
  /** A plain click or Enter: the main button without Ctrl, Cmd, Shift or Alt, and not prevented by another handler. */
  isPlain: boolean;
}

/**
 * True when a clicked link leads to another page of the console and has no target of its own. Links within the page,
 * downloads and server calls do not count.
 */
export function isPageLink(link: ClickedLink, origin: string): boolean {
  if (!link.isPlain || link.hasDownload || link.rawHref.startsWith('#')) return false;
  if (link.target !== '' && link.target !== '_self') return false;
  const url = URL.parse(link.href);
  return url !== null && url.origin === origin && !url.pathname.startsWith('/api/');
}

/**
 * Makes links in the page open in new tabs while `isWanted` returns true. The link gets its target only during the
 * click, so that the router leaves it to the browser. Returns a function that removes the listener.
 */
export function openLinksInNewTabs(page: Document, isWanted: () => boolean): () => void {
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || !isWanted()) return;
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const clicked: ClickedLink = {
      href: link.href,
      rawHref: link.getAttribute('href') ?? '',
      hasDownload: link.hasAttribute('download'),
      target: link.target,
      isPlain: event.button === 0 && !isModified && !event.defaultPrevented,
    };
    if (!isPageLink(clicked, location.origin)) return;
    const rel = link.getAttribute('rel');
    const target = link.getAttribute('target');
    link.target = '_blank';
    link.rel = 'noopener';
    setTimeout(() => {
      restore(link, 'target', target);
      restore(link, 'rel', rel);
    });
  }
  page.addEventListener('click', onClick, true);
  return () => page.removeEventListener('click', onClick, true);
}

function restore(link: Element, name: string, value: string | null): void {
  if (value === null) link.removeAttribute(name);
  else link.setAttribute(name, value);
}
