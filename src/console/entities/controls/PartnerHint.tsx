import { useEffect, useRef } from 'react';
import { isFieldShown, type Field } from '#model/index.ts';
import type { Integration } from '#model/reference/integrations.ts';
import { companyOf } from '#model/reference/partners/companies.ts';
import { partnerIn } from '#model/reference/partners/partnerIn.ts';
import { Button } from '../../ui/Button.tsx';
import { asText } from '../form/asText.ts';
import type { FormValues } from '../form/formModel.ts';
import { isSameValue } from '../form/isSameValue.ts';
import type { FormAround } from './inputProps.ts';
import { factsOf, knownFields, patternOf, type KnownField } from './partnerFields.ts';

interface PartnerHintProps {
  /** ID of the selected partner; empty for none. */
  partner: string;
  values: FormValues;
  form: FormAround;
  isReadOnly: boolean;
}

/**
 * The facts about the selected partner, under its picker: the fields that have the known values, those that have others
 * with a button that sets them, the pattern of its URL, and its domain in ads.txt. When the integration changes, it
 * selects the same company's partner of that integration.
 */
export function PartnerHint({ partner, values, form, isReadOnly }: PartnerHintProps) {
  const integration = asText(values['integration']);
  const last = useRef(integration);
  const fitting = integration === '' ? partner : partnerIn(integration as Integration, partner);
  const { setValues } = form;
  useEffect(() => {
    const before = last.current;
    last.current = integration;
    if (before !== integration && !isReadOnly && fitting !== partner) setValues({ partner: fitting });
  }, [last, integration, fitting, partner, isReadOnly, setValues]);

  // The region is there before its text, so that screen readers announce a change.
  return (
    <div role="status" className="flex flex-col items-start gap-1 text-xs text-muted not-empty:py-2">
      <KnownValues partner={partner} values={values} form={form} isReadOnly={isReadOnly} />
    </div>
  );
}

function KnownValues({ partner, values, form, isReadOnly }: PartnerHintProps) {
  const company = companyOf(partner);
  if (!company) return null;
  const { setValues } = form;
  const known = knownFields(partner, form.fields, values);
  const isSet = ({ name, value }: KnownField) => isSameValue(values[name], value);
  const [set, others] = [known.filter(isSet), known.filter((each) => !isSet(each))];
  const { adSystem } = factsOf(partner);
  const patterns = form.fields.flatMap(([name, field]) => {
    const pattern = isFieldShown(field, values) && values[name] === '' ? patternOf(name, values) : undefined;
    return pattern === undefined || isReadOnly ? [] : [{ name, field, pattern }];
  });
  return (
    <>
      {set.length > 0 ? (
        <p>
          Set to the known values of {company.name}: {set.map(textOf).join(', ')}.
        </p>
      ) : null}
      {others.length > 0 ? (
        <p>
          Known of {company.name}, but not set: {others.map(textOf).join(', ')}.
        </p>
      ) : null}
      {others.length > 0 && !isReadOnly ? (
        <Button size="sm" onClick={() => setValues(Object.fromEntries(others.map(({ name, value }) => [name, value])))}>
          Set {others.length === 1 ? 'this' : 'these'}
        </Button>
      ) : null}
      {patterns.map(({ name, field, pattern }) =>
        name === 'url' ? (
          <Button key={name} size="sm" onClick={() => setValues({ [name]: pattern })}>
            Fill in URL pattern
          </Button>
        ) : (
          <p key={name} className="break-all">
            {field.label}, for example: <code className="font-mono">{pattern}</code>. {company.name} gives you yours.
          </p>
        ),
      )}
      {adSystem === undefined ? null : (
        <p>
          Domain in ads.txt and supply chains: <code className="font-mono">{adSystem}</code>
        </p>
      )}
    </>
  );
}

/** A field with its value: "TCF vendor ID 76". */
function textOf({ field, value }: KnownField): string {
  return `${field.label} ${valueText(field, value)}`;
}

function valueText({ choices }: Field, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return (
    choices?.find((choice) => choice.value === value)?.label ??
    (Array.isArray(value) ? value.join(', ') : asText(value))
  );
}
