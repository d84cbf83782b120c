import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import wawoff2 from 'wawoff2';

const require = createRequire(import.meta.url);

/** Chinese, Japanese and Korean letters and punctuation. A line can break after each of them. */
export const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u;

/** The fonts with such letters, by the path of the index of their slices. */
const families = {
  jp: require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  kr: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  sc: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
} as const;
type Family = keyof typeof families;

/** The fonts for the letters of some texts. */
export interface EastAsianFonts {
  /** TrueType fonts by name. */
  fonts: ReadonlyMap<string, Uint8Array>;
  /** The font for a letter; undefined when none has it. */
  fontOf: (letter: string) => string | undefined;
}

/** Reads the font slices that the East Asian letters of texts need; usually none. */
export async function readEastAsianFonts(texts: readonly string[]): Promise<EastAsianFonts> {
  const allText = texts.join('\n');
  const letters = [...new Set(allText)].filter((letter) => eastAsian.test(letter));
  const fonts = new Map<string, Uint8Array>();
  const names = new Map<string, string>();
  for (const family of letters.length === 0 ? [] : preferred(allText)) {
    const slices = await readSlices(family);
    for (const letter of letters) {
      const code = letter.codePointAt(0) ?? 0;
      const slice = names.has(letter) ? undefined : slices.find(({ has }) => has(code));
      if (!slice) continue;
      names.set(letter, slice.name);
      // The result is overwritten by the next call.
      if (!fonts.has(slice.name)) fonts.set(slice.name, (await wawoff2.decompress(await readFile(slice.path))).slice());
    }
  }
  return { fonts, fontOf: (letter) => names.get(letter) };
}

/** Orders the fonts by the text's language, which its own letters reveal: Han letters look different in each. */
function preferred(text: string): Family[] {
  const first = /\p{Script=Hangul}/u.test(text)
    ? 'kr'
    : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
      ? 'jp'
      : 'sc';
  return [first, ...(['jp', 'kr', 'sc'] as const).filter((family) => family !== first)];
}

interface Slice {
  name: string;
  path: string;
  has: (code: number) => boolean;
}

async function readSlices(family: Family): Promise<Slice[]> {
  const text = await readFile(families[family], 'utf8');
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([key, ranges]) => {
    const name = `noto-sans-${family}-${key.replaceAll(/[[\]]/g, '')}`;
    const parsed = ranges.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    });
    return {
      name,
      path: join(dirname(families[family]), 'files', `${name}-wght-normal.woff2`),
      has: (code) => parsed.some(([from, to]) => code >= from && code <= to),
    };
  });
}
