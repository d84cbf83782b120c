import type { Random } from '../createRandom.ts';

/** JSON fragments that JSON.stringify cannot write, by the placeholder that they replace. */
export const jsonMarks: Readonly<Record<string, string>> = {
  '"@huge@"': '1e999',
  '"@long@"': '9'.repeat(400),
  '"@nan@"': 'NaN',
  '"@minusZero@"': '-0',
  '"@lone@"': '"\\ud800"',
  '"@nul@"': '"\\u0000"',
  '"@controls@"': '"\\u0001\\u001f\\u007f\\u2028"',
};

/** Writes JSON with the fragments in place of their placeholders, sometimes with a syntax error. */
export function writeMalformedJson(value: unknown, random: Random): string {
  let text = JSON.stringify(value) ?? 'undefined';
  for (const [mark, written] of Object.entries(jsonMarks)) text = text.replaceAll(mark, written);
  if (!random.boolean(0.08)) return text;
  const at = random.below(text.length + 1);
  const cut = text.slice(0, at);
  return random.pick([
    cut,
    cut + text.slice(at + 1),
    `${cut}"${text.slice(at)}`,
    `${cut},${text.slice(at)}`,
    `${text}${text}`,
  ]);
}
