import type { PetChanges, PetErrors, PetForm } from "./pet-form.ts";

/** What each step of the form is given. */
export interface StepProps {
  form: PetForm;
  onChange: (changes: PetChanges) => void;
  disabled: boolean;
  errors: PetErrors;
}
