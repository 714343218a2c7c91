// A hook that keeps the search form in the address. A link to a complete form runs its search, and one with `against`
// compares two.
// The decision: each search is a step that Back takes back; what is typed in between replaces the address, with a short
// delay, because browsers limit the number of changes.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { keepInAddress, linkTo, pushAddress, route } from "../../../shell/route.ts";
import { type Body, bodyOf, Unclear } from "./body.ts";
import { type Form, readForm, writeForm } from "./form.ts";

const KEEP_AFTER_MS = 250;

/** A request with the form it came from. */
export interface Asked {
  readonly form: Form;
  readonly body: Body;
}

export interface FormState {
  readonly form: Form;
  readonly asked: Asked | undefined;
  /** The search with which the asked one is compared. */
  readonly against: Asked | undefined;
  /** The error because of which the form could not be sent. */
  readonly unclear: Unclear | undefined;
  edit(change: Partial<Form>): void;
  /** Searches with the current form, or with a change of it. */
  run(change?: Partial<Form>): void;
  /** Keeps the asked search beside the next ones, and searches with a change; without one, only the next ones. */
  compare(change?: Partial<Form>): void;
  /** Ends the comparison. */
  single(): void;
}

/** The form and the search that is kept beside it, as the address has them. */
interface Kept {
  readonly form: Form;
  readonly against: Form | undefined;
}

/**
 * @param sizeOf returns the dimension of the vectors of a name, 0 for sparse ones
 * @param first returns the search that is run where the address has none, unless the user is faster
 */
export function useForm(
  collection: string,
  blank: Form,
  sizeOf: (name: string) => number | undefined,
  first: () => Promise<Partial<Form> | undefined>,
): FormState {
  const parts = ["collections", collection, "search"];
  const askedBy = (form: Form): Asked => ({ form, body: bodyOf(form, sizeOf(form.using)) });
  const [kept, setKept] = useState(() => read(blank));
  const [asked, setAsked] = useState(() => askedOrNot(() => askedBy(kept.form)));
  const [unclear, setUnclear] = useState<Unclear>();
  const isUntouched = useRef(route.value.query.size === 0);
  const latest = useRef(kept);
  const written = useRef(route.value.query.toString());
  const ran = useRef(Object.fromEntries(route.value.query));
  const set = (change: Partial<Kept>): void => {
    latest.current = { ...latest.current, ...change };
    setKept(latest.current);
    setUnclear(undefined);
  };
  const write = (put: typeof keepInAddress): void => {
    if (!isHere(parts)) return;
    const query = queryOf(latest.current, blank);
    // The address has what was typed since the last search; Back leads to that search itself.
    if (put === pushAddress) keepInAddress(parts, ran.current);
    written.current = new URLSearchParams(query).toString();
    put(parts, query);
  };
  const runWith = (change: Partial<Kept>): void => {
    set(change);
    write(isUntouched.current ? keepInAddress : pushAddress);
    ran.current = queryOf(latest.current, blank);
    isUntouched.current = false;
    try {
      setAsked(askedBy(latest.current.form));
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      setUnclear(error);
    }
  };
  useFirst(first, isUntouched, (change) => runWith({ form: { ...latest.current.form, ...change } }));
  useLater(() => write(keepInAddress), kept, kept.form !== asked?.form && !isUntouched.current);
  const address = route.value.query.toString();
  useEffect(() => {
    if (address === written.current || !isHere(parts)) return;
    written.current = address;
    ran.current = Object.fromEntries(route.value.query);
    const next = read(blank);
    set(next);
    setAsked(askedOrNot(() => askedBy(next.form)));
  }, [address]);
  const against = useMemo(() => kept.against && askedOrNot(() => askedBy(kept.against!)), [kept.against]);
  return {
    form: kept.form,
    asked,
    against,
    unclear,
    edit: (change) => {
      isUntouched.current = false;
      set({ form: { ...latest.current.form, ...change } });
    },
    run: (change) => runWith({ form: { ...latest.current.form, ...change } }),
    compare: (change) => {
      const first = asked?.form;
      if (change) return runWith({ form: { ...latest.current.form, ...change }, against: first });
      set({ against: first });
      write(keepInAddress);
    },
    single: () => runWith({ against: undefined }),
  };
}

/** Returns the forms of the current address. */
function read(blank: Form): Kept {
  const { query } = route.value;
  const against = query.get("against");
  return {
    form: readForm(query, blank),
    against: against === null ? undefined : readForm(new URLSearchParams(against), blank),
  };
}

function queryOf({ form, against }: Kept, blank: Form): Record<string, string> {
  const other = against && new URLSearchParams(writeForm(against, blank)).toString();
  return { ...writeForm(form, blank), ...(other !== undefined && { against: other }) };
}

/** Runs the first search of an untouched form; if there is none, the screen begins with an empty form. */
function useFirst(
  first: () => Promise<Partial<Form> | undefined>,
  isUntouched: { readonly current: boolean },
  run: (change: Partial<Form>) => void,
): void {
  useEffect(() => {
    if (!isUntouched.current) return;
    first().then(
      (change) => change && isUntouched.current && run(change),
      () => undefined,
    );
  }, []);
}

/** Does something after a short delay, unless the form changes again meanwhile. */
function useLater(work: () => void, kept: Kept, isDue: boolean): void {
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(work, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [kept]);
}

/** Returns whether the address is that of this screen. While the next screen is loading, this one is still drawn. */
function isHere(parts: readonly string[]): boolean {
  return linkTo(route.value.parts) === linkTo(parts);
}

/** Returns the request; undefined if the form is incomplete. */
function askedOrNot(asked: () => Asked): Asked | undefined {
  try {
    return asked();
  } catch {
    return undefined;
  }
}
