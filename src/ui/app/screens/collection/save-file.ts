// Bytes that the page has, handed to the browser as a file to keep.

const KEPT_MS = 60_000;

export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
