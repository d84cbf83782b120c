import { expect, test } from 'vitest';
import { buildPng } from '#tests/media/buildMedia.ts';
import { isContentOfEnding } from './isContentOfEnding.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const html = bytes('<!doctype html><script>alert(1)</script>');
const program = bytes('MZ\u0090\u0000\u0003\u0000\u0000\u0000\u0004\u0000\u0000\u0000');

test.each<[string, Buffer]>([
  ['png', buildPng(2, 2)],
  ['jpg', buildPng(2, 2)],
  ['avif', bytes('\u0000\u0000\u0000\u001cftypavif\u0000')],
  ['ico', bytes('\u0000\u0000\u0001\u0000\u0001')],
  ['woff2', bytes('wOF2\u0000\u0001')],
  ['ttf', bytes('\u0000\u0001\u0000\u0000\u0000')],
  ['html', html],
  ['svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['css', Buffer.alloc(0)],
  ['js', Buffer.from('const ü = "密";')],
])('a file that ends in .%s is what it says', (ending, content) => {
  expect(isContentOfEnding(ending, content)).toBe(true);
});

test.each<[string, Buffer]>([
  ['png', html],
  ['gif', Buffer.alloc(0)],
  ['mp4', buildPng(2, 2)],
  ['avif', buildPng(2, 2)],
  ['ico', program],
  ['woff2', html],
  ['js', program],
  ['html', buildPng(2, 2)],
])('a file that ends in .%s is something else', (ending, content) => {
  expect(isContentOfEnding(ending, content)).toBe(false);
});
