/** Seconds of a VAST time, `HH:MM:SS` or `HH:MM:SS.mmm`; NaN when the text is not one. */
export function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = /^(\d+):([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Seconds of an offset, a VAST time or `n%` of a duration in seconds; NaN when the text is neither. */
export function offsetOf(text: string, duration: number): number {
  const share = /^(\d+(?:\.\d+)?)%$/.exec(text.trim())?.[1];
  return share === undefined ? secondsOf(text) : (Number(share) / 100) * duration;
}
