import { defineEntity } from '../entity/entity.ts';
import { status, text, url } from '../field/fields.ts';

/** A help text that the console shows beside a field. */
export const tooltip = defineEntity({
  name: 'tooltip',
  label: 'Tooltip',
  pluralLabel: 'Tooltips',
  table: 'tooltips',
  path: 'tooltips',
  ownedBy: 'platform',
  isServed: false,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'Only active tooltips are shown.' },
    name: text({
      label: 'Key',
      max: 100,
      unique: 'platform',
      pattern: /^([a-z][A-Za-z0-9]*\.[A-Za-z0-9]+)?$/,
      patternText: 'Must be entity.field, such as tag.rate',
      help: 'Field that the tooltip explains, as entity.field.',
    }),
    title: text({ label: 'Title', max: 80 }),
    body: text({ label: 'Text', max: 2000, help: 'Markdown: paragraphs, lists, emphasis, links and code.' }),
    link: url({ label: 'Link', help: 'URL with more information.', column: 'optional' }),
  },
});
