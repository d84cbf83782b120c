import { describe, expect, test } from 'vitest';
import { bindParameters } from './queryParameters.ts';
import { cutSql, firstWord, hasManyStatements } from './sqlText.ts';

const bind = (sql: string, values: Record<string, string>) => bindParameters(sql, new Map(Object.entries(values)));

describe('parameters', () => {
  test.each([
    ['SELECT {a:UInt8}', { a: '5' }, "SELECT CAST('5', 'UInt8')"],
    ['SELECT { a : String }', { a: "x\\'; DROP\\n" }, "SELECT 'x\\'; DROP\n'"],
    ["SELECT '{a:Int8}', {a:Int8} -- {b:Int8}", { a: '1' }, "SELECT '{a:Int8}', CAST('1', 'Int8') -- {b:Int8}"],
    ['SELECT {t:Identifier}', { t: 'db.na`me' }, 'SELECT `db`.`na\\`me`'],
    ["SELECT {d:DateTime('UTC')}", { d: '1' }, "SELECT CAST('1', 'DateTime(\\'UTC\\')')"],
    ['SELECT {n:Nullable(Int8)}', { n: '\\N' }, "SELECT CAST(NULL, 'Nullable(Int8)')"],
    ['SELECT {a:Array(String)}', { a: "['x\\'y']" }, "SELECT CAST('[\\'x\\\\\\'y\\']', 'Array(String)')"],
  ])('replace the placeholders of “%s”', (sql, values, expected) => {
    expect(bind(sql, values)).toBe(expected);
  });

  test('no value can end its literal', () => {
    for (const value of ["'", "\\'", "\\\\'", '\\', "\\\\\\'", "';--", '\\x27']) {
      const bound = bind('SELECT {a:String} AS x', { a: value });
      const pieces = cutSql(bound);
      expect(pieces.map((piece) => piece.kind)).toEqual(['code', 'quoted', 'code']);
      expect(pieces[2]?.text).toBe(' AS x');
    }
  });

  test('a missing value has its own error', () => {
    expect(() => bind('SELECT {a:Int8}', {})).toThrow('Substitution `a` is not set');
  });
});

describe('SQL text', () => {
  test('the first word is found after comments', () => {
    expect(firstWord(cutSql('/* x */ -- y\n (select 1)'))).toBe('SELECT');
    expect(firstWord(cutSql("'SELECT'"))).toBe('');
  });

  test('several statements are distinguished from one', () => {
    expect(hasManyStatements(cutSql('SELECT 1; SELECT 2'))).toBe(true);
    expect(hasManyStatements(cutSql("SELECT 1;/* c */'x'"))).toBe(true);
    expect(hasManyStatements(cutSql("SELECT ';' ; -- end"))).toBe(false);
  });
});
