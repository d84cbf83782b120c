import type { DOMWindow } from 'jsdom';
import { stubCanvasContext } from './stubCanvasContext.ts';

/** Without a layout nothing has a size: to the console each element looks like this. */
const viewport = { width: 1440, height: 900 };
const elementSize = { width: 800, height: 30 };

/** What hides an element and all that it holds where no style sheet is read. */
const hiding = '[hidden], [style*="display: none"], dialog:not([open]), details:not([open]) > :not(summary)';

/**
 * What of the style sheets names tell: parts of a flex box or a grid are blocks, between which a name has a space, as
 * `By day` of two spans.
 */
const partsAreBlocks =
  ':is(.flex, .inline-flex, .grid, .inline-grid, .popup-item) > :not([hidden], [style*="display: none"]) { display: block }';

/** What the console may ask of an element's layout, and a test may not: the answers are made up. */
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

/** Sees every element that it is to watch: there is no layout in which one could be out of view. */
class AlwaysIntersectingObserver extends NoopObserver {
  readonly #tell: NotifyIntersection;

  constructor(notify: NotifyIntersection) {
    super();
    this.#tell = notify;
  }

  override observe(target?: unknown): void {
    setTimeout(() => this.#tell([{ target, isIntersecting: true, intersectionRatio: 1 }]), 0);
  }
}

/** Adds to a document what names are told by. */
export function addStyle(document: Document): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: partsAreBlocks }));
}

/** Adds to a window what the console uses of a browser and jsdom lacks. Whoever asks for a layout while `isAsked()` is refused. */
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
