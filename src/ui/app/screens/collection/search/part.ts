// What every part of the search form gets: the form, its errors, and how to change and send it.
import type { Info } from "../info.ts";
import type { Input } from "./body.ts";
import type { Form } from "./form.ts";

export interface PartProps {
  readonly name: string;
  readonly info: Info;
  readonly form: Form;
  readonly problem: (input: Input) => string | undefined;
  onEdit(change: Partial<Form>): void;
  onRun(change: Partial<Form>): void;
}
