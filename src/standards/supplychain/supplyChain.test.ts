import { expect, test } from 'vitest';
import { parseSupplyChain } from './supplyChain.ts';

test.each([
  ['1.0,1!exchange1.example,1234,1,bid-request-1,publisher,publisher.example', { isComplete: true, nodes: 1 }],
  ['1.0,0!exchange1.example,1234%21abcd,1,,,!exchange2.example,abcd,1,,', { isComplete: false, nodes: 2 }],
  ['1.0,1', null],
  ['1.0,1!', null],
  ['1.0,1!exchange1.example', null],
  ['1.0!exchange1.example,1,1', null],
  ['{"ver":"1.0"}', null],
  ['', null],
])('“%s” is parsed as %j', (text, chain) => {
  expect(parseSupplyChain(text)).toEqual(chain);
});
