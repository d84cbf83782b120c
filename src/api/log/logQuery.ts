import { z } from 'zod';
import { formerNamesOf } from '#model/field/formerNames.ts';
import { apiTokenAuthor, changeActions, entities } from '#model/index.ts';
import { idInText, searchText, wholeNumber } from '../addressValues.ts';
import { commaList } from '../commaList.ts';

const id = idInText('Must be one ID');

const programs = z.literal(String(apiTokenAuthor.id)).transform(() => apiTokenAuthor.id);

const word = z.string('Must be one word').regex(/^[a-zA-Z]\w{0,99}$/, 'Must be a name');

/** Codes of the log by those that earlier releases wrote. */
const currentCodes: ReadonlyMap<string, string> = new Map([['scanImport', 'verificationImport']]);

/** Current names of fields by former ones, of all entities and of saved reports. */
const currentFields: ReadonlyMap<string, string> = new Map([
  ...Object.values(entities).flatMap(({ fields }) => [...formerNamesOf(fields)]),
  ['keep', 'saveAs'],
]);

const entityCode = word.transform((code) => currentCodes.get(code) ?? code);

const instant = z.iso.datetime('Must be a UTC timestamp, such as 2026-03-01T00:00:00Z');

/** The query of GET /api/log. */
export const logQuerySchema = z.strictObject({
  from: instant.optional().describe('Start time, inclusive'),
  to: instant.optional().describe('End time, exclusive'),
  demandId: commaList(id, 'Accounts').optional(),
  userId: commaList(z.union([programs, id]), 'User IDs; 0 = programs').optional(),
  entity: commaList(entityCode, 'Entity names, including config, report, device and apiKey').optional(),
  rowId: id.optional().describe('ID of the object; requires entity'),
  action: commaList(z.enum(changeActions, `One of: ${changeActions.join(', ')}`), 'Actions').optional(),
  field: word
    .transform((field) => currentFields.get(field) ?? field)
    .optional()
    .describe('Field that changed'),
  q: searchText.optional().describe('Part of the object name'),
  batch: id.optional().describe('Only the entries of this change set'),
  isGrouped: z
    .enum(['true', 'false'], 'Must be true or false')
    .transform((text) => text === 'true')
    .optional()
    .describe('If true, the entries of a change set are one row: the latest of those that match'),
  page: wholeNumber(1_000_000).default(1),
  size: wholeNumber(1000).default(50),
});

/** The parsed query of GET /api/log. */
export type LogQuery = z.output<typeof logQuerySchema>;

/** Path parameters with the id of an entry. */
export const entryParam = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Must be an ID')
    .transform(Number),
});
