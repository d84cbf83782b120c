import { expect, test } from 'vitest';
import { filesToCrawl } from './filesToCrawl.ts';

const names = (files: ReturnType<typeof filesToCrawl>) => files.map(({ kind, host }) => `${kind} ${host}`);

test('the files of the root domains of sites are crawled, each once', () => {
  expect(names(filesToCrawl(['m.news.example', 'news.example', 'localhost', 'shop.paper.co.uk'], [], []))).toEqual([
    'ads news.example',
    'ads paper.co.uk',
  ]);
});

test('a subdomain is crawled if its root domain’s file lists it and it has traffic', () => {
  const sites = ['news.example', 'sport.news.example', 'other.example'];
  const referrals = [
    {
      kind: 'ads' as const,
      host: 'news.example',
      subdomains: ['sport.news.example', 'quiet.news.example', 'other.example'],
      partners: [],
    },
    // A subdomain cannot refer to another one.
    { kind: 'ads' as const, host: 'sport.news.example', subdomains: ['news.example'], partners: [] },
  ];
  expect(names(filesToCrawl(sites, referrals, []))).toEqual([
    'ads news.example',
    'ads other.example',
    'ads sport.news.example',
  ]);
});

test('partners of observed inventory are crawled, but not partners of partners', () => {
  const referral = (kind: 'ads' | 'app', host: string, partner: string) => ({
    kind,
    host,
    subdomains: [],
    partners: [partner],
  });
  const referrals = [
    referral('ads', 'news.example', 'partner.example'),
    referral('ads', 'partner.example', 'further.example'),
    referral('app', 'games.example', 'studio.example'),
  ];
  expect(names(filesToCrawl(['news.example'], referrals, ['games.example', 'games.example']))).toEqual([
    'ads news.example',
    'ads partner.example',
    'ads studio.example',
    'app games.example',
  ]);
});
