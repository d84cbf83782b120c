import { describe, expect, test } from 'vitest';
import { parseXml } from './parseXml.ts';
import { attributeOf, attributesOf, childNamed, childrenNamed, contentOf, namespaceOf, textOf } from './xmlElement.ts';

function rootOf(source: string) {
  const root = parseXml(source);
  if (typeof root === 'string') throw new Error(root);
  return root;
}

test('elements know where they stand in the source', () => {
  const source = '<?xml version="1.0"?>\n<a><b c="1">text</b><d/></a >\n<!-- end -->';
  const root = rootOf(source);
  const [b, d] = root.children;
  expect(source.slice(root.start, root.end)).toBe('<a><b c="1">text</b><d/></a >');
  expect(source.slice(b?.start, b?.end)).toBe('<b c="1">text</b>');
  expect(source.slice(b?.contentStart, b?.contentEnd)).toBe('text');
  expect(source.slice(d?.start, d?.end)).toBe('<d/>');
  expect(d?.contentStart).toBe(d?.contentEnd);
});

test('text is decoded, joined over CDATA, comments and elements, and trimmed', () => {
  expect(textOf(rootOf('<a> x &amp; &#65;&#x42; <![CDATA[&amp;<b>]]> &lt;<!-- no --><?pi no?> y\r\nz </a>'))).toBe(
    'x & AB &amp;<b> < y\nz',
  );
  expect(textOf(rootOf('<a>1<b>2</b>3</a>'))).toBe('13');
  expect(textOf(rootOf('<a>one&two &bogus; &#x110000; &</a>'))).toBe('one&two &bogus; &#x110000; &');
  expect(textOf(undefined)).toBe('');
});

test('attributes are decoded, and their white space becomes blanks', () => {
  const root = rootOf(`<a one="1 &amp; 2" two='say "hi"' three = "x\n\ty" x:one=" 3 " xmlns:x="urn:x"/>`);
  expect(attributeOf(root, 'one')).toBe('1 & 2');
  expect(attributeOf(root, 'two')).toBe('say "hi"');
  expect(attributeOf(root, 'three')).toBe('x  y');
  expect(attributeOf(root, 'x:one')).toBe('3');
  expect(attributeOf(root, 'on')).toBeUndefined();
  expect(attributesOf(root)).toContainEqual({ name: 'x:one', prefix: 'x', localName: 'one', value: ' 3 ' });
});

test('children are found by their local name, in any namespace', () => {
  const root = rootOf('<a xmlns="urn:a" xmlns:x="urn:x"><x:b/><b/><c xmlns=""><d/></c></a>');
  expect(childrenNamed(root, 'b').map(({ name }) => name)).toEqual(['x:b', 'b']);
  expect(childNamed(root, 'b')?.name).toBe('x:b');
  expect(childNamed(root, 'e')).toBeUndefined();
  const c = childNamed(root, 'c');
  const d = childNamed(c, 'd');
  expect([root, c, d].map((element) => element && namespaceOf(element, ''))).toEqual(['urn:a', '', '']);
  expect(namespaceOf(root, 'x')).toBe('urn:x');
  expect(namespaceOf(root, 'xsi')).toBe('http://www.w3.org/2001/XMLSchema-instance');
  expect(namespaceOf(root, 'y')).toBe('');
});

test('the content of an element keeps its order', () => {
  const parts = contentOf(rootOf('<a>1<b/><![CDATA[2]]><!-- 3 -->4</a>'));
  expect(parts.map((part) => (part.kind === 'element' ? part.element.name : `${part.kind} ${part.text}`))).toEqual([
    'text 1',
    'b',
    'cdata 2',
    'text 4',
  ]);
});

describe('well-formedness (XML 1.0)', () => {
  test.each([
    ['<a>', '<a> is not closed'],
    ['<a></b>', '<a> is not closed by its end tag'],
    ['<a><b></a></b>', '<b> is not closed by its end tag'],
    ['<a></ab>', '<a> is not closed by its end tag'],
    ['<a/>b', 'there is more after the root element'],
    ['<a/><b/>', 'there is more after the root element'],
    ['b<a/>', 'there is text outside the root element'],
    ['', 'the root element is missing'],
    ['<!-- only -->', 'the root element is missing'],
    ['<1/>', 'a name is missing or not allowed'],
    ['< a/>', 'a name is missing or not allowed'],
    ['<a b/>', 'an attribute has no value'],
    ['<a b=1/>', 'the value of an attribute is not quoted'],
    ['<a b="1/>', 'the value of an attribute is not closed'],
    ['<a b="<"/>', 'the value of an attribute contains <'],
    ['<a b="1"c="2"/>', 'attributes are not separated by a space'],
    ['<a b="1" b="2"/>', 'the attribute b is repeated'],
    ['<a / >', 'a tag contains a stray /'],
    ['<a>]]></a>', ']]> is not allowed in text'],
    ['<a><![CDATA[x]]</a>', ']]> is missing'],
    ['<a><!-- x -- y --></a>', 'a comment is not closed'],
    ['<a><!-- x</a>', 'a comment is not closed'],
    ['<a><!DOCTYPE b></a>', 'a declaration is not allowed within elements'],
    ['<!DOCTYPE a><a/>', 'a DOCTYPE is not allowed'],
    ['<!-- x --> <!DOCTYPE a><a/>', 'a DOCTYPE is not allowed'],
    ['<a><?xml version="1.0"?></a>', 'the XML declaration is not well-formed'],
    ['<?x<?y?><a/>', 'the name of a processing instruction is not allowed'],
    ['<x:a/>', 'the prefix x is not declared'],
    ['<a x:b="1"/>', 'the prefix x is not declared'],
    ['<a xmlns:x=""/>', 'the prefix x has no namespace'],
    ['<a xmlns:xml="u"/>', 'the namespace u cannot be declared so'],
    ['<a xmlns="http://www.w3.org/2000/xmlns/"/>', 'the namespace http://www.w3.org/2000/xmlns/ cannot be declared so'],
    ['<a xmlns="u"><:b/></a>', 'the name :b is not allowed'],
    ['<a xmlns:x="u"><x:b:c/></a>', 'the name x:b:c is not allowed'],
    ['<a xmlns:x="u" x:1="2"/>', 'the name x:1 is not allowed'],
    ['<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>', 'the attribute y:b is repeated under another prefix'],
    ['<aª/>', 'attributes are not separated by a space'],
    ['<\u0301/>', 'a name is missing or not allowed'],
    ['<?xml?><a/>', 'the XML declaration is not well-formed'],
    ['<?xml encoding="UTF-8"?><a/>', 'the XML declaration is not well-formed'],
    [`${'<a>'.repeat(65)}${'</a>'.repeat(65)}`, 'the XML has too many elements or is nested too deeply'],
    [`<a ${Array.from({ length: 65 }, (_, at) => `b${at}=""`).join(' ')}/>`, 'an element has too many attributes'],
    [`<a>${'<b/>'.repeat(10_000)}</a>`, 'the XML has too many elements or is nested too deeply'],
  ])('%s: %s', (source, fault) => {
    expect(parseXml(source)).toBe(fault);
  });

  test.each([
    '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?><a/>',
    "<?xml version='1.1'?>\n<?style x?><!-- y --><a/>",
    `<a b = '1'\n c="2"></a\t>`,
    '<é:ü xmlns:é="urn:e" é="1" xml:lang="de" xsi:a="1"/>',
    '<a-b.c_1/>',
    '<a b=">"/>',
    `${'<a>'.repeat(64)}${'</a>'.repeat(64)}`,
  ])('%s is well-formed', (source) => {
    expect(typeof parseXml(source)).toBe('object');
  });
});
