import { DOMParser, type Attr, type Element } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { mutatedDocuments } from '../../../tests/vast/mutatedDocuments.ts';
import { parseXml } from './parseXml.ts';
import { attributesOf, namespaceOf, textOf, type XmlElement } from './xmlElement.ts';

function parseDom(source: string): Element | null {
  const onError = (level: string, message: string): void => {
    if (level !== 'warning' && !/^(EntityRef|entity not found)/.test(message)) throw new Error(message);
  };
  try {
    const xmlns = { xsi: 'http://www.w3.org/2001/XMLSchema-instance' };
    const parser = new DOMParser({ locator: false, xmlns, onError });
    return parser.parseFromString(source, 'text/xml').documentElement;
  } catch {
    return null;
  }
}

interface Tree {
  name: string;
  namespace: string;
  attributes: string[];
  text: string;
  children: Tree[];
}

function treeOf(element: XmlElement): Tree {
  const { name, localName } = element;
  return {
    name: localName,
    namespace: namespaceOf(element, name.slice(0, Math.max(0, name.length - localName.length - 1))),
    attributes: attributesOf(element).map(({ name: attribute, value }) => `${attribute}=${value}`),
    text: textOf(element),
    children: element.children.map(treeOf),
  };
}

function treeOfDom(element: Element): Tree {
  const isDeclaration = ({ name, prefix }: Attr): boolean => name === 'xmlns' || prefix === 'xmlns';
  const nodes = [...element.childNodes];
  return {
    name: element.localName ?? element.nodeName,
    namespace: element.namespaceURI ?? '',
    attributes: [...element.attributes]
      .filter((one) => !isDeclaration(one))
      .map(({ name, value }) => `${name}=${value}`),
    text: nodes
      .filter(({ nodeType }) => nodeType === 3 || nodeType === 4)
      .map(({ nodeValue }) => nodeValue)
      .join('')
      .trim(),
    children: nodes.filter((node): node is Element => node.nodeType === 1).map(treeOfDom),
  };
}

test('mutated documents are read as a DOM reads them, or rejected', () => {
  const count = fullOrReduced(100_000, 3_000);
  const verdicts = { read: 0, rejected: 0, stricter: 0 };
  for (const source of mutatedDocuments(count)) {
    if (source.includes('<!DOCTYPE')) continue;
    const dom = parseDom(source);
    const own = parseXml(source);
    if (typeof own === 'string') {
      verdicts[dom ? 'stricter' : 'rejected'] += 1;
      continue;
    }
    if (!dom) throw new Error(`read, although a DOM rejects it: ${source}`);
    expect(treeOf(own)).toEqual(treeOfDom(dom));
    verdicts.read += 1;
  }
  expect(verdicts.read).toBeGreaterThan(count / 20);
  expect(verdicts.rejected).toBeGreaterThan(count / 4);
  expect(verdicts.stricter).toBeLessThan(count / 10);
});
