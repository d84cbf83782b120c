import { useState } from 'react';

/** Counts how often something was opened. As a React key it resets the content on each opening. */
export function useOpening(isOpen: boolean): number {
  const [opening, setOpening] = useState(0);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpening(opening + 1);
  }
  return opening;
}
