import type { PetChanges, PetErrors, PetForm } from "./pet-form.ts";

/** The props of every step of the pet form. */
export interface StepProps {
  form: PetForm;
  onChange: (changes: PetChanges) => void;
  disabled: boolean;
  errors: PetErrors;
}
