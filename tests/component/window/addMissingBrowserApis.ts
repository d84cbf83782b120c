import type { DOMWindow } from 'jsdom';
import { stubCanvasContext } from './stubCanvasContext.ts';

/** Without a layout, elements have no size: the console sees this one for each of them. */
const viewport = { width: 1440, height: 900 };
const elementSize = { width: 800, height: 30 };

/** Hides an element and its contents where no style sheet is read. */
const hiding = '[hidden], [style*="display: none"], dialog:not([open]), details:not([open]) > :not(summary)';

/**
 * The effect of style sheets on accessible names: children of a flex box or a grid are blocks, which a space separates
 * in a name, such as `By day` from two spans.
 */
const partsAreBlocks =
  ':is(.flex, .inline-flex, .grid, .inline-grid, .popup-item) > :not([hidden], [style*="display: none"]) { display: block }';

/** Layout methods that the console may call, but a test may not: their results are made up. */
const layout = {
  clientWidth: viewport.width,
  clientHeight: viewport.height,
  offsetWidth: elementSize.width,
  offsetHeight: elementSize.height,
  scrollWidth: elementSize.width,
  scrollHeight: elementSize.height,
};

class NoopObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

type NotifyIntersection = (entries: { target: unknown; isIntersecting: boolean; intersectionRatio: number }[]) => void;

/** Reports every observed element as visible: without a layout, none can be out of view. */
class AlwaysIntersectingObserver extends NoopObserver {
  readonly #notify: NotifyIntersection;

  constructor(notify: NotifyIntersection) {
    super();
    this.#notify = notify;
  }

  override observe(target?: unknown): void {
    setTimeout(() => this.#notify([{ target, isIntersecting: true, intersectionRatio: 1 }]), 0);
  }
}

/** Adds to a document what accessible names depend on. */
export function addStyle(document: Document): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: partsAreBlocks }));
}

/**
 * Adds browser APIs that the console uses and jsdom lacks to a window. Layout access throws while `isRunningTestCode()` is true.
 */
export function addMissingBrowserApis(window: DOMWindow, isQuerying: () => boolean): void {
  Object.assign(window, {
    Headers,
    Request,
    Response,
    TextEncoder,
    TextDecoder,
    structuredClone,
    ReadableStream,
    CompressionStream,
    DecompressionStream,
    ResizeObserver: NoopObserver,
    IntersectionObserver: AlwaysIntersectingObserver,
    matchMedia: (media: string) => ({
      // Wide, light, and with a mouse.
      matches: /\((min-width|hover: hover|pointer: fine)/.test(media),
      media,
      addEventListener() {},
      removeEventListener() {},
    }),
    scrollTo() {},
    requestIdleCallback: (run: () => void) => window.setTimeout(run, 0),
    cancelIdleCallback: window.clearTimeout,
  });
  const { Element, HTMLCanvasElement, HTMLElement, Range, document } = window;
  Object.assign(Element.prototype, {
    scrollIntoView() {},
    scrollTo() {},
    getAnimations: () => [],
    setPointerCapture() {},
    releasePointerCapture() {},
    hasPointerCapture: () => false,
    checkVisibility(this: Element) {
      return this.closest(hiding) === null;
    },
  });
  Object.assign(document, { getAnimations: () => [] });
  const refuseLayout = (what: string) => {
    if (isQuerying()) throw new Error(`${what}: there is no layout without a browser; this is for a test with one`);
  };
  for (const [name, size] of Object.entries({ innerWidth: viewport.width, innerHeight: viewport.height })) {
    const get = () => {
      refuseLayout(name);
      return size;
    };
    Object.defineProperty(window, name, { configurable: true, get });
  }
  for (const [name, size] of Object.entries(layout)) {
    const owner = name.startsWith('offset') ? HTMLElement.prototype : Element.prototype;
    Object.defineProperty(owner, name, {
      configurable: true,
      get() {
        refuseLayout(name);
        return size;
      },
    });
  }
  const rectangleOf = () => {
    refuseLayout('getBoundingClientRect');
    return new window.DOMRect(0, 0, elementSize.width, elementSize.height);
  };
  Object.assign(Element.prototype, { getBoundingClientRect: rectangleOf, getClientRects: () => [rectangleOf()] });
  Object.assign(Range.prototype, { getBoundingClientRect: rectangleOf, getClientRects: () => [rectangleOf()] });
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
    refuseLayout('getContext');
    return stubCanvasContext(this);
  } as typeof HTMLCanvasElement.prototype.getContext;
}
