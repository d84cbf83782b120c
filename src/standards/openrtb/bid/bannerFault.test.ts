import { describe, expect, test } from 'vitest';
import type { Banner } from '../types.ts';
import { bannerTraits } from './bannerTraits.ts';
import { bannerFault, htmlFault } from './bannerFault.ts';

const picture = '<a href="https://brand.example/"><img src="https://cdn.example/a.png"></a>';
const script = '<script src="https://cdn.example/a.js"></script>';
const frame = '<IFRAME src="https://cdn.example/a.html"></IFRAME>';
const text = '<a href="https://brand.example/">Buy</a>';
const rich = '<script src="mraid.js"></script><div>Ad</div>';

type Row = [title: string, html: string, banner: Banner, fault: string | null];

function check(rows: readonly Row[]): void {
  test.each(rows)('%s', (_, html, banner, fault) => {
    expect(htmlFault(html, banner)).toBe(fault);
    // Sparing to read it changes nothing.
    expect(bannerFault(bannerTraits(html), banner)).toBe(fault);
  });
}

describe('OpenRTB 2.6, 3.2.6, btype', () => {
  check([
    ['a script where scripts are blocked', script, { btype: [3] }, 'ad_type_blocked'],
    ['a script where all else is blocked', script, { btype: [1, 2, 4] }, null],
    ['a frame where frames are blocked', frame, { btype: [4] }, 'ad_type_blocked'],
    [
      'a frame of a set where frames are blocked',
      '<frameset><frame src="a"></frameset>',
      { btype: [4] },
      'ad_type_blocked',
    ],
    ['a frame beside a script where scripts are blocked', frame + script, { btype: [3] }, 'ad_type_blocked'],
    ['a script in a comment', `<!-- ${script} -->${picture}`, { btype: [3] }, null],
    ['a script that is written by a script', '<script>document.write("<iframe>")</script>', { btype: [4] }, null],
    ['data in a script element', `<script type="application/ld+json">{}</script>${picture}`, { btype: [3] }, null],
    ['a frame for browsers without scripts', `${script}<noscript>${frame}</noscript>`, { btype: [4] }, null],
    ['a frame behind one', `${script}<NOSCRIPT></NOSCRIPT>${frame}`, { btype: [4] }, 'ad_type_blocked'],
    ['a text with an image for browsers without scripts', `A<noscript>${picture}`, { btype: [1] }, null],
    ['a module', '<script type="module">1</script>', { btype: [3] }, 'ad_type_blocked'],
    ['a script in an attribute', `<img alt="<script>" src="https://a.example/">`, { btype: [3] }, null],
    ['an image where images are blocked', picture, { btype: [2] }, 'ad_type_blocked'],
    ['an image where texts are blocked', picture, { btype: [1] }, null],
    ['an image beside a script where images are blocked', picture + script, { btype: [2] }, null],
    ['a text where texts are blocked', text, { btype: [1] }, 'ad_type_blocked'],
    ['a text where images are blocked', text, { btype: [2] }, null],
    ['an image of a style where texts are blocked', '<b style="background:url(a.png)">A</b>', { btype: [1] }, null],
    [
      'an image of a style sheet where texts are blocked',
      '<style>b{background:url(a)}</style><b>',
      { btype: [1] },
      null,
    ],
    [
      'a style sheet of another server where texts are blocked',
      '<link rel="stylesheet" href="a">A',
      { btype: [1] },
      null,
    ],
    [
      'the same where images are blocked too',
      '<link rel="stylesheet" href="a">A',
      { btype: [1, 2] },
      'ad_type_blocked',
    ],
  ]);
});

describe('OpenRTB 2.6, 3.2.6, api', () => {
  check([
    ['an ad for MRAID where no API is listed', rich, {}, 'api_not_offered'],
    ['an ad for MRAID where only OMID is listed', rich, { api: [7] }, 'api_not_offered'],
    ['an ad for MRAID where a version of it is listed', rich, { api: [7, 5] }, null],
    ['its script in other spellings', '<SCRIPT async src=" ./mraid.js "></SCRIPT>', {}, 'api_not_offered'],
    ['its script in a comment', '<!-- <script src="mraid.js"></script> -->', {}, null],
    ['its script by a script, which may look first', '<script>load("mraid.js")</script>', {}, null],
    ['a script of that name on a server', '<script src="https://cdn.example/mraid.js"></script>', {}, null],
    ['a script without API', script, {}, null],
  ]);
});

describe('OpenRTB 2.6, 3.2.6, battr', () => {
  const video = (more: string): string => `<video src="https://cdn.example/a.mp4" ${more}></video>`;
  const audio = '<audio src="https://cdn.example/a.mp3" autoplay></audio>';
  check([
    ['a video that plays by itself', video('autoplay muted'), { battr: [6] }, 'attribute_blocked'],
    ['a video that plays by itself, where viewers may start one', video('autoplay'), { battr: [7] }, null],
    ['a video that the viewer starts', video('controls'), { battr: [7] }, 'attribute_blocked'],
    ['a video that a script may start', video('') + script, { battr: [7] }, null],
    ['a video that a script may start, where none may be', video('') + script, { battr: [6, 7] }, 'attribute_blocked'],
    ['audio that plays by itself', audio, { battr: [1] }, 'attribute_blocked'],
    ['a text alone', text, { battr: [12] }, 'attribute_blocked'],
    ['an image', picture, { battr: [12] }, null],
    ['Flash', '<embed type="application/x-shockwave-flash" src="a.swf">', { battr: [17] }, 'attribute_blocked'],
    ['what no markup shows', script, { battr: [3, 5, 8, 9, 10] }, null],
  ]);
});

describe('OpenRTB 2.6, 3.2.6, mimes', () => {
  const images = ['image/jpeg', 'image/gif'];
  const embedded = '<img src="data:image/png;base64,iVBOR">';
  check([
    ['a script where images alone are shown', script, { mimes: images }, 'file_not_offered'],
    ['a frame where images alone are shown', frame, { mimes: images }, 'file_not_offered'],
    ['an image, whose type its URL does not say', picture, { mimes: images }, null],
    ['an image of another type in the markup', embedded, { mimes: images }, 'file_not_offered'],
    ['an image of a listed type in the markup', embedded, { mimes: ['image/x-png'] }, null],
    [
      'a pixel in the markup beside a text',
      `A${embedded.replace('src', 'width="1" height="1" src')}`,
      { mimes: images },
      null,
    ],
    ['a pixel in the markup beside an image', embedded + picture, { mimes: images }, null],
    [
      'a pixel in the markup beside an image of a style',
      `${embedded}<b style="background:url(a)">`,
      { mimes: images },
      null,
    ],
    [
      'a pixel in the markup beside an image of a style sheet',
      `<style>b{background:url(a)}</style>${embedded}`,
      { mimes: images },
      null,
    ],
    [
      'a placeholder in the markup of an image that is loaded later',
      embedded.replace('src', 'data-src="a.jpg" src'),
      { mimes: images },
      null,
    ],
    [
      'a placeholder in the markup where the image is chosen by size',
      embedded.replace('src', 'srcset="a.jpg 2x" src'),
      { mimes: images },
      null,
    ],
    ['images of another type in the markup', embedded + embedded, { mimes: images }, null],
    ['an image of any type', embedded, { mimes: ['image/*'] }, null],
    ['a script where pages are shown', script, { mimes: ['image/png', 'text/html'] }, null],
    ['a script where scripts are run', script, { mimes: ['application/javascript'] }, null],
    ['an image where scripts are run', embedded, { mimes: ['application/x-javascript; charset=utf-8'] }, null],
    ['a script where an API is listed, which needs scripts', script, { mimes: images, api: [7] }, null],
    ['an image of another type where an API is listed', embedded, { mimes: images, api: [7] }, 'file_not_offered'],
    ['anything', script, { mimes: ['*/*'] }, null],
    ['no type', script, { mimes: [] }, null],
  ]);
});

test('HTML of any form is read', () => {
  const banner: Banner = { btype: [1], battr: [1, 2, 6, 7, 12, 17], mimes: ['image/png'], api: [] };
  const parts = [
    '<',
    '<!--',
    '<script',
    '<img src="',
    "<a style='",
    '<svg><![CDATA[',
    '&#x110000;',
    '</',
    '<x-',
    '<noscript',
    '\0',
  ];
  for (const part of parts) {
    expect(() => htmlFault(`mraid.js${part}`, banner)).not.toThrow();
    expect(() => htmlFault(`mraid.js${part.repeat(50_000)}`, banner)).not.toThrow();
  }
});
