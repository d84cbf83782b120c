/**
 * The separators of a URL's parameters, and what begins an encoded value in one of them: the `//` of a URL, or the `=`
 * behind a name. The group is `25` once for each time that they are encoded beyond the first, up to four times in all;
 * unset for a bare separator.
 */
const structure = /[?&#]|%((?:25){0,3})(?:3F|26|23|3D|2F%(?:25){0,3}2F)/gi;

/**
 * Returns the number of encodings around a place of a URL, for ascending indexes: of URLs in whose parameters it is, 1
 * at x in `https://a.example/?to=https%3A%2F%2Fb.example%2F%3Fp%3Dx`, and of other parameters with names and values of
 * their own, 1 at x in `https://a.example/?custom=key%3Dx`. A value there is percent-encoded as many times more (RFC
 * 3986, 2.4).
 */
export function nestingIn(url: string): (index: number) => number {
  if (!url.includes('%')) return () => 0;
  const query = url.indexOf('?');
  const steps = url.matchAll(structure);
  let step = steps.next();
  let level = 0;
  return (index) => {
    for (; !step.done && step.value.index < index; step = steps.next()) {
      const [written, escapes] = step.value;
      const times = escapes === undefined ? 0 : escapes.length / 2 + 1;
      if (/2F$/i.test(written)) level = Math.max(level, times);
      else if (!/3D$/i.test(written)) level = Math.min(level, times);
      // Outside of parameters, an encoded `=` is no more than that.
      else if (query >= 0 && query < step.value.index) level = Math.max(level, times);
    }
    return level;
  };
}
