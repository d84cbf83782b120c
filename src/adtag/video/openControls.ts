import { safely } from '../safely.ts';
import type { Labels } from '../types.ts';

/** The viewer's actions. */
export interface ControlActions {
  clickThrough: (event: MouseEvent) => void;
  togglePlayback: () => void;
  mute: () => void;
  skip: () => void;
  close: () => void;
}

/** Updates the controls of an ad. */
export interface Controls {
  /** All in seconds; `skipAt` is NaN when the ad cannot be skipped. */
  setTime(time: number, duration: number, skipAt: number): void;
  setPaused(isPaused: boolean): void;
  setMuted(isMuted: boolean): void;
}

export interface ControlOptions {
  labels: Labels;
  /** Landing page; empty = none. */
  clickUrl: string;
  canClose: boolean;
}

const icons = {
  play: 'M8 5v14l11-7z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
  unmuted:
    'M3 9v6h4l5 5V4L7 9zM16.5 12A4.5 4.5 0 0 0 14 8v8a4.5 4.5 0 0 0 2.5-4zM14 3.2v2.1a7 7 0 0 1 0 13.4v2.1a9 9 0 0 0 0-17.6z',
  muted:
    'M3 9v6h4l5 5V4L7 9zM21.6 10.3 20.2 8.9 18 11.1 15.8 8.9 14.4 10.3 16.6 12.5 14.4 14.7 15.8 16.1 18 13.9 20.2 16.1 21.6 14.7 19.4 12.5z',
  close: 'M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z',
};

const barCss =
  'position:absolute;display:flex;align-items:center;gap:4px;padding:6px;box-sizing:border-box;pointer-events:none;';
const labelCss =
  'display:flex;align-items:center;justify-content:center;height:32px;margin:0;border:0;border-radius:4px;padding:0 10px;' +
  'box-sizing:border-box;background:rgba(0,0,0,.72);color:#fff;font:500 13px/1 system-ui,sans-serif;white-space:nowrap;' +
  'text-decoration:none;pointer-events:auto;';
const button = `${labelCss}cursor:pointer;`;
const iconButtonCss = `${button}width:32px;padding:0;`;

/** Minimum width in pixels that fits all controls. */
const fullLayoutMinWidth = 400;

/**
 * Renders the controls of an ad into a shadow root, above its video. All styles are set by script, as strict content
 * security policies require.
 */
export function openControls(
  root: ShadowRoot,
  { labels, clickUrl, canClose }: ControlOptions,
  on: ControlActions,
): Controls {
  if (clickUrl !== '') {
    const link = createElement('a', 'position:absolute;inset:0;outline-offset:-4px;cursor:pointer;');
    Object.assign(link, { href: clickUrl, target: '_blank', rel: 'noopener' });
    link.setAttribute('aria-label', labels.more);
    link.addEventListener('click', safely(on.clickThrough));
    root.append(link);
  }
  const left = createElement('div', `${barCss}left:0;bottom:3px;`);
  const right = createElement('div', `${barCss}right:0;bottom:3px;`);
  const top = createElement('div', `${barCss}right:0;top:0;`);
  const togglePlayback = iconButton(on.togglePlayback);
  const sound = iconButton(on.mute);
  const clock = createElement('span', labelCss);
  left.append(togglePlayback, sound, clock);

  // The whole video is the link; this is only its label.
  const more = createElement('span', `${labelCss}pointer-events:none;`, labels.more);
  more.setAttribute('aria-hidden', 'true');
  if (clickUrl !== '') right.append(more);
  const skip = createElement('button', `${button}background:#fff;color:#111;`);
  skip.hidden = true;
  skip.type = 'button';
  skip.addEventListener('click', safely(on.skip));
  right.append(skip);
  if (canClose) {
    const close = iconButton(on.close);
    setIcon(close, 'close', labels.close);
    top.append(close);
  }
  const progressTrack = createElement(
    'div',
    'position:absolute;left:0;bottom:0;width:100%;height:3px;background:rgba(0,0,0,.5);pointer-events:none;',
  );
  const progressBar = createElement('div', 'width:0;height:100%;background:#fbbf24;');
  progressTrack.append(progressBar);
  root.append(left, right, top, progressTrack);

  return {
    setTime(time, duration, skipAt) {
      const remainingS = Math.max(0, Math.ceil(duration - time)) || 0;
      setText(clock, `${labels.ad} · ${Math.floor(remainingS / 60)}:${String(remainingS % 60).padStart(2, '0')}`);
      progressBar.style.width = duration > 0 ? `${Math.min(100, (time / duration) * 100)}%` : '0';
      const isSkippable = skipAt < duration;
      skip.style.display = isSkippable ? 'flex' : 'none';
      // A small player has no room for both.
      more.style.display = isSkippable && root.host.clientWidth < fullLayoutMinWidth ? 'none' : 'flex';
      if (!isSkippable) return;
      skip.disabled = time < skipAt;
      skip.style.opacity = skip.disabled ? '.75' : '1';
      skip.style.cursor = skip.disabled ? 'default' : 'pointer';
      setText(skip, skip.disabled ? `${labels.skipIn} ${Math.ceil(skipAt - time)}` : labels.skip);
    },
    setPaused: (isPaused) =>
      setIcon(togglePlayback, isPaused ? 'play' : 'pause', isPaused ? labels.play : labels.pause),
    setMuted: (isMuted) => setIcon(sound, isMuted ? 'muted' : 'unmuted', isMuted ? labels.unmute : labels.mute),
  };
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  css: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.style.cssText = css;
  element.textContent = text;
  return element;
}

/** Skips unchanged text, which would trigger layout and screen readers. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function iconButton(onPress: () => void): HTMLButtonElement {
  const element = createElement('button', iconButtonCss);
  element.type = 'button';
  element.addEventListener('click', safely(onPress));
  return element;
}

function setIcon(element: HTMLButtonElement, icon: keyof typeof icons, label: string): void {
  element.setAttribute('aria-label', label);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('width', '20');
  svg.setAttribute('fill', 'currentColor');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', icons[icon]);
  svg.append(path);
  element.replaceChildren(svg);
}
