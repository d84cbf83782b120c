import { expect, test } from 'vitest';
import {
  ApiError,
  errorFromResponse,
  errorFromNetwork,
  fixOf,
  isOfSession,
  messageOf,
  problemsByField,
} from './problems.ts';

test('the problems of a response become the error’s message', () => {
  const problems = [
    { code: 'too_big', message: 'At most 1000', path: 'rate' },
    { code: 'taken', message: 'Another tag has this name', path: 'name' },
  ];
  const error = errorFromResponse(422, { problems, requestId: 'r1' });
  expect(error).toMatchObject({ status: 422, message: 'At most 1000. Another tag has this name', problems });
});

test('[ERR-01] 401 without a body has the message Bad credentials', () => {
  expect(errorFromResponse(401, undefined).message).toBe('Bad credentials');
});

test.each([429, 502, 503, 504, 500])('status %i without a readable body has a readable message', (status) => {
  expect(errorFromResponse(status, '<html>').message).toMatch(/^[A-Z][a-z ]+/);
});

test('a missing response names the connection', () => {
  expect(errorFromNetwork().status).toBe(0);
  expect(errorFromNetwork().message).toContain('cannot be reached');
});

test('[ERR-02] a value without a message is Unknown Error', () => {
  expect(messageOf('boom')).toBe('Unknown Error');
  expect(messageOf(new ApiError(400, ''))).toBe('Unknown Error');
});

test('problems are grouped by field, the first of each wins, and unknown fields share the empty name', () => {
  const problems = [
    { code: 'a', message: 'Required', path: 'name' },
    { code: 'b', message: 'Too long', path: 'name' },
    { code: 'c', message: 'Not a URL', path: 'url.0' },
    { code: 'd', message: 'No such field', path: 'colour' },
    { code: 'e', message: 'Row is locked', path: '' },
  ];
  expect([...problemsByField(problems, ['name', 'url'])]).toEqual([
    ['name', 'Required'],
    ['url', 'Not a URL'],
    ['', 'No such field. Row is locked'],
  ]);
});

test('an error links to the page that the first of its problems names', () => {
  const problem = { code: 'capped', message: 'The daily cap is reached', path: '' };
  const fix = { label: 'Channel: daily cap', href: '/channels?open=7&field=impsPerDay' };
  expect(fixOf(errorFromResponse(422, { problems: [problem, { ...problem, fix }], requestId: 'r' }))).toEqual(fix);
  expect(fixOf(errorFromResponse(422, { problems: [problem], requestId: 'r' }))).toBeUndefined();
  expect(fixOf(new Error('boom'))).toBeUndefined();
});

test('messages are joined with exactly one period', () => {
  const problems = ['Use fewer days.', 'Choose a metric'].map((message) => ({ code: 'x', message, path: '' }));
  expect(errorFromResponse(422, { problems, requestId: 'r1' }).message).toBe('Use fewer days. Choose a metric');
});

test('the problem of a document has its line', () => {
  const problem = { code: 'unknown_form', message: 'Must start with bidhouse: 1', path: 'bidhouse', line: 2 };
  expect(errorFromResponse(422, { problems: [problem] }).problems).toEqual([problem]);
});

test.each([
  ['no_session', true],
  ['forbidden', true],
  ['second_factor_required', true],
  ['not_allowed', false],
  ['super_only', false],
  ['restricted', false],
])('a rejection with the code %s is about the session: %s', (code, expected) => {
  expect(isOfSession(errorFromResponse(403, { problems: [{ code, message: 'No', path: '' }] }))).toBe(expected);
});

test('a rejection without a readable problem is about the session', () => {
  expect(isOfSession(errorFromResponse(403, '<html>'))).toBe(true);
});
