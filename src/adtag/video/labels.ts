import type { Labels } from '../types.ts';

/** The player's texts, where the page sets no others. */
export const defaultLabels: Labels = {
  ad: 'Ad',
  more: 'Learn more',
  skip: 'Skip ad',
  skipIn: 'Skip in',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  close: 'Close ad',
};
