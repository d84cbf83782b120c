import { assert, expect, test } from 'vitest';
import { campaignsId } from '#engine/plan/buyer.ts';
import { compileTag } from '#engine/plan/compileTag.ts';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { VastVersion } from '#standards/vast/types.ts';
import { createStoredMarkup } from './storedMarkup.ts';

const terms = (version: VastVersion, accepted: string[] = []) => ({ version, accepted });

const buildSignals = (vastXml: string) => compileTag(buildTag({ source: 'stored', url: '', vastXml }));

test('a tag is parsed once, and compiled once per version', () => {
  const markup = createStoredMarkup();
  const tag = buildSignals(buildVast({ kind: 'inline' }));
  expect(markup.read(tag)).toBe(markup.read(tag));
  expect(markup.template(tag, terms('3.0'))).toBe(markup.template(tag, terms('3.0')));
  expect(markup.template(tag, terms('2.0'))?.version).toBe('2.0');
  expect(markup.template(tag, terms('2.0', ['4.2']))?.version).toBe('4.2');
  expect(markup.template(tag, terms('2.0', ['4.2']))).toBe(markup.template(tag, terms('3.0', ['4.2'])));
});

test('only the VAST of own campaigns is cached: that of other buyers hardly ever recurs', () => {
  const markup = createStoredMarkup();
  const text = buildVast({ kind: 'inline' });
  expect(markup.readText(text, { id: campaignsId })).toBe(markup.readText(text, { id: campaignsId }));
  expect(markup.readText(text, { id: 7 })).not.toBe(markup.readText(text, { id: 7 }));
});

test('only ads that recur keep their template and creative', () => {
  const markup = createStoredMarkup();
  const adFor = (id: number) => {
    const response = markup.readText(buildVast({ kind: 'inline' }), { id });
    assert(response.kind === 'inline');
    return response.ad;
  };
  const [own, others] = [adFor(campaignsId), adFor(7)];
  for (const versions of [terms('3.0'), terms('3.0', ['4.2'])]) {
    expect(markup.templateOf(own, versions)).toBe(markup.templateOf(own, versions));
    expect(markup.templateOf(others, versions)).not.toBe(markup.templateOf(others, versions));
    expect(markup.templateOf(others, versions)).toEqual(markup.templateOf(own, versions));
  }
  expect(markup.creativeOf(own).key).toMatch(/^[0-9a-f]{16}$/);
  expect(markup.creativeOf(own)).toBe(markup.creativeOf(own));
  expect(markup.creativeOf(others)).toEqual(markup.creativeOf(own));
});

test('a changed tag is parsed again', () => {
  const markup = createStoredMarkup();
  expect(markup.read(buildSignals(buildVast({ kind: 'inline' }))).kind).toBe('inline');
  expect(markup.read(buildSignals('<html/>')).kind).toBe('invalid');
});

test('other than inline ads have no template', () => {
  const markup = createStoredMarkup();
  const tag = buildSignals(buildVast({ kind: 'wrapper', to: 'https://a.example/' }));
  expect(markup.template(tag, terms('3.0'))).toBeNull();
});
