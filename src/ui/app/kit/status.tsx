// The status of a collection as a word and a colour.

const KINDS: Readonly<Record<string, { kind: string; text: string }>> = {
  green: { kind: "good", text: "Ready" },
  yellow: { kind: "amber", text: "Indexing" },
  grey: { kind: "", text: "Waiting to index" },
  red: { kind: "danger", text: "Damaged" },
};

export function StatusBadge({ status }: { status: string }) {
  const { kind, text } = KINDS[status] ?? { kind: "", text: status };
  return <span class={`badge ${kind}`}>{text}</span>;
}
