import { useImperativeHandle, useRef, type Ref } from 'react';
import type { DealBids, FrequencyCap, Multiplier } from '#model/buying/shapes.ts';
import type { RolePermissions } from '#model/account/rolePermissions.ts';
import type { Contact, Limit, PartnerParams, Seller, SellerEntry } from '#model/index.ts';
import { ContactsEditor } from '../../structures/ContactsEditor.tsx';
import { DealBidsEditor } from '../../structures/DealBidsEditor.tsx';
import { FrequenciesEditor } from '../../structures/FrequenciesEditor.tsx';
import { HoursEditor } from '../../structures/HoursEditor.tsx';
import { LimitsEditor } from '../../structures/LimitsEditor.tsx';
import { MultipliersEditor } from '../../structures/MultipliersEditor.tsx';
import { PermissionsEditor } from '../../structures/PermissionsEditor.tsx';
import { PartnerParamsFields } from '../../structures/PartnerParamsFields.tsx';
import { SellerFields } from '../../structures/SellerFields.tsx';
import { SellersEditor } from '../../structures/SellersEditor.tsx';
import { asNumbers } from '../form/asList.ts';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';

/** The control of each structure: chunks of their own, as few forms use one. */
export function StructureControl({
  field,
  value,
  values,
  onChange,
  onBlur,
  ref,
  isReadOnly,
  faults = noFaults,
}: InputProps) {
  const box = useRef<HTMLDivElement>(null);
  // Focus goes to the first fault inside, or else to the first control.
  useImperativeHandle(ref as Ref<{ focus: () => void }>, () => ({
    focus() {
      const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      (wrong ?? box.current?.querySelector<HTMLElement>('input, [tabindex="0"], button'))?.focus();
    },
  }));
  const shared = { onChange, isReadOnly, faults };
  return (
    <div ref={box} onBlur={onBlur}>
      {field.structure === 'contacts' ? (
        <ContactsEditor {...shared} value={value as Contact[]} />
      ) : field.structure === 'sellers' ? (
        <SellersEditor {...shared} value={value as SellerEntry[]} />
      ) : field.structure === 'hours' ? (
        <HoursEditor {...shared} value={value as number[]} />
      ) : field.structure === 'limits' ? (
        <LimitsEditor {...shared} value={value as Limit[]} />
      ) : field.structure === 'partnerParams' ? (
        <PartnerParamsFields {...shared} value={value as PartnerParams} partner={asText(values?.['partner'])} />
      ) : field.structure === 'frequencies' ? (
        <FrequenciesEditor {...shared} value={value as FrequencyCap[]} />
      ) : field.structure === 'multipliers' ? (
        <MultipliersEditor {...shared} value={value as Multiplier[]} />
      ) : field.structure === 'rolePermissions' ? (
        <PermissionsEditor {...shared} value={value as RolePermissions} />
      ) : field.structure === 'dealBids' ? (
        <DealBidsEditor
          {...shared}
          value={value as DealBids}
          dealIds={asNumbers(values?.['dealIds'])}
          bid={asText(values?.['bid'])}
        />
      ) : (
        <SellerFields {...shared} value={value as Seller} />
      )}
    </div>
  );
}

const noFaults = {};
