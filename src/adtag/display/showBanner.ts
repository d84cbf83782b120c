import { safely } from '../safely.ts';
import type { BannerBid } from './readBids.ts';

export interface ShownBanner {
  frame: HTMLIFrameElement;
  remove(): void;
}

/** Sandbox permissions of a banner: it cannot script the page, and has no access to the page's origin. */
const sandbox =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

const clickMessage = 'bidhouse:click';

/**
 * Precedes the banner's markup: links open outside the frame, and clicks on them are posted to the page. ES5, for old
 * web views.
 */
const documentHead =
  '<!doctype html><meta charset="utf-8"><base target="_blank"><style>html,body{margin:0;padding:0}</style>' +
  '<script>document.addEventListener("click",function(e){for(var n=e.target;n&&n!==document;n=n.parentNode)' +
  `if(/^a(rea)?$/i.test(n.nodeName)&&n.getAttribute("href"))return parent.postMessage("${clickMessage}","*")},true)</script>`;

/**
 * Shows a banner in a sandboxed frame at the end of an element. With `hostUrl`, the frame loads that URL and receives
 * the markup by message; otherwise the markup is its `srcdoc`. `on.shown` is called once the banner has loaded.
 */
export function showBanner(
  target: Element,
  { markup, width, height }: BannerBid,
  hostUrl: string | null,
  on: { shown(): void; click(): void },
): ShownBanner {
  const frame = document.createElement('iframe');
  frame.title = 'Advertisement';
  frame.width = String(width);
  frame.height = String(height);
  frame.setAttribute('sandbox', sandbox);
  frame.setAttribute('scrolling', 'no');
  frame.style.cssText = 'display:block;border:0;overflow:hidden';
  let loadsLeft = hostUrl === null ? 1 : 2;
  frame.addEventListener(
    'load',
    safely(() => {
      loadsLeft -= 1;
      if (loadsLeft > 0) frame.contentWindow?.postMessage(documentHead + markup, '*');
      else if (loadsLeft === 0) on.shown();
    }),
  );
  const listen = safely((event: MessageEvent) => {
    if (event.source === frame.contentWindow && event.data === clickMessage) on.click();
  });
  window.addEventListener('message', listen);
  if (hostUrl === null) frame.srcdoc = documentHead + markup;
  else frame.src = hostUrl;
  target.appendChild(frame);
  return {
    frame,
    remove() {
      window.removeEventListener('message', listen);
      frame.remove();
    },
  };
}
