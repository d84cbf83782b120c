import { useEffect, useRef } from 'react';
import type { PartnerParams } from '#model/index.ts';
import type { Partner, PartnerParam } from '#model/reference/partners/partner.ts';
import { preBidPartners } from '#model/reference/partners/preBidPartners.ts';
import { Field } from '../ui/field/Field.tsx';
import { NumberField } from '../ui/field/NumberField.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import {
  groupParams,
  rememberedParams,
  paramsFor,
  readParam,
  withParam,
  type ParamGroup,
} from './partnerParamsModel.ts';
import type { StructureFaults } from './structureFaults.ts';
import type { StructureProps } from './StructureProps.ts';

const groupTitles: Record<Exclude<ParamGroup['kind'], 'each'>, string> = {
  oneOf: 'Exactly one of these',
  anyOf: 'At least one of these',
};

/**
 * The parameters that a partner requires, one input each. After a change of the partner, values that the new one does
 * not take are dropped; they return when the previous partner is selected again.
 */
export function PartnerParamsFields({
  value,
  onChange,
  isReadOnly,
  faults = {},
  partner: id,
}: StructureProps<PartnerParams> & {
  /** ID of the selected partner; empty for none. */
  partner: string;
}) {
  const partner = partnerOf(id);
  const last = useRef({ id, value, remembered: noParams });
  useEffect(() => {
    const before = last.current;
    last.current = { ...before, id, value };
    if (before.id === id) return;
    // A value that changes together with the partner means that the form was reset.
    const isFilled = JSON.stringify(value) !== JSON.stringify(before.value);
    last.current.remembered = isFilled ? noParams : rememberedParams(partnerOf(before.id), before.remembered, value);
    if (partner && !isFilled && !isReadOnly) onChange(paramsFor(partner, last.current.remembered));
  }, [id, partner, value, isReadOnly, onChange]);

  if (!partner) {
    return (
      <p className="rounded-md border border-dashed px-3 py-4 text-center text-sm text-muted">
        Select a partner to enter its parameters.
      </p>
    );
  }
  const shared = { partner, value, onChange, isReadOnly, faults };
  return (
    <div className="flex flex-col gap-4 rounded-lg border p-3">
      {groupParams(partner).map(({ kind, params }) =>
        kind === 'each' ? (
          <Params key={params[0]?.name} {...shared} params={params} />
        ) : (
          <div key={params[0]?.name} role="group" aria-label={groupTitles[kind]} className="border-l-2 pl-3">
            <p aria-hidden className="pb-2.5 text-xs text-muted">
              {groupTitles[kind]}
              <span className="text-bad"> *</span>
            </p>
            <Params {...shared} params={params} />
          </div>
        ),
      )}
    </div>
  );
}

const noParams: PartnerParams = {};

function partnerOf(id: string): Partner | undefined {
  return preBidPartners.find((each) => each.id === id);
}

interface ParamsProps extends StructureProps<PartnerParams> {
  partner: Partner;
  params: readonly PartnerParam[];
  faults: StructureFaults;
}

function Params({ partner, params, value, onChange, isReadOnly, faults }: ParamsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2">
      {params.map((param) => {
        const { name, label, type } = param;
        const common = {
          name: `partnerParams.${name}`,
          value: String(value[name] ?? ''),
          readOnly: isReadOnly,
          ...(isReadOnly ? {} : { placeholder: placeholders[type] }),
        };
        const change = (text: string) => onChange(withParam(value, name, readParam(param, text)));
        return (
          <Field
            key={name}
            label={label}
            aside={<code className="ml-auto font-mono text-2xs text-muted">{name}</code>}
            hint={hintOf(param, partner)}
            error={faults[name]}
            required={param.isRequired && !isReadOnly}
          >
            {type === 'text' ? (
              <TextField
                {...common}
                maxLength={255}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change(event.currentTarget.value)}
                onBlur={() => {
                  if (common.value.trim() !== common.value) change(common.value.trim());
                }}
              />
            ) : (
              <NumberField {...common} decimals={type === 'number'} onChange={change} />
            )}
          </Field>
        );
      })}
    </div>
  );
}

const placeholders = { integer: 'Whole number', number: 'Number', text: '' };

/** Names the parameters that require this one. */
function hintOf({ requiredWith = [] }: PartnerParam, { params }: Partner): string | undefined {
  const others = params.filter(({ name }) => requiredWith.includes(name)).map(({ label }) => label);
  return others.length === 0 ? undefined : `Required with ${others.join(' or ')}.`;
}
