import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { TooltipBody } from './TooltipBody.tsx';

/** Renders markup without its classes. */
const render = (text: string) =>
  renderToStaticMarkup(createElement(TooltipBody, { text }))
    .replace(/ class="[^"]*"/g, '')
    .replace(/^<div>|<\/div>$/g, '');

describe('tooltip text', () => {
  test.each([
    ['One.\n\nTwo **strong** and _soft_.', '<p>One.</p><p>Two <strong>strong</strong> and <em>soft</em>.</p>'],
    ['- a\n- b `code`', '<ul><li>a</li><li>b <code>code</code></li></ul>'],
    ['3. c\n4. d', '<ol start="3"><li>c</li><li>d</li></ol>'],
    ['# Title', '<p>Title</p>'],
    ['1 < 2 & 3 > 2', '<p>1 &lt; 2 &amp; 3 &gt; 2</p>'],
    ['a \\* b', '<p>a * b</p>'],
    ['```\n<b>x</b>\n```', '<pre>&lt;b&gt;x&lt;/b&gt;</pre>'],
  ])('%j is rendered as %s', (text, html) => {
    expect(render(text)).toBe(html);
  });

  test('links open http URLs only, outside the console', () => {
    expect(render('[docs](https://docs.example/a?b=1&c=2)')).toBe(
      '<p><a href="https://docs.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">docs</a></p>',
    );
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/api/auth/logout',
    ]) {
      expect(render(`[click](${href})`), href).toBe('<p>click</p>');
    }
  });

  test('HTML is shown as text, and nothing is loaded', () => {
    for (const text of [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      'a <b onclick="x()">bold</b>',
      '![seen](https://tracker.example/p.gif)',
      '<style>*{display:none}</style>',
      '<a href="javascript:x">y</a>',
    ]) {
      const html = render(text);
      expect(html, text).not.toMatch(/<(?!\/?p>)/);
    }
  });
});
