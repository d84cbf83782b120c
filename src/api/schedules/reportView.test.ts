import { expect, test } from 'vitest';
import { covers, type ReportView } from './reportView.ts';

const view = (overrides: Partial<ReportView> = {}): ReportView => ({
  demandId: 1,
  subpublisherIds: null,
  advertiserIds: null,
  ...overrides,
});

test('a view covers another one when it counts at least the same facts', () => {
  expect(covers(view(), view())).toBe(true);
  expect(covers(view(), view({ advertiserIds: [5] }))).toBe(true);
  expect(covers(view({ advertiserIds: [5, 6] }), view({ advertiserIds: [6] }))).toBe(true);
  expect(covers(view({ demandId: null }), view())).toBe(true);
});

test('a view does not cover one of another account, or of more partners', () => {
  expect(covers(view({ demandId: 2 }), view())).toBe(false);
  expect(covers(view(), view({ demandId: null }))).toBe(false);
  expect(covers(view({ advertiserIds: [5] }), view())).toBe(false);
  expect(covers(view({ subpublisherIds: [5] }), view({ subpublisherIds: [6] }))).toBe(false);
  expect(covers(view({ subpublisherIds: [5] }), view({ advertiserIds: [5] }))).toBe(false);
});
