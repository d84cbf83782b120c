import { demandAccount } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { Checkbox } from '../../ui/field/Checkbox.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { NumberField } from '../../ui/field/NumberField.tsx';
import { Slider } from '../../ui/field/Slider.tsx';
import { type optionFlags, priceNames, type ProfileOptions } from './profileForm.ts';
import type { TabProps } from './TabProps.ts';
import { uncheckedText, useUncheckedCount } from './useUncheckedCount.ts';

const { fields } = demandAccount;

type Flag = (typeof optionFlags)[number];

const flagHints: Record<Flag, string> = {
  setPostbidAll: 'Each save turns on post-bid verification for all channels and tags.',
  setCheckIVTAll: 'Each save turns on the check for all channels and tags.',
  blockIVT: 'On checked channels, requests identified as invalid get no ad.',
  delOldCreatives: 'Observed creatives not seen for 15 days are deleted every night. Their report data is retained.',
};

const checks = ['checkIVT'] as const;

/** Prices of demand accounts, and options for their traffic. */
export function OptionsTab({ values, faults, rights, change, leave }: TabProps) {
  const { options } = values;
  const isCheckWanted = rights.areIvtOptionsShown && !rights.isReadOnly && options?.setCheckIVTAll === true;
  const unchecked = useUncheckedCount(isCheckWanted, checks);
  const { showPostbidPix, showPostbidWh, hidesMoney } = useUser();
  const shouldCountUnmeasured =
    rights.areVerificationOptionsShown && !rights.isReadOnly && options?.setPostbidAll === true;
  const unmeasured = useUncheckedCount(shouldCountUnmeasured, [
    ...(showPostbidPix ? ['postbidPix' as const] : []),
    ...(showPostbidWh ? ['postbidWh' as const] : []),
  ]);
  if (!options) return null;
  const set = (part: Partial<ProfileOptions>) => change({ options: { ...options, ...part } });
  const flag = (name: Flag) => (
    <Checkbox
      key={name}
      name={name}
      label={fields[name].label}
      hint={flagHints[name]}
      checked={options[name]}
      aria-readonly={rights.isReadOnly || undefined}
      onChange={(event) => {
        if (!rights.isReadOnly) set({ [name]: event.currentTarget.checked });
      }}
    />
  );
  return (
    <div>
      {hidesMoney ? null : (
        <FormSection
          title="Prices"
          columns={2}
          {...(rights.arePricesFixed ? { description: 'Set by the platform operator.' } : {})}
        >
          {priceNames.map((name) => (
            <Field
              key={name}
              label={fields[name].label}
              hint={name === 'priceDsp' ? fields[name].help : fields[name].unit}
              error={faults[name]}
            >
              <NumberField
                name={name}
                value={options[name]}
                readOnly={rights.arePricesFixed}
                {...(name === 'priceDsp' ? { suffix: '%' } : { prefix: '$' })}
                onChange={(value) => set({ [name]: value })}
                onBlur={() => leave(name)}
              />
            </Field>
          ))}
        </FormSection>
      )}
      {rights.areVerificationOptionsShown ? (
        <FormSection title="Postbid" columns={2}>
          <Field
            label={fields.postbidPercent.label}
            hint="Share of measured impressions on channels and tags with post-bid verification."
            error={faults['postbidPercent']}
          >
            <Slider
              name="postbidPercent"
              value={options.postbidPercent}
              readOnly={rights.isReadOnly}
              onChange={(postbidPercent) => set({ postbidPercent })}
              onBlur={() => leave('postbidPercent')}
            />
          </Field>
          <div>
            {flag('setPostbidAll')}
            <p aria-live="polite" className="ps-6 text-xs text-muted">
              {shouldCountUnmeasured && unmeasured ? uncheckedText(unmeasured, 'measurement') : null}
            </p>
          </div>
        </FormSection>
      ) : null}
      {rights.areIvtOptionsShown ? (
        <FormSection title="Invalid traffic" columns={2}>
          <div>
            {flag('setCheckIVTAll')}
            <p aria-live="polite" className="ps-6 text-xs text-muted">
              {isCheckWanted && unchecked ? uncheckedText(unchecked) : null}
            </p>
          </div>
          {flag('blockIVT')}
        </FormSection>
      ) : null}
      <FormSection title="Creatives" columns={2}>
        {flag('delOldCreatives')}
      </FormSection>
    </div>
  );
}
