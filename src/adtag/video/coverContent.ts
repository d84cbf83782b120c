import { safely } from '../safely.ts';
import { createHost } from './createHost.ts';

/** Creates an element that covers a video of the page and follows its size. The page's own elements are not changed. */
export function coverContent(content: HTMLVideoElement, label: string): { host: HTMLElement; remove(): void } {
  leaveFullScreen(content);
  const host = createHost(label);
  host.style.position = 'absolute';
  host.style.zIndex = '2147483000';
  const follow = safely(() => {
    host.style.left = `${content.offsetLeft}px`;
    host.style.top = `${content.offsetTop}px`;
    host.style.width = `${content.offsetWidth}px`;
    host.style.height = `${content.offsetHeight}px`;
  });
  follow();
  content.after(host);
  const observer = new ResizeObserver(follow);
  observer.observe(content);
  if (content.offsetParent) observer.observe(content.offsetParent);
  return {
    host,
    remove() {
      observer.disconnect();
      host.remove();
    },
  };
}

/** Ends full screen of the video element itself, which would show above the ad. */
function leaveFullScreen(content: HTMLVideoElement): void {
  if (document.fullscreenElement === content) document.exitFullscreen().catch(() => undefined);
  (content as { webkitExitFullscreen?: () => void }).webkitExitFullscreen?.();
}
