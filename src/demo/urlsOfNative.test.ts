import { expect, test } from 'vitest';
import { urlsOfNative } from './urlsOfNative.ts';

test('a page that shows a native ad loads its images and pixels, and requests its click trackers', () => {
  const markup = JSON.stringify({
    ver: '1.2',
    assets: [
      { id: 1, title: { text: 'Twelve routes' } },
      { id: 2, img: { url: 'https://ads.example/a.jpg' } },
    ],
    link: { url: 'https://travel.example/', clicktrackers: ['https://ads.example/click'] },
    imptrackers: ['https://ads.example/imp'],
    eventtrackers: [
      { event: 1, method: 1, url: 'https://ads.example/seen' },
      { event: 2, method: 1, url: 'https://ads.example/viewable' },
    ],
  });
  expect(urlsOfNative(markup)).toEqual({
    shown: ['https://ads.example/a.jpg', 'https://ads.example/imp', 'https://ads.example/seen'],
    clicked: ['https://ads.example/click'],
  });
});

test('a native ad without URLs has none', () => {
  expect(urlsOfNative('{"link":{"url":"https://travel.example/"}}')).toEqual({ shown: [], clicked: [] });
});
