import { type Choice, type Entity, entityNamed, type Field, type FieldKind } from '#model/index.ts';

/** The input format of each field kind. */
const kindLabels: Partial<Record<FieldKind, string>> = {
  integer: 'whole number',
  money: 'amount such as 2.50',
  percent: 'percentage such as 12.5',
  flag: 'true or false',
  date: 'date as YYYY-MM-DD',
  texts: 'values separated by |',
  tree: 'values separated by |',
  structure: 'JSON',
  url: 'HTTP or HTTPS URL',
};

/** The columns that a file for an entity may have, with their formats. */
export function CsvLegend({ entity }: { entity: Entity }) {
  const columns = Object.entries(entity.fields).filter(([, { isGenerated }]) => !isGenerated);
  return (
    <details className="rounded-lg border">
      <summary className="cursor-pointer px-3 py-2 text-sm font-medium">Columns and their values</summary>
      <div className="max-h-56 overflow-auto border-t" tabIndex={0} role="region" aria-label="Columns">
        <table className="w-full text-left text-xs">
          <tbody className="[&_td]:px-3 [&_td]:py-1.5 [&_th]:px-3 [&_th]:py-1.5 [&>tr]:border-b [&>tr:last-child]:border-b-0">
            <Row name="id" description="row to change; empty = new row" />
            <Row name="version" description="version that the change is based on; optional" />
            {columns.map(([name, field]) => (
              <Row key={name} name={name} description={textOf(field)} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Row({ name, description }: { name: string; description: string }) {
  return (
    <tr>
      <th scope="row" className="w-44 align-top font-mono font-normal">
        {name}
      </th>
      <td className="text-muted">{description}</td>
    </tr>
  );
}

function textOf(field: Field): string {
  const parts = [field.label];
  const { kind, target, choices, isImmutable, isNullable } = field;
  if (choices) parts.push(choices.map(choiceText).join(', '));
  else if (target) {
    const label = (entityNamed(target)?.label ?? target).toLowerCase();
    parts.push(kind === 'references' ? `IDs or names of ${label}s, separated by |` : `ID or name of the ${label}`);
  } else if (kindLabels[kind]) parts.push(kindLabels[kind]);
  if (field.default === undefined && !isNullable) parts.push('required for new rows');
  if (isImmutable) parts.push('cannot be changed later');
  return parts.join(' · ');
}

/** A choice as its value, followed by its label when the value is a number. */
function choiceText({ value, label }: Choice): string {
  return typeof value === 'number' ? `${value} ${label.toLowerCase()}` : value;
}
