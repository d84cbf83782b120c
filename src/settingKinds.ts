import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { unknownPixelMacros } from './model/verification/pixelMacros.ts';
import { isRootDomain } from './standards/supplychain/rootDomain.ts';

/** The kinds of values that several settings have. */
export const integer = z.coerce.number().int();
export const port = integer.min(0).max(65_535);
export const file = z
  .string()
  .transform((path) => resolve(path))
  .refine((path) => existsSync(path), 'File not found');
export const files = z
  .string()
  .default('')
  .transform((paths) => paths.split(',').flatMap((path) => path.trim() || []))
  .pipe(z.array(file));
export const domains = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((domain) => domain.trim().toLowerCase() || []))
  .pipe(z.array(z.string().refine(isRootDomain, 'Must be root domains such as bidder.example')));
export const pixelUrl = z
  .string()
  .regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?([/?#]|$)/i, 'Must be an https URL without a macro in the host name')
  .refine((url) => unknownPixelMacros(url).length === 0, 'Contains an unknown macro in braces')
  .optional();
export const secretText = z.string().regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits in lower case');
export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

export const webUrl = z.url({ protocol: /^https?$/ });
