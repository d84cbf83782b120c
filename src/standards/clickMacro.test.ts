import { describe, expect, test } from 'vitest';
import { clickMacro, fillClickMacros } from './clickMacro.ts';

const addressOf = (landing: string | null) =>
  landing === null ? 'https://ads.example/c/t/s?to=' : `https://ads.example/c/<${landing}>`;
const landing = "https://brand.example/a?b=1&c='2'";

describe('click macros', () => {
  test.each([
    ['as it is', '<a href="${CLICK_URL}https://brand.example/a?b=1&amp;c=2">', 'https://brand.example/a?b=1&c=2'],
    ['encoded', "open('${CLICK_URL}https%3A%2F%2Fbrand.example%2Fa')", 'https://brand.example/a'],
    ['encoded twice', 'x=${CLICK_URL}https%253A%252F%252Fbrand.example%252Fa"', 'https://brand.example/a'],
    ['of ours', `<a href="${clickMacro(landing)}">`, landing],
  ])('take the landing page behind them, %s', (_, markup, expected) => {
    expect(fillClickMacros(markup, addressOf)).toContain(`https://ads.example/c/<${expected}>`);
  });

  test('inside another URL are percent-encoded once more', () => {
    const markup = `<iframe src="https://m.example/i.html?clickTag=${clickMacro(landing, true)}&x=1">`;
    const filled = fillClickMacros(markup, addressOf);
    const source = /src="([^"]*)"/.exec(filled)?.[1] ?? '';
    expect(new URL(source).searchParams.get('clickTag')).toBe(`https://ads.example/c/<${landing}>`);
    expect(new URL(source).searchParams.get('x')).toBe('1');
  });

  test('without a landing page are replaced by a URL to which a landing page can be appended', () => {
    expect(fillClickMacros('var c="${CLICK_URL}";', addressOf)).toBe('var c="https://ads.example/c/t/s?to=";');
    expect(fillClickMacros('${CLICK_URL}ftp://a', addressOf)).toBe('https://ads.example/c/t/s?to=ftp://a');
  });

  test('leave an unreadable landing page behind the URL', () => {
    expect(fillClickMacros('"${CLICK_URL}https%3A%2F%E0%A4%A"', addressOf)).toBe(
      '"https://ads.example/c/t/s?to=https%3A%2F%E0%A4%A"',
    );
  });

  test('leave markup without them unchanged', () => {
    expect(fillClickMacros('<b>${AUCTION_PRICE} $CLICK_URL</b>', addressOf)).toBe('<b>${AUCTION_PRICE} $CLICK_URL</b>');
  });
});
