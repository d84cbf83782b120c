import { describe, expect, test } from 'vitest';
import { withBannerTrackers } from './bannerMarkup.ts';

const impression = ['https://t.example/i?a=1&b="2"<'];
const pixel =
  '<img src="https://t.example/i?a=1&amp;b=&quot;2&quot;&lt;" width="1" height="1" alt="" style="display:none">';

/** Each: a banner in which * marks the place of our image. */
describe('withBannerTrackers', () => {
  test.each([
    '*<a href="x"><img src="y"></a>',
    '*just text',
    '*',
    '* \n',
    '*<script>document.write("<body>")</script>',
    '*<script>a = "</body>"',
    '*<!-- open for ever <p>',
    '*<style>a{}</style><div></div>',
    '*<meta charset="utf-8"><div><body>',
    '*<bodybuilder>',
    '<!DOCTYPE html><html><head><title><body></title></head><body>*<p>ad</p></body></html>',
    '\uFEFF<!doctype html>\n<html>\n<body class="a>b" data-x=\'>\'>*\n<p>ad</p>',
    '<html><head><script>var a = "<body>";</script><style>a{content:"<body>"}</style></head><body>*<script>b()</script></body>',
    '<html><head><!-- <body> --><noscript><img src="z"></noscript></head>\n<BODY onload="f()">*ad',
    '<html><head><script src="a.js"></script>*<div>no body tag</div></html>',
    '<!DOCTYPE html>*<p>no head',
    '<html><head></head></html>*',
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html xmlns="x"><head/><body>*<br/></body></html>',
    '<body>*ad',
    '<!doctype html><script>a<b</SCRIPT >*<b>x</b>',
    '*<!doctype html><script>open for ever',
    '*<html><head><title>open for ever',
    '*<body class="open for ever',
    '<html>*<template><body></template>',
  ])('inserts the pixel at the asterisk of %j', (marked) => {
    expect(withBannerTrackers(marked.replace('*', ''), { impression })).toBe(marked.replace('*', () => pixel));
  });

  test('adds one image per URL, and nothing without URLs', () => {
    const html = withBannerTrackers('<p>', { impression: ['https://a.example/', 'https://b.example/'] });
    expect(html.match(/<img /g)).toHaveLength(2);
    expect(withBannerTrackers('<p>', { impression: [] })).toBe('<p>');
  });

  test('passes click URLs to a script that they cannot terminate', () => {
    const click = ['https://t.example/c?x=</script><!--\u2028'];
    const html = withBannerTrackers('<p>', { impression: [], click });
    expect(html.match(/<\/script/g)).toHaveLength(1);
    const [, list = ''] = /\)\((\[.*\])\)<\/script><p>$/.exec(html) ?? [];
    expect(JSON.parse(list)).toEqual(click);
    expect(html).not.toContain('\u2028');
  });

  test('handles a megabyte of unclosed tags', () => {
    for (const part of ['<html ', '<!--', '<script>', '<meta>', '<meta x="', '</head>', '<!doctype html>', ' ']) {
      const html = part.repeat(1_000_000 / part.length);
      expect(withBannerTrackers(html, { impression }).length).toBe(html.length + pixel.length);
    }
  });
});
