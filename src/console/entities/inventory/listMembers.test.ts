import { expect, test } from 'vitest';
import { sitesOf, withFigures } from './listMembers.ts';

test('members are read as hosts: without scheme, port, path and www, in lower case, each once', () => {
  const members = ['https://www.News.example/front?x=1', 'news.example', 'shop.example:8080', ' Blog.example '];
  expect(sitesOf(members)).toEqual(['news.example', 'shop.example', 'blog.example']);
});

test('what cannot be a host is no site', () => {
  expect(sitesOf(['284910350', 'localhost', 'no dots', '', '-bad.example', '10.0.0.1'])).toEqual([]);
});

test('members keep their order, and those without traffic have no figures', () => {
  const rows = [{ app: 'b.example', reqs: 5 }];
  expect(withFigures(['a.example', 'b.example'], rows, 'app')).toEqual([
    { name: 'a.example', figures: null },
    { name: 'b.example', figures: rows[0] },
  ]);
});
