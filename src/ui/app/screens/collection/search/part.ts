// What every part of the search form gets: the form, its errors, and how to change and send it.
import type { Input } from "./body.ts";
import type { Form } from "./form.ts";

export interface PartProps {
  readonly form: Form;
  readonly problem: (input: Input) => string | undefined;
  onEdit(change: Partial<Form>): void;
  onRun(change: Partial<Form>): void;
}
