/** The part of the publisher page that both players share. */
export interface Stage {
  element: HTMLElement;
  /** The channel's tag, with a fresh cache buster for this page view. Empty = no ad. */
  tagUrl: string;
  /** Adds a line to the list of player events. */
  log(text: string): void;
}

/** Finds the stage in the page. Throws when there is none. */
export function openStage(): Stage {
  const element = document.querySelector<HTMLElement>('#stage');
  const list = document.querySelector('#events');
  if (!element || !list) throw new Error('The page has no stage');
  const url = new URL(element.dataset['tagUrl'] ?? '', location.href);
  url.searchParams.set('url', location.href);
  url.searchParams.set('w', '640');
  url.searchParams.set('h', '360');
  url.searchParams.set('cb', String(Math.floor(Math.random() * 1e8)));
  return {
    element,
    tagUrl: url.href,
    log(text) {
      const item = document.createElement('li');
      item.textContent = text;
      list.append(item);
    },
  };
}

/** The content that plays after the ad. */
export const contentSource = { src: '/media/content.mp4', type: 'video/mp4' } as const;

/** Adds a muted video element without a source, which is allowed to autoplay. */
export function addVideo(stage: Stage, className = ''): HTMLVideoElement {
  const video = document.createElement('video');
  video.id = 'player';
  video.className = className;
  video.muted = true;
  video.playsInline = true;
  video.controls = true;
  stage.element.append(video);
  return video;
}
