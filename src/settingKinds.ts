import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { unknownPixelMacros } from './model/verification/pixelMacros.ts';
import { isRootDomain } from './standards/supplychain/rootDomain.ts';

/** The kinds of values that several settings have. */
export const integer = z.coerce.number().int();
export const port = integer.min(0).max(65_535);
export const share = z.coerce.number().min(0).max(1);
export const file = z
  .string()
  .transform((path) => resolve(path))
  .refine((path) => existsSync(path), 'File not found');
export const files = listOf(file);
export const domains = listOf(
  z.string().toLowerCase().refine(isRootDomain, 'Must be root domains such as bidder.example'),
);
export const hosts = listOf(
  z
    .string()
    .toLowerCase()
    .regex(/^[a-z\d.-]+$|^\[[\da-f:]+\]$/, 'Must be host names such as keycloak.internal'),
);
export const pixelUrl = z
  .string()
  .regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?([/?#]|$)/i, 'Must be an https URL without a macro in the host name')
  .refine((url) => unknownPixelMacros(url).length === 0, 'Contains an unknown macro in braces')
  .optional();
export const secretText = z.string().regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits in lower case');
export const secretTexts = listOf(secretText);
export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

export const webUrl = z.url({ protocol: /^https?$/ });
export const mailSender = z
  .string()
  .regex(
    /^(?:[^<>"@\r\n]{1,100} <[^\s<>"@]+@[^\s<>"@]+>|[^\s<>"@]+@[^\s<>"@]+)$/,
    'Must be an email address, with or without a name: Reports <reports@mail.example>',
  );

/** A comma-separated list, empty by default. */
function listOf<Item extends z.ZodType<string, string>>(item: Item) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(item));
}
