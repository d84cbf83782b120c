import { expect, test } from 'vitest';
import { readQuery } from '../../readQuery.ts';
import { adTypeOf } from './adTypeOf.ts';

test.each([
  ['', undefined],
  ['adtype=audio', 'audio'],
  ['adtype=Audio', 'audio'],
  ['adtype=hybrid&mimes=video/mp4', 'hybrid'],
  ['adtype=[ADTYPE]', undefined],
  ['adtype=preroll&mimes=audio/mp3', 'audio'],
  ['adtype=video&mimes=audio/mpeg', 'video'],
  ['mimes=video/mp4', 'video'],
  ['mimes=Audio/MPEG;codecs=mp3', 'audio'],
  ['mimes=mp4,audio/aac', 'hybrid'],
  ['mimes=audio/*,video/*', 'hybrid'],
  ['mimes=*/*,audio/mpeg', undefined],
  ['mimes=audio/x-mpegurl', undefined],
  ['mimes=application/javascript,audio/ogg', 'audio'],
  ['linearity=2', 'video'],
  ['linearity=2&mimes=audio/mpeg', 'video'],
  ['linearity=2&adtype=audio', 'audio'],
])('VAST 4.1, adType: tags with “%s” ask for %s', (query, type) => {
  expect(adTypeOf(readQuery(`/?${query}`))).toBe(type);
});
