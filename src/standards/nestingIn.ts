/**
 * The separators of a URL's parameters, and the `//` of an encoded URL. The group is `25` once for each time that they
 * are encoded beyond the first, up to four times in all; unset for a bare separator.
 */
const structure = /[?&#]|%((?:25){0,3})(?:(?:3F|26|23)|2F%(?:25){0,3}2F)/gi;

/**
 * Returns the number of URLs in whose parameters a place of a URL is, for ascending indexes: 1 at x in
 * `https://a.example/?to=https%3A%2F%2Fb.example%2F%3Fp%3Dx`. A value there is percent-encoded as many times more
 * (RFC 3986, 2.4).
 */
export function nestingIn(url: string): (index: number) => number {
  if (!url.includes('%')) return () => 0;
  const steps = url.matchAll(structure);
  let step = steps.next();
  let level = 0;
  return (index) => {
    for (; !step.done && step.value.index < index; step = steps.next()) {
      const [written, escapes] = step.value;
      const times = escapes === undefined ? 0 : escapes.length / 2 + 1;
      level = /2F$/i.test(written) ? Math.max(level, times) : Math.min(level, times);
    }
    return level;
  };
}
