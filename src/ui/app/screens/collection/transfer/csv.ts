// Comma-separated values as RFC 4180 has them, read piece by piece as a file comes in, and written.
// The decision: a quote within a field that did not begin with one is taken as it is, as spreadsheets do.

/** `quote`: behind a quote that ends the field, unless another one follows. */
type Place = "start" | "plain" | "quoted" | "quote";

export class CsvReader {
  readonly #comma: string;
  #place: Place = "start";
  #field = "";
  #record: string[] = [];
  #records: string[][] = [];
  #wasReturn = false;

  constructor(comma = ",") {
    this.#comma = comma;
  }

  /** The records that end within this piece. */
  push(text: string): string[][] {
    for (const char of text) this.#take(char);
    return this.#records.splice(0);
  }

  /** The last record, which may lack its line's end. @throws Error where a quote is left open */
  end(): string[][] {
    if (this.#place === "quoted") throw new Error("The file ends within a quoted field");
    if (this.#field !== "" || this.#record.length > 0 || this.#place !== "start") this.#endRecord();
    return this.#records.splice(0);
  }

  #take(char: string): void {
    const wasReturn = this.#wasReturn;
    this.#wasReturn = false;
    if (this.#place === "quoted") {
      if (char === '"') this.#place = "quote";
      else this.#field += char;
    } else if (this.#place === "quote" && char === '"') {
      this.#field += char;
      this.#place = "quoted";
    } else if (char === this.#comma) this.#endField();
    else if (char === "\n") {
      if (!wasReturn) this.#endRecord();
    } else if (char === "\r") {
      this.#endRecord();
      this.#wasReturn = true;
    } else if (char === '"' && this.#place === "start") this.#place = "quoted";
    else {
      this.#field += char;
      this.#place = "plain";
    }
  }

  #endField(): void {
    this.#record.push(this.#field);
    this.#field = "";
    this.#place = "start";
  }

  #endRecord(): void {
    const isEmpty = this.#record.length === 0 && this.#field === "" && this.#place === "start";
    this.#endField();
    if (!isEmpty) this.#records.push(this.#record);
    this.#record = [];
  }
}

/** One record with its line's end. */
export function csvLine(fields: readonly string[]): string {
  const written = fields.map((field) =>
    /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  // A line of one empty field would be no line at all.
  return `${written.length === 1 && written[0] === "" ? '""' : written.join(",")}\r\n`;
}
