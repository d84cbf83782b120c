import { expect, test } from 'vitest';
import { filesToCrawl } from './filesToCrawl.ts';

const names = (files: ReturnType<typeof filesToCrawl>) => files.map(({ kind, host }) => `${kind} ${host}`);

test('of sites the files of their root domains are wanted, each once', () => {
  expect(names(filesToCrawl(['m.news.example', 'news.example', 'localhost', 'shop.paper.co.uk'], [], []))).toEqual([
    'ads news.example',
    'ads paper.co.uk',
  ]);
});

test('a subdomain is wanted where the file of its root domain names it and traffic comes from it', () => {
  const sites = ['news.example', 'sport.news.example', 'other.example'];
  const referrals = [
    {
      kind: 'ads' as const,
      host: 'news.example',
      subdomains: ['sport.news.example', 'quiet.news.example', 'other.example'],
      partners: [],
    },
    // A subdomain refers to no other subdomain.
    { kind: 'ads' as const, host: 'sport.news.example', subdomains: ['news.example'], partners: [] },
  ];
  expect(names(filesToCrawl(sites, referrals, []))).toEqual([
    'ads news.example',
    'ads other.example',
    'ads sport.news.example',
  ]);
});

test('partners are wanted of what is seen, and theirs no further', () => {
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
