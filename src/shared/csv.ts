// Comma-separated values as in RFC 4180, parsed in pieces while a file is read, and written; for the command line and
// the console.
// The decision: a quote inside a field that does not begin with one is an ordinary character, as in spreadsheets.

/** The largest field, in UTF-16 units: a quote that is never closed would make all of a file one. */
const MAX_FIELD = 16 * 1024 * 1024;

/** Thrown for a file that ends, or goes on too long, within quotes. */
export class UnclosedQuote extends Error {
  constructor() {
    super("a quote is opened and never closed");
  }
}

/** The state of the parser. `quote`: behind a quote that ends the field unless another one follows. */
type ParserState = "start" | "plain" | "quoted" | "quote";

export class CsvReader {
  readonly #comma: string;
  #state: ParserState = "start";
  #field = "";
  #record: string[] = [];
  #records: string[][] = [];
  #wasReturn = false;

  constructor(comma = ",") {
    this.#comma = comma;
  }

  /** Returns the records that end within this piece. @throws UnclosedQuote */
  push(text: string): string[][] {
    for (const char of text) this.#take(char);
    return this.#records.splice(0);
  }

  /** Returns the last record, which may lack a line end. @throws UnclosedQuote */
  end(): string[][] {
    if (this.#state === "quoted") throw new UnclosedQuote();
    if (this.#field !== "" || this.#record.length > 0 || this.#state !== "start") this.#endRecord();
    return this.#records.splice(0);
  }

  #take(char: string): void {
    const wasReturn = this.#wasReturn;
    this.#wasReturn = false;
    if (this.#state === "quoted") {
      if (char === '"') this.#state = "quote";
      else this.#field += char;
      if (this.#field.length > MAX_FIELD) throw new UnclosedQuote();
    } else if (this.#state === "quote" && char === '"') {
      this.#field += char;
      this.#state = "quoted";
    } else if (char === this.#comma) this.#endField();
    else if (char === "\n") {
      if (!wasReturn) this.#endRecord();
    } else if (char === "\r") {
      this.#endRecord();
      this.#wasReturn = true;
    } else if (char === '"' && this.#state === "start") this.#state = "quoted";
    else {
      this.#field += char;
      this.#state = "plain";
    }
  }

  #endField(): void {
    this.#record.push(this.#field);
    this.#field = "";
    this.#state = "start";
  }

  #endRecord(): void {
    const isEmpty = this.#record.length === 0 && this.#field === "" && this.#state === "start";
    this.#endField();
    if (!isEmpty) this.#records.push(this.#record);
    this.#record = [];
  }
}

/** Writes one record with its line end. */
export function csvLine(fields: readonly string[]): string {
  const written = fields.map((field) =>
    /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  // A record with one empty field is quoted, because an empty line is no record.
  return `${written.length === 1 && written[0] === "" ? '""' : written.join(",")}\r\n`;
}
