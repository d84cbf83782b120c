import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../src/console');
const tokens = readFileSync(join(folder, 'styles/tokens.css'), 'utf8');

type Theme = 'light' | 'dark';

/** The opaque colors of the console by name, in both themes. */
const colours = new Map<string, Record<Theme, string>>(
  [...tokens.matchAll(/^ {2}--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/gm)].map(
    ([, name = '', light = '', dark = '', both]) => [name, { light: both ?? light, dark: both ?? dark }],
  ),
);

function colour(name: string, theme: Theme): string {
  const found = colours.get(name);
  if (!found) throw new Error(`tokens.css has no colour ${name}`);
  return found[theme];
}

/** Relative luminance of #rrggbb, 0 to 1 (WCAG 2.2, definitions). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors, 1 to 21 (WCAG 2.2, definitions). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const themes: Theme[] = ['light', 'dark'];
const inks = ['ink', 'muted', 'faint', 'accent-ink', 'good', 'warn', 'bad'];
const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'pressed', 'selected'];
const softFills = ['neutral-soft', 'accent-soft', 'good-soft', 'warn-soft', 'bad-soft'];
/** Text colors that are not inks, or grounds that do not have all inks. */
const pairs = [
  ['ink', 'segment'],
  ['muted', 'segment'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'bad-fill'],
  ['on-accent', 'bad-fill-hover'],
  ['on-tip', 'tip'],
] as const;

describe.each(themes)('WCAG 2.2 1.4.3 in the %s theme', (theme) => {
  test('every ink is readable on every surface and on every soft fill', () => {
    const weak = inks.flatMap((ink) =>
      [...surfaces, ...softFills].flatMap((ground) => {
        const ratio = contrast(colour(ink, theme), colour(ground, theme));
        return ratio < 4.5 ? [`${ink} on ${ground}: ${ratio.toFixed(2)}`] : [];
      }),
    );
    expect(weak).toEqual([]);
  });

  test.each(pairs)('%s is readable on %s', (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });
});

test('text has no other colors', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(tsx?|css)$/.test(name) && !name.includes('.test.'),
  );
  const literal = /(?:^|[\s;{])color:\s*['"]?(?:#|rgb|hsl|ok)|\btext-\[(?:#|rgb|hsl|ok)/m;
  expect(files.filter((name) => literal.test(readFileSync(join(folder, name), 'utf8')))).toEqual([]);
});
