import { describe, expect, test } from 'vitest';
import { loadsPlainHttp } from './loadsPlainHttp.ts';
import type { MarkupLoads } from './markupLoads.ts';
import { mayReferToHttp } from './mayReferToHttp.ts';
import { readHtmlLoads } from './readHtmlLoads.ts';
import { readScriptLoads } from './readScriptLoads.ts';

const size = 300_000;
const script = (code: string) => `<script>${code}</script>`;
const repeated = (part: string, length = size) => part.repeat(length / part.length);

/** Counts the characters of the texts and URLs that a reader finds. */
function countingLoads(): MarkupLoads & { characters: number } {
  const loads = {
    characters: 0,
    url(url: string) {
      loads.characters += url.length;
    },
    text(_kind: unknown, text: string) {
      loads.characters += text.length;
    },
    unreadable() {},
  };
  return loads;
}

/** Scripts that take minutes if anything in them is read once for each of its uses, brackets or arguments. */
const hostile: [name: string, code: string][] = [
  ['uses of a long name', `var n="http:${repeated('a')}";${repeated('f(""+n);')}`],
  ['sums of a long name', `var n="http:${repeated('a')}";${repeated("''+n+n+n+n+n+n+n+n+n+n;")}`],
  ['parameters in many brackets', `${'('.repeat(480)}${repeated('a,')}${'){}'.repeat(480)}"http:"`],
  ['functions in many brackets', `${'('.repeat(480)}${repeated('(a)=>{};')}"http:"`],
  ['sums of texts', repeated("'http:(='+")],
  ['elements', repeated('a=document.createElement("link");')],
  ['choices', `x=(a?${repeated("'http:a',")}"`],
  ['paths', `${repeated('a.')}unescape("http%3A")`],
  ['names of nothing', repeated('"http://www.w3.org/2000/svg",')],
];

describe('OpenRTB 2.6, 3.2.4: secure: a long script is read once, with', () => {
  test.each(hostile)('%s', (_, code) => {
    expect(loadsPlainHttp(script(code))).toBe(false);
    const loads = countingLoads();
    readScriptLoads(code, loads, false);
    expect(loads.characters).toBeLessThanOrEqual(3 * code.length);
  });
});

describe('OpenRTB 2.6, 3.2.4: secure: no reading is needed for', () => {
  test.each([
    'var NS="http://www.w3.org/2000/svg",XL=\'http://www.w3.org/1999/xlink\'',
    String.raw`document.write("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>")`,
    String.raw`{"ns":"http:\/\/www.w3.org\/2000\/svg"}`,
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    '<div itemscope itemtype="http://schema.org/Product"></div>',
    '{"@context":"http://schema.org"}',
    '<svg xmlns:x="http://ns.adobe.com/Extensibility/1.0/"></svg>',
    '<html prefix="og: http://ogp.me/ns#">',
    '/*! A library <http://library.example> */',
    'time=minutes+":"+seconds',
  ])('%s', (text) => {
    expect(mayReferToHttp(text)).toBe(false);
  });
});

test('OpenRTB 2.6, 3.2.4: secure: a script is read once, in SVG with its references too if it has any', () => {
  const count = (html: string) => {
    const loads = countingLoads();
    readHtmlLoads(html, loads);
    return loads.characters;
  };
  const plain = 'if (a && b) open("http://shop.example/?a=1&amp;b=2")';
  const referring = 'open("http&#58;//shop.example/")';
  expect(count(script(plain))).toBe(plain.length);
  expect(count(script(referring))).toBe(referring.length);
  expect(count(`<svg>${script(plain)}</svg>`)).toBe(plain.length);
  expect(count(`<svg>${script(referring)}</svg>`)).toBe(2 * referring.length - '&#58;'.length + ':'.length);
});
